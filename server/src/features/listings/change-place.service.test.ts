import { distanceM, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { changeListingBody, type ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  brokenPromises,
  claimsGround,
  MIDTOWN,
  type Somebody,
} from '#server/testing/factories/claims-ground.ts';

const ground = await claimsGround();
const { listings, claims, person, listing, pool } = ground;

afterEach(async () => {
  expect(await brokenPromises(pool)).toEqual([]);
});

const change = (who: Somebody, id: string, body: ChangeListing) =>
  listings.changeListing(who, id, z.parse(changeListingBody, body));

describe('the place of a listing', () => {
  const UPTOWN = pointAt(MIDTOWN, 4000, 1);

  test('by its address alone stays where it is; with a point it is elsewhere, for everybody some way off', async () => {
    const [donor, stranger] = [await person(), await person()];
    const soup = await listing(donor);
    const before = await listings.getListing(stranger, soup.id);
    expect(await change(donor, soup.id, { pickupLocation: '5 Elm Street' })).toMatchObject({
      pickupLocation: '5 Elm Street',
      ...MIDTOWN,
    });
    expect(await listings.getListing(stranger, soup.id)).toEqual(before);
    const moved = { pickupLocation: '9 Oak Street', ...UPTOWN, areaLabel: 'Harlem' };
    expect(await change(donor, soup.id, moved)).toMatchObject({ pickupLocation: '9 Oak Street', ...UPTOWN });
    const after = await listings.getListing(stranger, soup.id);
    expect(after).toMatchObject({ pickupLocation: 'Harlem', placeShared: false });
    const shown = { latitude: after.latitude ?? 0, longitude: after.longitude ?? 0 };
    expect(distanceM(shown, UPTOWN)).toBeGreaterThanOrEqual(249);
    expect(distanceM(shown, UPTOWN)).toBeLessThanOrEqual(401);
  });

  test('needs a name where nobody knows one, and then nothing is changed', async () => {
    const donor = await person();
    const soup = await listing(donor);
    await expect(change(donor, soup.id, { title: 'No', ...UPTOWN })).rejects.toMatchObject({
      status: 422,
      fields: { areaLabel: 'Please name your neighbourhood' },
    });
    expect(await listings.getListing(donor, soup.id)).toEqual(soup);
  });

  test('without a point has the neighbourhood that its donor names', async () => {
    const [donor, stranger] = [await person(), await person()];
    const soup = await listings.createListing(donor, { ...ground.placelessBody(), areaLabel: 'Chelsea' });
    await change(donor, soup.id, { areaLabel: 'Harlem' });
    expect((await listings.getListing(stranger, soup.id)).pickupLocation).toBe('Harlem');
    await expect(change(donor, soup.id, { areaLabel: ' ' })).rejects.toMatchObject({ status: 422 });
  });

  test('of the next handover is not shown to who was at the last one', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor, { sharePlaceAtOnce: true });
    const claim = await claims.claimListing(guest, soup.id, 2);
    await claims.completeClaim(donor, claim.id, claim.code);
    expect(await listings.getListing(guest, soup.id)).toMatchObject({ placeShared: true });
    await change(donor, soup.id, { pickupInstructions: 'Ring twice' });
    expect(await listings.getListing(guest, soup.id)).toMatchObject({ placeShared: true });
    await change(donor, soup.id, { pickupLocation: '5 Elm Street' });
    expect(await listings.getListing(guest, soup.id)).toMatchObject({
      placeShared: false,
      pickupLocation: 'Hell’s Kitchen',
    });
  });

  test('is told to who looks at where it was and to who looks at where it is', async () => {
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
