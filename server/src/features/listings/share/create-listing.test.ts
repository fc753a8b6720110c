import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { describe, expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { DEFAULT_CELL_M } from '#server/platform/settings/environment.ts';
import {
  claimsFixture,
  MIDTOWN,
  SECRET_ADDRESS,
  SECRET_INSTRUCTIONS,
  type TestCaller,
} from '#server/test/factories/claims-fixture.ts';
import { getListing, listingsOfPerson } from '../listings.queries.ts';
import { changeListing } from './change-listing.ts';
import { createListing } from './create-listing.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing } = fixture;
const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();

async function planted(over: Parameters<typeof fixture.createPerson>[0]): Promise<TestCaller> {
  const { caller, cookie } = await fixture.createPerson(over);
  return { ...caller, cookie };
}

describe('bulk listings', () => {
  const bulk = { isBulk: true, urgencyLevel: 'emergency' as const, estimatedServings: 50 };

  test.each([
    ['a donor', { userType: 'donor' as const }],
    ['an organization of another kind', { userType: 'volunteer' as const, organizationName: 'Soup Kitchen' }],
  ])('are for %s: with the given urgency, without an expiry date', async (_, who) => {
    const donor = await planted(who);
    const rescued = {
      ...bulk,
      expiryDate: inHours(30),
      closingTime: '21:30',
      contactPhone: '+1 212 555 0100',
    };
    const shared = await listing(donor, rescued);
    expect(shared).toMatchObject({ ...rescued, expiryDate: null });
    // the phone belongs to the address: both appear when it is revealed
    expect(await getListing(ctx, await person(), shared.id)).toMatchObject({
      ...bulk,
      closingTime: '21:30',
      contactPhone: null,
    });
  });

  test.each([
    ['a recipient', { userType: 'recipient' as const }],
    ['a volunteer', { userType: 'volunteer' as const }],
    ['who has an organization without a name', { userType: 'recipient' as const, organizationName: ' ' }],
  ])('are refused for %s, with an explanation', async (_, who) => {
    const someone = await planted(who);
    await expect(listing(someone, bulk)).rejects.toMatchObject({
      status: 403,
      key: 'bulk-not-for-you',
    });
    expect(await listingsOfPerson(ctx, someone, someone.userId)).toEqual([]);
  });
});

test('stores allergens and diets; unknown allergens stay null', async () => {
  const donor = await person();
  const said = { allergens: ['milk' as const], diets: ['vegetarian' as const], dateKind: 'use_by' as const };
  const soup = await listing(donor, said);
  expect(await getListing(ctx, await person(), soup.id)).toMatchObject(said);
  expect(await listing(donor)).toMatchObject({ allergens: null, diets: [], dateKind: 'best_before' });
  expect(await listing(donor, { allergens: [] })).toMatchObject({ allergens: [] });
});

test('ignores a given urgency for an individual listing and derives it from the dates', async () => {
  expect(await listing(await person(), { urgencyLevel: 'emergency' })).toMatchObject({
    urgencyLevel: 'medium',
  });
});

describe('listings at a business', () => {
  const SHOP = { address: '12 W 47th Street', point: MIDTOWN };
  const HALL = { pickupLocation: 'Church hall, 9 Oak Street' };
  async function shopkeeper(): Promise<TestCaller> {
    const owner = await planted({ userType: 'donor', organizationName: 'Elm Bakery' });
    await inTransaction(fixture.ctx, (tx) => places.setBusinessPlace(tx, owner.userId, SHOP, true));
    return owner;
  }
  const isThere = { pickupLocation: SHOP.address, placeIsPublic: true, ...MIDTOWN };

  test.each([
    ['named by its point', () => fixture.listingBody()],
    ['as the own place', () => ({ ...fixture.placelessBody(), pickupLocation: '12 w 47th street.' })],
  ])('the address is public, instructions and phone are not: %s', async (_, body) => {
    const [owner, stranger] = [await shopkeeper(), await person()];
    const shared = await createListing(ctx, owner, {
      ...body(),
      pickupInstructions: 'By the back door',
      contactPhone: '+1 212 555 0100',
    });
    expect(await getListing(ctx, stranger, shared.id)).toMatchObject({
      ...isThere,
      pickupInstructions: null,
      contactPhone: null,
      placeShared: false,
    });
    const { conversationId } = await claimListing(ctx, stranger, shared.id);
    expect((await getListing(ctx, stranger, shared.id)).contactPhone).toBeNull();
    await revealAddress(ctx, owner, conversationId);
    expect(await getListing(ctx, stranger, shared.id)).toMatchObject({
      pickupInstructions: 'By the back door',
      contactPhone: '+1 212 555 0100',
      placeShared: true,
    });
  });

  test('a listing from the owner’s home is private', async () => {
    const [owner, stranger] = [await shopkeeper(), await person()];
    const home = pointAt(MIDTOWN, 60, 2);
    const soup = await listing(owner, home);
    expect(soup).toMatchObject({ placeIsPublic: false, ...home });
    const seen = await getListing(ctx, stranger, soup.id);
    expect(seen).toMatchObject({ placeIsPublic: false, pickupLocation: 'Hell’s Kitchen' });
    expect(JSON.stringify(seen)).not.toContain(SECRET_ADDRESS);
    expect(JSON.stringify(seen)).not.toContain(SECRET_INSTRUCTIONS);
    expect(seen.latitude).not.toBe(home.latitude);
  });

  test.each([
    [
      'shared there',
      (owner: TestCaller) => createListing(ctx, owner, { ...fixture.placelessBody(), ...HALL }),
    ],
    [
      'moved there',
      async (owner: TestCaller) => changeListing(ctx, owner, (await listing(owner, MIDTOWN)).id, HALL),
    ],
  ])('food at another address is private, also without a point: %s', async (_, made) => {
    const [owner, stranger] = [await shopkeeper(), await person()];
    const food = await made(owner);
    expect(food).toMatchObject({ placeIsPublic: false, latitude: null, ...HALL });
    expect(await getListing(ctx, stranger, food.id)).toMatchObject({
      placeIsPublic: false,
      pickupLocation: ctx.settings.appName,
      ...publicPointOf(MIDTOWN, DEFAULT_CELL_M),
    });
    const { conversationId } = await claimListing(ctx, stranger, food.id);
    await revealAddress(ctx, owner, conversationId);
    expect(await getListing(ctx, stranger, food.id)).toMatchObject({ placeShared: true, ...HALL });
  });

  test('food whose address is that of the shop again is public again', async () => {
    const [owner, stranger] = [await shopkeeper(), await person()];
    const { id } = await createListing(ctx, owner, { ...fixture.placelessBody(), ...HALL });
    await changeListing(ctx, owner, id, { pickupLocation: SHOP.address });
    expect(await getListing(ctx, stranger, id)).toMatchObject({
      placeIsPublic: true,
      pickupLocation: SHOP.address,
      ...MIDTOWN,
    });
  });

  test('moving to the shop shows the exact point; moving home hides it again', async () => {
    const [owner, stranger] = [await shopkeeper(), await person()];
    const home = pointAt(MIDTOWN, 900, 2);
    const soup = await listing(owner, home);
    await changeListing(ctx, owner, soup.id, { ...MIDTOWN, pickupLocation: 'At the shop' });
    expect(await getListing(ctx, stranger, soup.id)).toMatchObject(isThere);
    await changeListing(ctx, owner, soup.id, { ...home, pickupLocation: SECRET_ADDRESS });
    const seen = await getListing(ctx, stranger, soup.id);
    expect(seen).toMatchObject({ placeIsPublic: false, pickupLocation: 'Hell’s Kitchen' });
    expect(seen.latitude).not.toBe(home.latitude);
  });
});
