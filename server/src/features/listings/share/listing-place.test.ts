import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import { changeListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { claimsFixture, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { DEFAULT_CELL_M } from '#server/platform/settings/environment.ts';
import { getListing } from '../listings.queries.ts';
import { changeListing } from './change-listing.ts';
import { createListing } from './create-listing.ts';

const fixture = await claimsFixture();
const { ctx, person, listing, pool } = fixture;

const change = (who: TestCaller, id: string, body: ChangeListing) =>
  changeListing(ctx, who, id, z.parse(changeListingBody, body));

describe('a new listing without a point', () => {
  const HOME = '12 Elm St';
  const atHome = async () => {
    const donor = await person();
    await inTransaction(ctx, (tx) =>
      places.setProfilePlace(tx, donor.userId, { point: MIDTOWN, address: HOME, areaLabel: 'Chelsea' }),
    );
    return donor;
  };
  const shared = (donor: TestCaller, pickupLocation: string) =>
    createListing(ctx, donor, { ...fixture.placelessBody(), pickupLocation, sharePlaceAtOnce: true });

  test('has the exact point of the home with its address', async () => {
    expect(await shared(await atHome(), '12 elm st.')).toMatchObject(MIDTOWN);
  });

  test('names a public place to who claims, without the point of the home', async () => {
    const [donor, guest, stranger] = [await atHome(), await fixture.member(), await person()];
    const library = await shared(donor, 'Public library, 5th Avenue');
    await inTransaction(ctx, (tx) =>
      places.setProfilePlace(tx, guest.userId, { point: MIDTOWN, address: '9 Elm St', areaLabel: 'Chelsea' }),
    );
    expect((await getListing(ctx, guest, library.id)).distanceKm).toBeGreaterThan(0);
    const claim = await claims.claimListing(ctx, guest, library.id, 1);
    const place = {
      pickupLocation: 'Public library, 5th Avenue',
      placeShared: true,
      latitude: null,
      longitude: null,
      // measured to the public point, it would be said as the way to the library
      distanceKm: null,
    };
    expect(claim.listing).toMatchObject({ pickupLocation: place.pickupLocation, latitude: null });
    expect(await getListing(ctx, guest, library.id)).toMatchObject(place);
    expect(await getListing(ctx, stranger, library.id)).toMatchObject({
      pickupLocation: 'Chelsea',
      ...publicPointOf(MIDTOWN, DEFAULT_CELL_M),
    });
  });
});

describe('changing the place', () => {
  const UPTOWN = pointAt(MIDTOWN, 4000, 1);

  test('keeps the public side and no exact point if only the address changes; a new point moves both', async () => {
    const [donor, stranger] = [await person(), await person()];
    const soup = await listing(donor);
    const before = await getListing(ctx, stranger, soup.id);
    const respelled = { pickupLocation: ` ${soup.pickupLocation.toUpperCase()} ` };
    expect(await change(donor, soup.id, respelled)).toMatchObject(MIDTOWN);
    expect(await change(donor, soup.id, { pickupLocation: 'Library', areaLabel: 'Harlem' })).toMatchObject({
      pickupLocation: 'Library',
      latitude: null,
      longitude: null,
    });
    expect(await getListing(ctx, stranger, soup.id)).toEqual(before);
    const moved = { pickupLocation: '9 Oak Street', ...UPTOWN, areaLabel: 'Harlem' };
    expect(await change(donor, soup.id, moved)).toMatchObject({ pickupLocation: '9 Oak Street', ...UPTOWN });
    const after = await getListing(ctx, stranger, soup.id);
    expect(after).toMatchObject({ pickupLocation: 'Harlem', placeShared: false });
    expect(after).toMatchObject(publicPointOf(UPTOWN, DEFAULT_CELL_M));
  });

  test('requires a label where no area name is known, and changes nothing otherwise', async () => {
    const donor = await person();
    const soup = await listing(donor);
    await expect(change(donor, soup.id, { title: 'No', ...UPTOWN })).rejects.toMatchObject({
      status: 422,
      fields: { areaLabel: '@required.neighborhood' },
    });
    expect(await getListing(ctx, donor, soup.id)).toEqual(soup);
  });

  test('refuses a label that contains a part of the address, with and without a point', async () => {
    const donor = await person();
    const kindly = { status: 422, fields: { areaLabel: '@invalid.neighborhood' } };
    const at = { pickupLocation: 'Lindenstr. 5, Berlin' };
    for (const areaLabel of ['Lindenstr. 5, Berlin', 'Lindenstraße', 'Second floor, 5'])
      for (const body of [
        fixture.placelessBody(),
        { ...fixture.placelessBody(), latitude: 52.5, longitude: 13.4 },
      ])
        await expect(createListing(ctx, donor, { ...body, ...at, areaLabel })).rejects.toMatchObject(kindly);
    const soup = await createListing(ctx, donor, {
      ...fixture.placelessBody(),
      ...at,
      areaLabel: 'Kreuzberg',
    });
    await expect(change(donor, soup.id, { areaLabel: 'Lindenstraße' })).rejects.toMatchObject(kindly);
    await expect(
      change(donor, soup.id, { pickupLocation: 'Kreuzbergstr. 7', areaLabel: 'Kreuzbergstr' }),
    ).rejects.toMatchObject(kindly);
  });

  test('uses the donor’s area label if there is no point', async () => {
    const [donor, stranger] = [await person(), await person()];
    const soup = await createListing(ctx, donor, {
      ...fixture.placelessBody(),
      areaLabel: 'Chelsea',
    });
    await change(donor, soup.id, { areaLabel: 'Harlem' });
    expect((await getListing(ctx, stranger, soup.id)).pickupLocation).toBe('Harlem');
    await expect(change(donor, soup.id, { areaLabel: ' ' })).rejects.toMatchObject({ status: 422 });
  });

  test('ends address grants of earlier handovers', async () => {
    const [donor, guest] = [await person(), await fixture.member()];
    const soup = await listing(donor, { sharePlaceAtOnce: true });
    const claim = await claims.claimListing(ctx, guest, soup.id, 2);
    await handovers.completeHandover(ctx, donor, claim.handover.id, claim.handover.code);
    expect(await getListing(ctx, guest, soup.id)).toMatchObject({ placeShared: true });
    await change(donor, soup.id, { pickupInstructions: 'Ring twice' });
    expect(await getListing(ctx, guest, soup.id)).toMatchObject({ placeShared: true });
    await change(donor, soup.id, { pickupLocation: '5 Elm Street' });
    expect(await getListing(ctx, guest, soup.id)).toMatchObject({
      placeShared: false,
      pickupLocation: 'Hell’s Kitchen',
    });
  });

  test('notifies viewers of the old and the new place', async () => {
    const donor = await person();
    const soup = await listing(donor);
    await change(donor, soup.id, { ...UPTOWN, areaLabel: 'Harlem' });
    const { rows } = await pool.query<{ latitude: number }>(
      `select (payload->'point'->>'latitude')::float8 as latitude from live_event
       where kind = 'listing_changed' and payload->>'listingId' = $1 order by number`,
      [soup.id],
    );
    const [made, was, is] = rows.map(({ latitude }) => latitude);
    expect(was).toBe(made);
    expect(Math.abs((is ?? 0) - UPTOWN.latitude)).toBeLessThan(0.005);
  });
});
