import type { Ad } from '@openlarder/domain/ads/ad-contract.ts';
import { newAdSchema } from '@openlarder/domain/ads/ad-schemas.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { forgetOld } from '#server/retentions.ts';
import { testApp } from '#server/test/test-app.ts';
import * as ads from './ads.service.ts';

const { as, clock, createPerson, ctx, newId, pool } = await testApp();
const ADDRESS = '192.0.2.7';

beforeEach(async () => {
  await pool.query('delete from ad');
});

const add = (changes: object = {}): Promise<string> =>
  ads.addAd(
    ctx,
    newAdSchema.parse({
      location: 'home-page',
      adType: 'card',
      adCategory: 'community_building',
      title: 'Cook together',
      description: 'Every Thursday at the library.',
      ctaText: 'Join in',
      ...changes,
    }),
  );

async function listed(query: string, person: { cookie: string } | null = null): Promise<string[]> {
  const answer = await as(person, { url: `/api/ads?${query}` });
  expect(answer.statusCode).toBe(200);
  return answer.json<Ad[]>().map(({ title }) => title);
}
const post = (url: string, body: object) => as(null, { method: 'POST', url, body });
async function see(adId: string, body: object = {}): Promise<string> {
  const answer = await post(`/api/ads/${adId}/impression`, { userId: null, location: 'home-page', ...body });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ impressionId: string }>().impressionId;
}
const click = async (adId: string, impressionId: string | null): Promise<number> =>
  (await post(`/api/ads/${adId}/click`, { impressionId })).statusCode;
async function sums(adId: string) {
  const ad = (await ads.allAds(ctx)).find(({ id }) => id === adId);
  return [ad?.impressions, ad?.clicks];
}

describe('GET /api/ads', () => {
  test('returns the fields of an ad, also without a session', async () => {
    const id = await add({ sponsor: 'Green Grocers', ctaLink: 'https://example.org/', dailyCap: 3 });
    const answer = await as(null, { url: '/api/ads?location=home-page' });
    expect(answer.json()).toEqual([
      {
        id,
        title: 'Cook together',
        description: 'Every Thursday at the library.',
        ctaText: 'Join in',
        ctaLink: 'https://example.org/',
        imageUrl: null,
        adCategory: 'community_building',
        adType: 'card',
        sponsor: 'Green Grocers',
        isTip: false,
        dailyCap: 3,
      },
    ]);
    expect(await listed('location=home-page', await createPerson())).toHaveLength(1);
  });

  test('filters by location, user type, ad type and category', async () => {
    await add({ title: 'For donors', audience: ['donor'] });
    await add({ title: 'For all', adCategory: 'safety_tips', isTip: true });
    await add({ title: 'Elsewhere', location: 'landing-page' });
    await add({ title: 'In the feed', location: 'discover', adType: 'inline' });
    expect(await listed('location=home-page')).toEqual(['For all']);
    expect((await listed('location=home-page&userType=donor')).toSorted()).toEqual(['For all', 'For donors']);
    expect(await listed('location=home-page&userType=donor&adCategory=safety_tips')).toEqual(['For all']);
    expect(await listed('location=discover&adType=inline')).toEqual(['In the feed']);
    expect(await listed('location=discover&adType=card')).toEqual([]);
    expect(await listed('location=home-page&userType=baker')).toEqual(['For all']);
    expect(await listed('location=home-page&adCategory=unheard_of')).toEqual([]);
    const everywhere = ['Elsewhere', 'For all', 'In the feed'];
    expect((await listed('')).toSorted()).toEqual(everywhere);
    expect((await listed('location=below-the-map')).toSorted()).toEqual(everywhere);
  });

  test('returns one banner of donation_encouragement, two cards and three inline by default', async () => {
    for (const title of ['1', '2', '3', '4']) {
      await add({ title });
      await add({ title, adType: 'inline', location: 'discover' });
      await add({ title, adType: 'banner', location: 'layout-header', adCategory: 'safety_tips' });
    }
    expect(await listed('location=home-page&adType=card')).toHaveLength(2);
    expect(await listed('location=discover&adType=inline')).toHaveLength(3);
    expect(await listed('location=layout-header&adType=banner')).toEqual([]);
    await add({
      title: 'Give',
      adType: 'banner',
      location: 'layout-header',
      adCategory: 'donation_encouragement',
    });
    expect(await listed('location=layout-header&adType=banner')).toEqual(['Give']);
    expect(await listed('location=home-page&adType=card&limit=3')).toHaveLength(3);
  });

  test('shows an ad within its window only', async () => {
    const inHours = (hours: number) => new Date(clock.at + hours * HOUR_MS).toISOString();
    await add({ startsAt: inHours(1), endsAt: inHours(2) });
    expect(await listed('location=home-page')).toEqual([]);
    clock.forward(HOUR_MS);
    expect(await listed('location=home-page')).toEqual(['Cook together']);
    clock.forward(HOUR_MS);
    expect(await listed('location=home-page')).toEqual([]);
  });

  test('shows each in proportion to its weight', async () => {
    const heavy = await add({ title: 'Heavy', weight: 3 });
    const light = await add({ title: 'Light' });
    for (let view = 0; view < 12; view++) {
      const [first] = await listed('location=home-page&limit=1');
      await see(first === 'Heavy' ? heavy : light);
    }
    expect([await sums(heavy), await sums(light)]).toEqual([
      [9, 0],
      [3, 0],
    ]);
  });
});

describe('an impression', () => {
  test('is counted once, even if sent repeatedly, and so is its click', async () => {
    const id = await add();
    const seen = await see(id, { location: 'home-page-before-expiry' });
    expect(await see(id, { impressionId: seen })).toBe(seen);
    expect([await click(id, seen), await click(id, seen)]).toEqual([204, 204]);
    expect(await sums(id)).toEqual([1, 1]);
  });

  test('in an unknown place is one where the ad stands; a click without one is answered, and not counted', async () => {
    const id = await add();
    await see(id, { location: 'in a corner' });
    await see(id, { location: null });
    const { rows } = await pool.query('select placement from ad_impression where ad_id = $1', [id]);
    expect(rows).toEqual([{ placement: 'home-page' }, { placement: 'home-page' }]);
    expect(await click(id, null)).toBe(204);
    expect((await as(null, { method: 'POST', url: `/api/ads/${id}/click` })).statusCode).toBe(204);
    expect(await sums(id)).toEqual([2, 0]);
  });

  test('does not store the viewer', async () => {
    const id = await add();
    const ana = await createPerson();
    await as(ana, {
      method: 'POST',
      url: `/api/ads/${id}/impression`,
      body: { userId: ana.id, location: 'home-page' },
    });
    const { rows } = await pool.query('select to_jsonb(ad_impression)::text as row from ad_impression');
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(ana.id);
  });

  test('is refused with an unknown id, for another ad, for another placement, or for an ended ad', async () => {
    const [id, other] = [await add(), await add()];
    const seen = await see(id);
    expect(await click(id, newId())).toBe(404);
    expect(await click(other, seen)).toBe(404);
    const impression = (adId: string, body: object) => post(`/api/ads/${adId}/impression`, body);
    expect((await impression(id, { location: 'home-page', impressionId: newId() })).statusCode).toBe(404);
    expect((await impression(other, { location: 'home-page', impressionId: seen })).statusCode).toBe(404);
    expect((await impression(id, { location: 'landing-page' })).statusCode).toBe(404);
    expect((await impression(newId(), { location: 'home-page' })).statusCode).toBe(404);
    expect(await ads.endAd(ctx, id)).toBe('ended');
    expect((await impression(id, { location: 'home-page' })).statusCode).toBe(404);
    // who still has the page open may follow it
    expect(await click(id, seen)).toBe(204);
    expect([await sums(id), await sums(other)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  test('of a visitor counts six times a day for one ad and address, of a person twenty times', async () => {
    const limited = { ...ctx, rateLimits: makeRateLimits({ db: ctx.db, secret: 'a secret' }) };
    const id = await add();
    const look = async (address: string, viewerId: string | null) => {
      const seen = { placement: 'home-page', address, viewerId } as const;
      const impressionId = await ads.recordImpression(limited, id, seen);
      await ads.recordClick(limited, id, { impressionId, address });
    };
    for (let address = 1; address <= 3; address++)
      for (let view = 0; view < 40; view++) await look(`192.0.2.${address}`, null);
    expect(await sums(id)).toEqual([18, 18]);
    const viewerId = newId();
    for (let view = 0; view < 30; view++) await look('192.0.2.1', viewerId);
    expect(await sums(id)).toEqual([38, 38]);
    // another ad is counted for itself
    const other = await add();
    await ads.recordImpression(limited, other, { placement: 'home-page', address: ADDRESS, viewerId: null });
    expect(await sums(other)).toEqual([1, 0]);
  });

  test('is limited by address', async () => {
    const limited = { ...ctx, rateLimits: makeRateLimits({ db: ctx.db, secret: 'a secret' }) };
    const id = await add();
    const seen = { placement: 'home-page', address: ADDRESS, viewerId: null } as const;
    for (let use = 0; use < 1200; use++) await limited.rateLimits.spend('address-ad', ADDRESS);
    await expect(ads.recordImpression(limited, id, seen)).rejects.toMatchObject({ status: 429 });
    await expect(
      ads.recordClick(limited, id, { impressionId: newId(), address: ADDRESS }),
    ).rejects.toMatchObject({ status: 429 });
  });

  test('is deleted after thirty days; the sums stay', async () => {
    const id = await add();
    await see(id);
    clock.forward(29 * DAY_MS);
    await forgetOld(ctx);
    expect((await pool.query('select from ad_impression')).rowCount).toBe(1);
    clock.forward(2 * DAY_MS);
    await forgetOld(ctx);
    expect((await pool.query('select from ad_impression')).rowCount).toBe(0);
    expect(await sums(id)).toEqual([1, 0]);
  });
});
