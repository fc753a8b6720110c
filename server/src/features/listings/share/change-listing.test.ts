import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import { changeListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { claimsFixture, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { expireListings, withdrawListing } from '../lifecycle/withdraw-and-expire.ts';
import { getListing } from '../listings.queries.ts';
import { changeListing } from './change-listing.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing, pool } = fixture;

const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();
const change = (who: TestCaller, id: string, body: ChangeListing) =>
  changeListing(ctx, who, id, z.parse(changeListingBody, body));
const HAS_CLAIMS = { status: 409, code: 'has-claims' };

async function changesTold(listingId: string): Promise<number> {
  const { rows } = await pool.query(
    `select from live_event where kind = 'listing_changed' and payload->>'listingId' = $1`,
    [listingId],
  );
  return rows.length;
}

/** A listing of six servings with an open claim of two. */
async function claimedInPart(changes: Parameters<typeof listing>[1] = {}) {
  const [donor, guest] = [await person(), await fixture.member()];
  const soup = await listing(donor, { estimatedServings: 6, ...changes });
  const claim = await claimListing(ctx, guest, soup.id, 2);
  return { donor, guest, soup, claim };
}

describe('changeListing', () => {
  test('changes what it says twenty times a day at most, so that the words of a search stay few; all else at any time', async () => {
    const donor = await person();
    const { id } = await listing(donor);
    const limited = { ...ctx, rateLimits: makeRateLimits({ db: ctx.db, secret: 'a secret' }) };
    for (let nth = 0; nth < 20; nth++) await changeListing(limited, donor, id, { title: `Soup ${nth}` });
    await expect(changeListing(limited, donor, id, { description: 'New' })).rejects.toMatchObject({
      status: 429,
    });
    await changeListing(limited, donor, id, { title: 'Soup 19', allergens: ['milk'] });
    expect(await getListing(ctx, donor, id)).toMatchObject({ title: 'Soup 19', allergens: ['milk'] });
  });

  test('changes only the given fields', async () => {
    const donor = await person();
    const soup = await listing(donor, { description: 'Still warm', diets: ['vegan'], allergens: ['celery'] });
    const named = {
      title: 'Leek soup',
      category: 'other' as const,
      allergens: ['milk' as const],
      dateKind: 'use_by' as const,
      expiryDate: inHours(20),
      closingTime: '21:30',
      contactPhone: '+1 212 555 0100',
      pickupInstructions: 'Ring twice',
      sharePlaceAtOnce: true,
    };
    const changed = await change(donor, soup.id, named);
    expect(changed).toEqual({ ...soup, ...named });
    expect(await change(donor, soup.id, { allergens: null, expiryDate: null, contactPhone: '' })).toEqual({
      ...changed,
      allergens: null,
      expiryDate: null,
      contactPhone: null,
    });
  });

  test('mends a typo in the title and a category once some was claimed, but makes it no other food', async () => {
    const { donor, guest, soup, claim } = await claimedInPart({ title: 'Rye bred', category: 'other' });
    const mended = { title: 'Rye bread', category: 'bakery_items' } as const;
    expect(await change(donor, soup.id, mended)).toMatchObject(mended);
    expect((await getClaim(ctx, guest, claim.id)).listing).toMatchObject({ title: 'Rye bread' });
    for (const other of [{ title: 'Rye beard' }, { category: 'dairy_eggs' }] as const)
      await expect(change(donor, soup.id, other)).rejects.toMatchObject(HAS_CLAIMS);
  });

  test('keeps what food is and is counted in once some was claimed, also when that was handed over', async () => {
    const { donor, soup, claim } = await claimedInPart({ countedAs: 'rolls', title: 'Rye rolls' });
    const same = { countedAs: 'rolls', title: 'Rye rolls', category: soup.category } as const;
    const staysTheSame = async () => {
      for (const other of [{ countedAs: 'loaves' }, { title: 'Pork' }, { category: 'other' }] as const)
        await expect(change(donor, soup.id, other)).rejects.toMatchObject(HAS_CLAIMS);
    };
    await staysTheSame();
    expect(await change(donor, soup.id, { ...same, pickupInstructions: 'Ring' })).toMatchObject(same);
    await handovers.completeHandover(ctx, donor, claim.handover.id, claim.handover.code);
    await staysTheSame();
    const free = await listing(donor, { countedAs: 'rolls' });
    expect(await change(donor, free.id, { countedAs: null })).toMatchObject({ countedAs: null });
  });

  test('is idempotent and announced once', async () => {
    const donor = await person();
    const soup = await listing(donor);
    const body = { title: 'Leek soup', availableUntil: inHours(9), pickupLocation: '5 Elm Street' };
    const changed = await change(donor, soup.id, body);
    expect(await changesTold(soup.id)).toBe(2);
    clock.forward(HOUR_MS);
    expect(await change(donor, soup.id, body)).toEqual(changed);
    expect(await changesTold(soup.id)).toBe(2);
  });

  test('merges parallel changes field by field', async () => {
    const donor = await person();
    const soup = await listing(donor);
    await Promise.all([
      change(donor, soup.id, { title: 'Leek soup' }),
      change(donor, soup.id, { description: 'With cream' }),
      change(donor, soup.id, { pickupInstructions: 'Ring twice' }),
    ]);
    expect(await getListing(ctx, donor, soup.id)).toMatchObject({
      title: 'Leek soup',
      description: 'With cream',
      pickupInstructions: 'Ring twice',
    });
  });

  test('is for the donor only, while the listing is posted', async () => {
    const { donor, guest, soup } = await claimedInPart();
    const body = { contactPhone: '+1 212 555 0100' };
    for (const who of [guest, await person()])
      await expect(change(who, soup.id, body)).rejects.toMatchObject({ status: 404 });
    // only claimed servings are left
    await withdrawListing(ctx, donor, soup.id);
    await expect(change(donor, soup.id, body)).rejects.toMatchObject({ status: 409, code: 'not-posted' });
    const [withdrawn, over] = [await listing(donor), await listing(donor, { availableUntil: inHours(1) })];
    await withdrawListing(ctx, donor, withdrawn.id);
    await expect(change(donor, withdrawn.id, body)).rejects.toMatchObject({ code: 'not-posted' });
    clock.forward(HOUR_MS);
    await expireListings(ctx);
    await expect(change(donor, over.id, { availableUntil: inHours(2) })).rejects.toMatchObject({
      code: 'not-posted',
    });
  });
});

describe('estimatedServings', () => {
  test.each([
    [9, { estimatedServings: 9, servingsLeft: 6, status: 'posted' }],
    [4, { estimatedServings: 4, servingsLeft: 1, status: 'posted' }],
    [3, { estimatedServings: 3, servingsLeft: 0, status: 'claimed' }],
  ])('may become %d when three are taken', async (estimatedServings, after) => {
    const { donor, soup, claim } = await claimedInPart();
    await handovers.completeHandover(ctx, donor, claim.handover.id, claim.handover.code);
    await claimListing(ctx, await person(), soup.id, 1);
    expect(await change(donor, soup.id, { estimatedServings })).toMatchObject(after);
  });

  test('cannot be fewer than are taken already', async () => {
    const { donor, guest, soup, claim } = await claimedInPart();
    await claimListing(ctx, await person(), soup.id, 1);
    const refused = (servings: number) =>
      change(donor, soup.id, { estimatedServings: servings, pickupInstructions: 'No' });
    await expect(refused(2)).rejects.toMatchObject({
      status: 422,
      fields: { estimatedServings: '@servings.taken {"taken":3}' },
    });
    expect(await getListing(ctx, donor, soup.id)).toEqual({ ...soup, servingsLeft: 3 });
    await handovers.releaseHandover(ctx, guest, claim.handover.id);
    expect(await change(donor, soup.id, { estimatedServings: 2 })).toMatchObject({ servingsLeft: 1 });
  });
});

describe('with an open claim', () => {
  test.each([
    ['another address', () => ({ pickupLocation: '5 Elm Street' })],
    ['another point', () => pointAt(MIDTOWN, 40, 1)],
    ['a later start', () => ({ availableFrom: inHours(1) })],
    ['an earlier end', () => ({ availableUntil: inHours(7) })],
  ])('%s is refused with an instruction', async (_, body) => {
    const { donor, guest, soup, claim } = await claimedInPart();
    await expect(change(donor, soup.id, { ...body(), pickupInstructions: 'Ring' })).rejects.toMatchObject({
      ...HAS_CLAIMS,
    });
    expect(await getListing(ctx, donor, soup.id)).toEqual({
      ...soup,
      servingsLeft: 4,
    });
    await handovers.releaseHandover(ctx, guest, claim.handover.id);
    expect(await change(donor, soup.id, body())).toMatchObject(body());
  });

  test('allows a longer pickup, instructions and phone; the same place is not a change', async () => {
    const { donor, guest, soup, claim } = await claimedInPart({ sharePlaceAtOnce: true });
    const body = {
      availableFrom: inHours(0.25),
      availableUntil: inHours(12),
      pickupInstructions: 'Ring twice',
      contactPhone: '+1 212 555 0100',
      pickupLocation: soup.pickupLocation,
      ...MIDTOWN,
    };
    expect(await change(donor, soup.id, body)).toMatchObject(body);
    expect(await getClaim(ctx, guest, claim.id)).toMatchObject({
      listing: {
        availableUntil: body.availableUntil,
        pickupInstructions: 'Ring twice',
        contactPhone: '+1 212 555 0100',
      },
    });
  });
});

describe('dates', () => {
  test.each([
    ['an end of pickup', { availableUntil: 0 }, { availableUntil: '@past.pickup' }],
    ['an expiry date', { expiryDate: -1 }, { expiryDate: '@past.expiry-date' }],
  ])('%s in the past is refused', async (_, hours, fields) => {
    const donor = await person();
    const soup = await listing(donor, { availableFrom: inHours(-3) });
    const body = Object.fromEntries(Object.entries(hours).map(([name, each]) => [name, inHours(each)]));
    await expect(change(donor, soup.id, body)).rejects.toMatchObject({ status: 422, fields });
  });

  test('a best-by date may be past; a past use-by date ends the offer', async () => {
    const donor = await person();
    const soup = await listing(donor, { bestByDate: inHours(-1) });
    const refusal = { status: 422, fields: { bestByDate: '@past.best-by-date' } };
    await expect(change(donor, soup.id, { dateKind: 'use_by' })).rejects.toMatchObject(refusal);
    await change(donor, soup.id, { dateKind: 'use_by', bestByDate: inHours(1) });
    await expect(change(donor, soup.id, { bestByDate: inHours(-2) })).rejects.toMatchObject(refusal);
  });

  test.each([
    ['availableUntil', 0.25, '@pickup-order.end'],
    ['availableFrom', 9, '@pickup-order.start'],
  ])('pickup has to start before it ends, whichever time changes', async (field, hours, text) => {
    const donor = await person();
    const soup = await listing(donor);
    await expect(change(donor, soup.id, { [field]: inHours(hours) })).rejects.toMatchObject({
      status: 422,
      fields: { [field]: text },
    });
  });

  test('dates that have passed do not prevent a new title or a longer pickup', async () => {
    const donor = await person();
    const soup = await listing(donor, { availableUntil: inHours(1) });
    clock.forward(HOUR_MS);
    const unchanged = { availableUntil: soup.availableUntil, expiryDate: soup.expiryDate };
    expect(await change(donor, soup.id, { title: 'Leek soup', ...unchanged })).toMatchObject({
      title: 'Leek soup',
    });
    await change(donor, soup.id, { availableUntil: inHours(2) });
    await expireListings(ctx);
    expect(await getListing(ctx, donor, soup.id)).toMatchObject({ status: 'posted' });
  });

  test('derive the urgency of an individual listing; bulk food keeps the donor’s', async () => {
    const { caller, cookie } = await fixture.createPerson({ userType: 'donor' });
    const donor = { ...caller, cookie };
    const soup = await listing(donor, { bestByDate: inHours(40) });
    const bulk = await listing(donor, { isBulk: true, urgencyLevel: 'emergency', bestByDate: inHours(40) });
    expect([soup.urgencyLevel, bulk.urgencyLevel]).toEqual(['low', 'emergency']);
    const sooner = { bestByDate: inHours(20), urgencyLevel: 'medium' as const, expiryDate: inHours(1) };
    expect(await change(donor, soup.id, { bestByDate: inHours(20) })).toMatchObject({
      urgencyLevel: 'medium',
    });
    expect(await change(donor, bulk.id, sooner)).toMatchObject({ urgencyLevel: 'medium', expiryDate: null });
    clock.forward(15 * HOUR_MS);
    expect(await getListing(ctx, donor, soup.id)).toMatchObject({ urgencyLevel: 'high' });
    expect(await getListing(ctx, donor, bulk.id)).toMatchObject({ urgencyLevel: 'medium' });
  });
});
