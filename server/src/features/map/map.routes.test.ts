import { boundsAround } from '@openlarder/domain/kernel/geo.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { VISIT_TIMES } from '@openlarder/domain/listings/listing-fields.ts';
import { visitSpan } from '@openlarder/domain/listings/search/visit-time.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as listings from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import {
  ask,
  claimsFixture,
  MIDTOWN,
  SECRET_ADDRESS,
  type TestCaller,
} from '#server/test/factories/claims-fixture.ts';
import { DEFAULT_CELL_M } from '#server/platform/settings/environment.ts';
import { mapIndex } from './map.service.ts';

type Fixture = Awaited<ReturnType<typeof claimsFixture>>;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await claimsFixture();
  await fixture.listen();
});

const AROUND = boundsAround(MIDTOWN, 5000);

async function look(
  who: TestCaller | null,
  query: Record<string, string | readonly string[]> = {},
): Promise<{ status: number; clusters: MapCluster[]; total: string | undefined; body: unknown }> {
  const search = new URLSearchParams();
  const all = {
    ...Object.fromEntries(Object.entries(AROUND).map(([side, at]) => [side, String(at)])),
    ...query,
  };
  for (const [name, given] of Object.entries(all))
    for (const one of typeof given === 'string' ? [given] : given) search.append(name, one);
  const { status, headers, body } = await ask(
    fixture.http,
    who,
    'GET',
    `/api/map/cluster?${search.toString()}`,
  );
  return {
    status,
    clusters: Array.isArray(body) ? (body as MapCluster[]) : [],
    total: headers['x-total-count'] as string | undefined,
    body,
  };
}
const idsSeen = async (who: TestCaller): Promise<string[]> =>
  (await look(who)).clusters.flatMap(({ items }) => items.map(({ id }) => id));

describe('the live map', () => {
  test('clusters near food at a public point, with the area label and no address', async () => {
    const [donor, stranger] = [await fixture.person('Rosa'), await fixture.person('Iris')];
    const soup = await fixture.listing(donor);
    const bread = await fixture.listing(donor, { title: 'Bread', category: 'bakery_items' });
    await expect.poll(() => idsSeen(stranger)).toContain(bread.id);
    const { clusters, total, body } = await look(stranger);
    const [cluster] = clusters;
    expect([clusters.length, total]).toEqual([1, '2']);
    expect(cluster).toMatchObject({ type: 'food_available', count: 2 });
    expect(cluster?.items.map(({ id }) => id).toSorted()).toEqual([soup.id, bread.id].toSorted());
    expect(cluster?.items[0]).toEqual({
      id: expect.any(String),
      title: expect.any(String),
      category: expect.stringMatching(/^(prepared_meals|bakery_items)$/),
      urgencyLevel: expect.any(String),
      pickupLocation: 'Hell’s Kitchen',
      ...publicPointOf(MIDTOWN, DEFAULT_CELL_M),
      placeIsPublic: false,
      estimatedServings: 4,
      householdSize: null,
      photoPath: null,
      allergens: null,
      availableFrom: soup.availableFrom,
      availableUntil: soup.availableUntil,
      createdAt: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toContain(SECRET_ADDRESS);
    expect(cluster).toMatchObject(publicPointOf(MIDTOWN, DEFAULT_CELL_M));
    const bakery = await look(stranger, { categories: ['bakery_items', 'pantry_staples'], radius: '100' });
    expect(bakery.clusters.map(({ items }) => items.map(({ title }) => title))).toEqual([['Bread']]);
    expect((await look(stranger, { urgencyLevels: 'emergency' })).clusters).toEqual([]);
    const elsewhere = { north: '10', south: '0', east: '10', west: '0' };
    expect((await look(stranger, elsewhere)).clusters).toEqual([]);
  });

  test('follows claims, releases and withdrawals', async () => {
    const [donor, claimer, stranger] = [
      await fixture.person('Mei'),
      await fixture.person('Amir'),
      await fixture.person('Leo'),
    ];
    const { id } = await fixture.listing(donor);
    await expect.poll(() => idsSeen(stranger)).toContain(id);
    const claim = await claims.claimListing(fixture.ctx, claimer, id);
    await expect.poll(() => idsSeen(stranger)).not.toContain(id);
    await handovers.releaseHandover(fixture.ctx, claimer, claim.handover.id, 'cannot_come');
    await expect.poll(() => idsSeen(stranger)).toContain(id);
    await listings.withdrawListing(fixture.ctx, donor, id);
    await expect.poll(() => idsSeen(stranger)).not.toContain(id);
  });

  test.each(VISIT_TIMES)('for someone who comes %s, has what the list has', async (when) => {
    const { clock, ctx } = fixture;
    const [donor, stranger] = [await fixture.person('Rosa'), await fixture.person('Iris')];
    const span = visitSpan(when, clock.at, ctx.settings.timeZone);
    const iso = (ms: number) => new Date(ms).toISOString();
    const open = await fixture.listing(donor, {
      availableFrom: iso(span.untilMs - MINUTE_MS),
      availableUntil: iso(span.untilMs + MINUTE_MS),
    });
    const closed = await fixture.listing(donor, {
      availableFrom: iso(span.untilMs),
      availableUntil: iso(span.untilMs + MINUTE_MS),
    });
    await expect.poll(() => idsSeen(stranger)).toContain(closed.id);
    const onMap = (await look(stranger, { when })).clusters.flatMap(({ items }) => items.map(({ id }) => id));
    const inList = await ask(fixture.http, stranger, 'GET', `/api/food-listings?when=${when}`);
    expect(onMap).toContain(open.id);
    expect(onMap).not.toContain(closed.id);
    expect((inList.body as MapCluster['items']).map(({ id }) => id).toSorted()).toEqual(onMap.toSorted());
  });

  test('removes expired items without an event', async () => {
    const [donor, stranger] = [await fixture.person(), await fixture.person()];
    const until = new Date(fixture.clock.at + 40 * MINUTE_MS).toISOString();
    const { id } = await fixture.listing(donor, { availableUntil: until });
    await expect.poll(() => idsSeen(stranger)).toContain(id);
    fixture.clock.forward(40 * MINUTE_MS);
    expect(await idsSeen(stranger)).not.toContain(id);
  });

  test('is the same after a rebuild', async () => {
    const stranger = await fixture.person();
    const { id } = await fixture.listing(await fixture.person());
    await expect.poll(() => idsSeen(stranger)).toContain(id);
    const before = (await look(stranger)).clusters;
    mapIndex(fixture.ctx).missed();
    await mapIndex(fixture.ctx).current();
    await expect.poll(async () => (await look(stranger)).clusters).toEqual(before);
  });

  test('counts nothing across a block', async () => {
    const [donor, stranger] = [await fixture.person(), await fixture.person()];
    const { id } = await fixture.listing(donor);
    await expect.poll(() => idsSeen(stranger)).toContain(id);
    const total = Number((await look(stranger)).total);
    await moderation.blockPerson(fixture.ctx, donor, stranger.userId);
    expect(await idsSeen(stranger)).not.toContain(id);
    expect(Number((await look(stranger)).total)).toBe(total - 1);
    expect(await idsSeen(donor)).toContain(id);
  });

  test.each([
    ['a visitor', {}, 401],
    ['inverted bounds', { north: '40', south: '41' }, 422],
    ['a radius below 100', { radius: '99' }, 422],
    ['a radius above 5000', { radius: '5001' }, 422],
    ['a pole too far', { north: '91' }, 422],
    ['an unknown category', { categories: 'gold' }, 422],
    ['words for a number', { east: 'there' }, 400],
  ])('refuses %s', async (what, query, status) => {
    const who = what === 'a visitor' ? null : await fixture.person();
    expect((await look(who, query)).status).toBe(status);
  });
});
