import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { describe, expect, test } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as places from '#server/features/places/places.service.ts';
import type { Viewer } from '#server/platform/live/live-topic.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import {
  claimsFixture,
  MIDTOWN,
  SECRET_ADDRESS,
  SECRET_INSTRUCTIONS,
} from '#server/test/factories/claims-fixture.ts';
import { DEFAULT_CELL_M } from '#server/platform/settings/environment.ts';
import { removeListing, resumeListing, withdrawListing } from './lifecycle/withdraw-and-expire.ts';
import { RESUME_MS } from '@openlarder/domain/listings/listing-states.ts';
import { listingFrames } from './listings.module.ts';
import { getListing, listingsOfPerson } from './listings.queries.ts';
import { changeListing } from './share/change-listing.ts';
import { createListing } from './share/create-listing.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing, listingBody, placelessBody, pool } = fixture;

const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();

describe('createListing', () => {
  test('shows the exact location to the donor, and the area and the grid’s point to others', async () => {
    const [donor, stranger] = [await person('Ada', 'Okafor'), await person()];
    const mine = await listing(donor);
    expect(mine).toMatchObject({
      title: 'Vegetable soup',
      status: 'posted',
      servingsLeft: 4,
      pickupLocation: SECRET_ADDRESS,
      pickupInstructions: SECRET_INSTRUCTIONS,
      placeShared: true,
      ...MIDTOWN,
    });
    const theirs = await getListing(ctx, stranger, mine.id);
    expect(theirs).toMatchObject({
      pickupLocation: 'Hell’s Kitchen',
      pickupInstructions: null,
      contactPhone: null,
      placeShared: false,
      donor: { displayName: 'Ada O.' },
      distanceKm: null,
    });
    expect(theirs).toMatchObject(publicPointOf(MIDTOWN, DEFAULT_CELL_M));
  });

  test('uses the donor’s home without a coordinate; without a home the given label, or the community’s name', async () => {
    const donor = await person();
    const somewhere = await createListing(ctx, donor, placelessBody());
    expect(await getListing(ctx, await person(), somewhere.id)).toMatchObject({
      latitude: null,
      longitude: null,
      pickupLocation: ctx.settings.appName,
    });
    const named = await createListing(ctx, donor, { ...placelessBody(), areaLabel: 'Chelsea' });
    expect(named).toMatchObject({ latitude: null, longitude: null, pickupLocation: SECRET_ADDRESS });
    await inTransaction(fixture.ctx, (tx) =>
      places.setProfilePlace(tx, donor.userId, {
        point: MIDTOWN,
        areaLabel: 'Clinton',
        address: SECRET_ADDRESS,
      }),
    );
    const homely = await createListing(ctx, donor, placelessBody());
    expect(homely).toMatchObject(MIDTOWN);
    expect((await getListing(ctx, await person(), homely.id)).pickupLocation).toBe('Clinton');
  });

  test.each([
    ['pickup is over', { availableUntil: -1 }, { availableUntil: '@past.pickup' }],
    ['pickup ends now', { availableUntil: 0 }, { availableUntil: '@past.pickup' }],
    ['it has expired', { expiryDate: -1 }, { expiryDate: '@past.expiry-date' }],
  ])('is refused when %s', async (_, offsets, fields) => {
    const changes = Object.fromEntries(
      Object.entries(offsets).map(([name, hours]) => [name, inHours(hours)]),
    );
    const donor = await person();
    await expect(listing(donor, { availableFrom: inHours(-2), ...changes })).rejects.toMatchObject({
      status: 422,
      fields,
    });
    expect(await listingsOfPerson(ctx, donor, donor.userId)).toEqual([]);
  });

  test('creates one listing for parallel calls with one key; refuses the key with another body', async () => {
    const donor = await person();
    const key = { endpoint: 'POST /api/food-listings', key: 'k', bodyHash: 'h' };
    const [one, two] = await Promise.all([
      createListing(ctx, donor, listingBody(), key),
      createListing(ctx, donor, listingBody(), key),
    ]);
    expect(one).toEqual(two);
    expect(await listingsOfPerson(ctx, donor, donor.userId)).toHaveLength(1);
    await expect(
      createListing(ctx, donor, listingBody(), { ...key, bodyHash: 'other' }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'idempotency-key-reused',
    });
  });

  test('refuses another person’s photo and writes nothing', async () => {
    const donor = await person();
    const imageUrls = ['/objects/01989c2e-0000-7000-8000-000000000000'];
    await expect(listing(donor, { imageUrls })).rejects.toBeInstanceOf(AppError);
    expect(await listingsOfPerson(ctx, donor, donor.userId)).toEqual([]);
  });
});

describe('withdrawal and expiry', () => {
  test('withdraws a posted listing, still visible to the donor; idempotent', async () => {
    const [donor, stranger] = [await person(), await person()];
    const soup = await listing(donor);
    await expect(withdrawListing(ctx, stranger, soup.id)).rejects.toMatchObject({ status: 404 });
    expect(await withdrawListing(ctx, donor, soup.id)).toMatchObject({ status: 'withdrawn' });
    expect(await withdrawListing(ctx, donor, soup.id)).toMatchObject({ status: 'withdrawn' });
    await expect(getListing(ctx, stranger, soup.id)).rejects.toMatchObject({ status: 404 });
    expect(await listingsOfPerson(ctx, stranger, donor.userId)).toEqual([]);
  });

  test('shows the originally shared servings to the donor only, also after a withdrawal', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor, { estimatedServings: 6 });
    await claims.claimListing(ctx, guest, soup.id, 2);
    await withdrawListing(ctx, donor, soup.id);
    expect(await getListing(ctx, donor, soup.id)).toMatchObject({
      estimatedServings: 2,
      offeredServings: 6,
    });
    expect((await getListing(ctx, guest, soup.id)).offeredServings).toBeUndefined();
    const bread = await listing(donor, { estimatedServings: 6 });
    const changed = await changeListing(ctx, donor, bread.id, { estimatedServings: 4 });
    expect(changed.offeredServings).toBe(4);
    // listings from before it was kept
    await pool.query('update food_listing set offered_servings = null where id = $1', [bread.id]);
    expect((await getListing(ctx, donor, bread.id)).offeredServings).toBe(4);
  });

  test('withdraws only the rest while a claim is open, and refuses once all is claimed', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor, { estimatedServings: 5 });
    const claim = await claims.claimListing(ctx, guest, soup.id, 2);
    const withdrawn = await withdrawListing(ctx, donor, soup.id);
    expect(withdrawn).toMatchObject({ status: 'claimed', servingsLeft: 0, estimatedServings: 2 });
    expect(await withdrawListing(ctx, donor, soup.id)).toEqual(withdrawn);
    const bread = await listing(donor);
    await claims.claimListing(ctx, guest, bread.id);
    await expect(withdrawListing(ctx, donor, bread.id)).rejects.toMatchObject({
      status: 409,
      code: 'not-posted',
    });
    await handovers.completeHandover(ctx, donor, claim.handover.id, claim.handover.code);
    expect((await getListing(ctx, donor, soup.id)).status).toBe('completed');
  });

  test('a stop minutes ago is undone: the same listing, its claims, and what was left; idempotent', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor, { estimatedServings: 6, allergens: ['celery'] });
    const whole = await listing(donor, { estimatedServings: 3 });
    const claim = await claims.claimListing(ctx, guest, soup.id, 2);
    const before = await getListing(ctx, donor, soup.id);
    for (const { id } of [soup, whole]) await withdrawListing(ctx, donor, id);
    await expect(resumeListing(ctx, guest, soup.id, 6)).rejects.toMatchObject({ status: 404 });
    await expect(resumeListing(ctx, donor, soup.id, 1)).rejects.toMatchObject({ status: 422 });
    expect(await resumeListing(ctx, donor, soup.id, 6)).toEqual(before);
    expect(await resumeListing(ctx, donor, soup.id, 6)).toEqual(before);
    expect(await resumeListing(ctx, donor, whole.id, 3)).toEqual(whole);
    // what is released is offered again
    await handovers.releaseHandover(ctx, guest, claim.handover.id);
    expect(await getListing(ctx, donor, soup.id)).toMatchObject({ status: 'posted', servingsLeft: 6 });
  });

  test('a stop is not undone later, past the offer, or once an admin has removed it', async () => {
    const donor = await person();
    const [soup, late, removed] = [
      await listing(donor),
      await listing(donor, { availableUntil: inHours(0.1) }),
      await listing(donor),
    ];
    for (const { id } of [soup, late, removed]) await withdrawListing(ctx, donor, id);
    await inTransaction(ctx, (tx) => removeListing(tx, removed.id));
    const refusal = { status: 409, code: 'not-posted' };
    await expect(resumeListing(ctx, donor, removed.id, 4)).rejects.toMatchObject(refusal);
    clock.forward(0.1 * HOUR_MS);
    await expect(resumeListing(ctx, donor, late.id, 4)).rejects.toMatchObject(refusal);
    clock.forward(RESUME_MS);
    await expect(resumeListing(ctx, donor, soup.id, 4)).rejects.toMatchObject(refusal);
  });
});

test('a frame sets the area a socket subscribes to', async () => {
  const around = { north: 40.8, south: 40.7, east: -73.9, west: -74.1 };
  const viewer: Viewer = { userId: 'a', sessionId: 's', groups: new Set<string>() };
  const frame = { type: 'subscribe_heat_map_updates' as const, bounds: around };
  const looked: GeoBounds[] = [];
  const line = {
    watchBounds: async (bounds: GeoBounds) => void looked.push(bounds),
    join() {},
    leave() {},
    send() {},
  };
  expect(await listingFrames.subscribe_heat_map_updates(frame, viewer, line)).toBeNull();
  const inverted = { ...frame, bounds: { ...around, north: 40 } };
  expect(await listingFrames.subscribe_heat_map_updates(inverted, viewer, line)).toBe('invalid.south');
  expect(looked).toEqual([around]);
});
