import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { changeListingSpec, createListingSpec } from '@openlarder/domain/listings/listing-schemas.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { ask, claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { openLive, type ReceivedMessage } from '#server/test/live/live-client.ts';
import * as listings from '../listings.queries.ts';

const fixture = await claimsFixture();
const app = fixture.http;
const { clock, person, listing, listingBody } = fixture;
const host = new URL(await fixture.listen()).host;
const NO_ID = '01989c2e-0000-7000-8000-000000000000';
const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();
const pathOf = (id: string): string => `/api/food-listings/${id}`;

async function baker(): Promise<TestCaller> {
  const { caller, cookie } = await fixture.createPerson({
    userType: 'donor',
    organizationName: 'Elm Bakery',
  });
  return { ...caller, cookie };
}

/** A person's open page with its live connection. */
async function hearing(who: TestCaller) {
  const client = await openLive(`ws://${host}/ws`, { cookie: who.cookie, origin: fixture.origin });
  onTestFinished(() => client.leave());
  return client;
}

test('a bakery shares bulk bread, changes it, extends it and withdraws the rest', async () => {
  const [donor, guest] = [await baker(), await person()];
  const shared = await ask(app, donor, 'POST', '/api/food-listings', {
    ...listingBody({ title: 'Bread', category: 'bakery_items', estimatedServings: 50, expiryDate: null }),
    isBulk: true,
    mayGoToOne: true,
    urgencyLevel: 'high',
    closingTime: ' 21:30 ',
    contactPhone: '+1 (212) 555-0100 ext. 4',
    dateKind: 'use_by',
    allergens: ['gluten', 'gluten', 'milk'],
    diets: ['vegetarian'],
  });
  expect(shared.status).toBe(201);
  const bread = createListingSpec.responses[201].parse(shared.body);
  expect(bread).toMatchObject({
    isBulk: true,
    closingTime: '21:30',
    contactPhone: '+1 (212) 555-0100 ext. 4',
    allergens: ['gluten', 'milk'],
    urgencyLevel: 'high',
  });

  const claimed = await ask(app, guest, 'POST', `${pathOf(bread.id)}/claim`, { servings: 20 });
  expect(claimed).toMatchObject({ status: 201, body: { claim: { servings: 20 } } });
  const mended = await ask(app, donor, 'PATCH', pathOf(bread.id), {
    pickupInstructions: ' Ring ',
    estimatedServings: 30,
    availableUntil: inHours(12),
    closingTime: '',
    diets: [],
    status: 'completed',
    donorId: guest.userId,
    isBulk: false,
    servingsLeft: 99,
  });
  expect(mended.status).toBe(200);
  expect(changeListingSpec.responses[200].parse(mended.body)).toEqual({
    ...bread,
    pickupInstructions: 'Ring',
    estimatedServings: 30,
    offeredServings: 30,
    servingsLeft: 10,
    availableUntil: inHours(12),
    closingTime: null,
    diets: [],
  });
  const mine = await ask(app, donor, 'GET', `/api/users/${donor.userId}/food-listings?type=donated`);
  expect(mine).toMatchObject({ status: 200, body: [{ id: bread.id, title: 'Bread' }] });
  expect(await ask(app, donor, 'POST', `${pathOf(bread.id)}/withdraw`)).toMatchObject({
    status: 200,
    body: { status: 'claimed', servingsLeft: 0, estimatedServings: 20 },
  });
});

test('a change is sent only to people with an open claim', async () => {
  const [donor, guest, gone, stranger] = [await person(), await person(), await person(), await person()];
  const soup = await listing(donor);
  await claims.claimListing(fixture.ctx, guest, soup.id, 1);
  const released = await claims.claimListing(fixture.ctx, gone, soup.id, 1);
  await handovers.releaseHandover(fixture.ctx, gone, released.handover.id);
  await fixture.ctx.eventLog.catchUp(30_000);
  const [comes, left, looksOn] = [await hearing(guest), await hearing(gone), await hearing(stranger)];
  const isOfHandover = ({ topics }: ReceivedMessage): boolean => topics?.includes('handovers') === true;
  const changed = await ask(app, donor, 'PATCH', pathOf(soup.id), { availableUntil: inHours(9) });
  expect(changed.status).toBe(200);
  await comes.waitFor(isOfHandover);
  for (const client of [left, looksOn]) {
    client.send('no frame');
    await client.waitFor(({ code }) => code === 'malformed');
    expect(client.received.filter(isOfHandover)).toEqual([]);
  }
});

describe('refusals', () => {
  test.each([
    ['title', { title: ' ' }, 'Title is required'],
    ['estimatedServings', { estimatedServings: 0 }, 'Must be at least 1 serving'],
    ['estimatedServings', { estimatedServings: 10_001 }, 'Must be at most 10,000 servings'],
    ['closingTime', { closingTime: '25:00' }, 'Please enter a time such as 21:30'],
    ['contactPhone', { contactPhone: 'call me' }, 'Please enter a phone number'],
    ['longitude', { latitude: 40 }, 'A place needs a latitude and a longitude'],
    [
      'availableUntil',
      { availableFrom: '2030-01-02T00:00:00Z', availableUntil: '2030-01-01T00:00:00Z' },
      'Pickup has to end after it starts',
    ],
    ['availableUntil', { availableUntil: '2020-01-01T00:00:00Z' }, 'Pickup has to end after it starts'],
    [
      'imageUrls',
      { imageUrls: Array<string>(6).fill(`/objects/${NO_ID}`) },
      'Please choose at most 5 photos',
    ],
    ['imageCaptions.0', { imageCaptions: ['x'.repeat(201)] }, 'Please keep this to 200 characters'],
    ['allergens.0', { allergens: ['chalk'] }, 'Please choose from the list'],
  ])('an invalid %s: %j', async (field, body, sentence) => {
    const donor = await person();
    const soup = await listing(donor);
    expect(await ask(app, donor, 'PATCH', pathOf(soup.id), body)).toMatchObject({
      status: 422,
      body: { code: 'check-fields', fields: { [field]: sentence } },
    });
    expect(await listings.getListing(fixture.ctx, donor, soup.id)).toEqual(soup);
  });

  test('refuses bulk food without an urgency and from an individual', async () => {
    const bulk = { ...listingBody(), isBulk: true };
    expect(await ask(app, await baker(), 'POST', '/api/food-listings', bulk)).toMatchObject({
      status: 422,
      body: { fields: { urgencyLevel: 'Please choose how urgent it is' } },
    });
    const named = { ...bulk, urgencyLevel: 'low' };
    expect(await ask(app, await person(), 'POST', '/api/food-listings', named)).toMatchObject({
      status: 403,
      body: { code: 'bulk-not-for-you' },
    });
  });
});
