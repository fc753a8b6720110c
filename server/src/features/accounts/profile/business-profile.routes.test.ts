import type { ProfileChange } from '@openlarder/domain/accounts/account-contract.ts';
import { distanceM, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { describe, expect, it } from 'vitest';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import { DEFAULT_CELL_M } from '#server/platform/settings/environment.ts';
import { hideLapsedAddresses } from '#server/features/accounts/lifecycle/account-status.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';

const fixture = await testApp();
const { as, clock, ctx, db, createPerson } = fixture;

const AT_HOME = { latitude: 40.7580173, longitude: -73.9855129 };
const AT_THE_SHOP = { latitude: 40.7443211, longitude: -73.9902347 };
const BAKERY = {
  organizationName: 'Bell’s Bakery',
  organizationType: 'bakery',
  location: '30 W 27th St, New York',
  userType: 'donor',
} as const satisfies ProfileChange;

let bakeries = 0;
/** One whose name is its own: that of a verified one is refused to others. */
const ownBakery = () => ({ ...BAKERY, organizationName: `Bell’s Bakery no. ${++bakeries}` });

const change = (person: TestPerson, payload: ProfileChange | Record<string, unknown>) =>
  as(person, { method: 'PUT', url: '/api/users/profile', payload });
const share = (person: TestPerson, where: object = {}) =>
  createListing(ctx, person.caller, {
    ...listingBody(clock),
    ...{ latitude: undefined, longitude: undefined, areaLabel: undefined },
    pickupLocation: BAKERY.location,
    ...where,
  });
/** The public point and area label of a listing. */
async function shown(id: string) {
  const { latitude, longitude } = (
    await as(await createPerson(), { url: `/api/food-listings/${id}` })
  ).json();
  const row = db.selectFrom('food_listing').select('area_label').where('id', '=', id);
  return { latitude, longitude, areaLabel: (await row.executeTakeFirstOrThrow()).area_label };
}

describe('registering as a business', () => {
  it('saves name, type and address', async () => {
    const person = await createPerson({ userType: 'recipient' });
    const user = (await change(person, { ...BAKERY, ...AT_THE_SHOP })).json();
    expect(user).toMatchObject({ ...BAKERY, ...AT_THE_SHOP, verified: false });
    expect((await as(person, { url: '/api/auth/user' })).json()).toEqual(user);
  });

  it('places it like a home until it is verified, then makes its address public, and no home', async () => {
    const person = await createPerson();
    await change(person, { ...AT_HOME, address: '417 West 51st Street, apartment 7' });
    const before = await shown((await share(person)).id);
    const alsoBefore = await share(person, AT_HOME);
    await change(person, { ...ownBakery(), ...AT_THE_SHOP });
    for (const where of [{}, AT_THE_SHOP])
      expect(await shown((await share(person, where)).id)).toMatchObject({
        ...publicPointOf(AT_THE_SHOP, DEFAULT_CELL_M),
        areaLabel: expect.not.stringContaining('27th'),
      });
    await admin.verifyPerson(ctx, person.id);
    const atTheShop = await shown((await share(person)).id);
    expect(atTheShop).toMatchObject({ ...AT_THE_SHOP, areaLabel: BAKERY.location });
    // listings from home, earlier and later ones, keep the home's public point
    expect(await shown(alsoBefore.id)).toMatchObject({
      latitude: before.latitude,
      longitude: before.longitude,
    });
    const fromHome = await shown((await share(person, AT_HOME)).id);
    expect(fromHome).toMatchObject({ latitude: before.latitude, longitude: before.longitude });
    expect(fromHome).toMatchObject(publicPointOf(AT_HOME, DEFAULT_CELL_M));
  });

  it('without a pin has no point, and shares no home’s; its address is public once it is verified', async () => {
    const person = await createPerson();
    await change(person, { ...AT_HOME, address: BAKERY.location });
    const user = (await change(person, ownBakery())).json();
    expect(user).toMatchObject({ location: BAKERY.location, latitude: null, longitude: null });
    const nowhere = { latitude: null, longitude: null };
    expect(await shown((await share(person)).id)).toEqual({ areaLabel: ctx.settings.appName, ...nowhere });
    await admin.verifyPerson(ctx, person.id);
    expect(await shown((await share(person)).id)).toEqual({ areaLabel: BAKERY.location, ...nowhere });
  });

  it('moves to a place that is public once it is verified; earlier listings stay where they were', async () => {
    const person = await createPerson();
    await change(person, { ...ownBakery(), ...AT_THE_SHOP });
    await admin.verifyPerson(ctx, person.id);
    const older = await share(person);
    const moved = pointAt(AT_THE_SHOP, 2000, 1);
    await change(person, { location: '9 Elm Street', ...moved });
    expect(await shown(older.id)).toMatchObject({ ...AT_THE_SHOP, areaLabel: BAKERY.location });
    const atElm = { pickupLocation: '9 Elm Street' };
    const between = await shown((await share(person, atElm)).id);
    expect(between).toMatchObject(publicPointOf(moved, DEFAULT_CELL_M));
    expect(between.areaLabel).not.toContain('Elm');
    await admin.verifyPerson(ctx, person.id);
    const newer = await shown((await share(person, atElm)).id);
    expect(newer.areaLabel).toBe('9 Elm Street');
    expect(distanceM(newer, moved)).toBeLessThan(0.1);
  });

  it('stays public as its address is written another way, and a week after its name changed', async () => {
    const person = await createPerson();
    await change(person, { ...ownBakery(), ...AT_THE_SHOP });
    await admin.verifyPerson(ctx, person.id);
    await change(person, { location: BAKERY.location.toUpperCase(), ...pointAt(AT_THE_SHOP, 20, 1) });
    const label = async () => (await as(person, { url: '/api/auth/user' })).json().areaLabel;
    expect(await label()).toBe(BAKERY.location.toUpperCase());
    await change(person, { organizationName: 'Night Kitchen' });
    await hideLapsedAddresses(ctx);
    expect(await label()).toBe(BAKERY.location.toUpperCase());
    // what `unverify` ends
    expect(await admin.findPerson(ctx, person.id)).toMatchObject({ verified: false, countsAsVerified: true });
    clock.forward(7 * DAY_MS);
    expect(await admin.findPerson(ctx, person.id)).toMatchObject({ countsAsVerified: false });
    await hideLapsedAddresses(ctx);
    expect(await label()).not.toContain('27TH');
    await admin.verifyPerson(ctx, person.id);
    await admin.unverifyPerson(ctx, person.id);
    expect(await label()).not.toContain('27TH');
  });

  it('keeps its pin if the same address is saved without one, and can be renamed', async () => {
    const person = await createPerson();
    await change(person, { ...BAKERY, ...AT_THE_SHOP });
    const { location } = BAKERY;
    const user = (await change(person, { organizationName: 'Bell & Son', location })).json();
    expect(user).toMatchObject({
      organizationName: 'Bell & Son',
      organizationType: 'bakery',
      ...AT_THE_SHOP,
    });
  });

  it('can be removed, and then the place is asked for again', async () => {
    const person = await createPerson();
    await change(person, { ...BAKERY, ...AT_THE_SHOP });
    const user = (await change(person, { organizationName: null })).json();
    expect(user).toMatchObject({
      organizationName: null,
      organizationType: null,
      location: null,
      latitude: null,
      areaLabel: null,
    });
    // a listing at the old address counts as one from a home
    const listing = await shown((await share(person, AT_THE_SHOP)).id);
    expect(listing).toMatchObject(publicPointOf(AT_THE_SHOP, DEFAULT_CELL_M));
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    [
      'a name of one letter',
      { ...BAKERY, organizationName: ' B ' },
      { organizationName: 'Organization name must be at least 2 characters' },
    ],
    [
      'an address of four letters',
      { ...BAKERY, location: '5 Elm'.slice(0, 4) },
      { location: 'Please provide a complete address' },
    ],
    [
      'a kind that is not listed',
      { ...BAKERY, organizationType: 'casino' },
      { organizationType: 'Please choose the type of organization' },
    ],
    [
      'a name alone',
      { organizationName: BAKERY.organizationName },
      {
        organizationType: 'Please choose the type of organization',
        location: 'Please provide a complete address',
      },
    ],
    [
      'an address of no organization',
      { location: BAKERY.location },
      { organizationName: 'Organization name must be at least 2 characters' },
    ],
    [
      'an address as it ends',
      { organizationName: null, location: BAKERY.location },
      { organizationName: 'Organization name must be at least 2 characters' },
    ],
    ['half a pin', { ...BAKERY, latitude: 40.7 }, { longitude: 'A place needs a latitude and a longitude' }],
  ])('refuses %s, and changes nothing', async (_what, payload, fields) => {
    const person = await createPerson();
    const before = (await as(person, { url: '/api/auth/user' })).json();
    const refused = await change(person, payload);
    expect([refused.statusCode, refused.json().fields]).toEqual([422, fields]);
    expect((await as(person, { url: '/api/auth/user' })).json()).toEqual(before);
  });

  it('is not changed by changing a home', async () => {
    const person = await createPerson();
    await change(person, { ...BAKERY, ...AT_THE_SHOP });
    for (const payload of [AT_HOME, { address: 'at home' }, { areaLabel: 'Chelsea' }]) {
      const refused = await change(person, payload);
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['location']]);
    }
    expect((await as(person, { url: '/api/auth/user' })).json()).toMatchObject(AT_THE_SHOP);
  });
});

describe('a verified business that becomes another one', () => {
  it.each([
    ['another name', { organizationName: 'Red Cross Emergency Aid' }],
    ['another address', { location: '1 Far Street' }],
    ['another person’s name', { firstName: 'Olga', lastName: 'Organizer' }],
  ])(
    'by %s loses the mark immediately and its trust after a week, and the admins are told',
    async (how, payload) => {
      const person = await createPerson();
      const bakery = { ...BAKERY, ...AT_THE_SHOP, organizationName: `Bakery of ${how}` };
      await change(person, bakery);
      await admin.verifyPerson(ctx, person.id);
      expect((await change(person, { ...bakery, radiusKm: 5 })).json()).toMatchObject({
        verified: true,
      });
      expect((await change(person, payload)).json()).toMatchObject({ ...payload, verified: false });
      const { reports } = await admin.listOpenReports(ctx);
      expect(reports.filter(({ about_id }) => about_id === person.id)).toMatchObject([
        { reason: 'mark_lost', details: expect.stringContaining('→') },
      ]);
      const level = async () => (await trustOf(ctx, [person.id])).get(person.id);
      expect(await level()).toBe('known');
      clock.forward(7 * DAY_MS);
      expect(await level()).toBe('member');
      await admin.verifyPerson(ctx, person.id);
      expect(await level()).toBe('known');
    },
  );

  it('by several small moves in one direction loses the mark, until it is verified there', async () => {
    const person = await createPerson();
    await change(person, { ...ownBakery(), ...AT_THE_SHOP });
    await admin.verifyPerson(ctx, person.id);
    const moveTo = async (m: number) =>
      (await change(person, { location: BAKERY.location, ...pointAt(AT_THE_SHOP, m, 1) })).json().verified;
    expect([await moveTo(150), await moveTo(0), await moveTo(150), await moveTo(300)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    await admin.verifyPerson(ctx, person.id);
    expect([await moveTo(450), await moveTo(600)]).toEqual([true, false]);
  });

  it('keeps the first pin that a verified one sets', async () => {
    const person = await createPerson();
    await change(person, ownBakery());
    await admin.verifyPerson(ctx, person.id);
    const moveTo = async (m: number) =>
      (await change(person, { location: BAKERY.location, ...pointAt(AT_THE_SHOP, m, 1) })).json().verified;
    expect([await moveTo(0), await moveTo(150), await moveTo(300)]).toEqual([true, true, false]);
  });
});
