import type { ErrorBody } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Recommendation } from '@openlarder/domain/matching/matching-contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateProfile } from '#server/features/accounts/profile/profile.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import { ask, claimsFixture, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { TEST_ORIGIN } from '#server/test/test-settings.ts';

const fixture = await claimsFixture();
const { ctx, clock, http, pool, person, listing } = fixture;
// the rows that SQL has written keep no invariants
afterAll(() => fixture.pool.query('truncate person cascade'));
const AT_HOME = `lat=${MIDTOWN.latitude}&lng=${MIDTOWN.longitude}`;
const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();

let donor: TestCaller;
let other: TestCaller;
let eater: TestCaller;
beforeAll(async () => {
  donor = await person('Rosa', 'Diaz');
  other = await person('Kofi', 'Mensah');
});
beforeEach(async () => {
  await pool.query('delete from offered_listing');
  eater = await person('Amir', 'Haddad');
});

async function recommended(who = eater, query = '') {
  const answer = await ask(http, who, 'GET', `/api/smart-match/recommendations${query && `?${query}`}`);
  expect(answer.status).toBe(200);
  const matches = answer.body as Recommendation[];
  return {
    matches,
    titles: matches.map((each) => each.listing.title),
    total: answer.headers['x-total-count'],
  };
}
const share = (title: string, changes: Parameters<typeof listing>[1] = {}, by = donor) =>
  listing(by, { title, ...changes });
const dismissal = (id: string): string => `/api/smart-match/${id}/dismiss`;

describe('recommendations', () => {
  test('have score, end, distance and reasons, best first', async () => {
    await updateProfile(ctx, eater, {
      ...MIDTOWN,
      address: '1 Elm Street',
      areaLabel: 'Chelsea',
      householdSize: 4,
    });
    await share('Soup', { availableUntil: inHours(2) });
    await share('Bread', { category: 'bakery_items', availableUntil: inHours(5) });
    const { matches, titles, total } = await recommended();
    expect(titles).toEqual(['Soup', 'Bread']);
    expect(total).toBe('2');
    const [soup] = matches;
    expect(soup?.urgency).toBe('high');
    expect(soup?.distance).toBeLessThan(1);
    expect(Number.isInteger(soup?.score)).toBe(true);
    expect(soup?.reasons).toEqual([
      expect.stringMatching(/^Ends Monday, May 4 at 2:00\sPM$/),
      expect.stringMatching(/^0(\.\d)? km from your saved place$/),
      'Enough for all 4 of you',
    ]);
    expect(soup?.reasonCodes).toEqual([
      { code: 'ends', endsAt: inHours(2) },
      { code: 'distance', distanceKm: soup?.distance, from: 'saved_place' },
      { code: 'enough', people: 4 },
    ]);
  });

  test('work for a person without a place or pickups, with and without a place in the query', async () => {
    await share('Soup', { availableUntil: inHours(2) });
    const placeless = await createListing(ctx, donor, {
      ...fixture.placelessBody(),
      title: 'Rice',
      areaLabel: 'Chelsea',
      availableUntil: inHours(2),
    });
    const nowhere = await recommended();
    expect(nowhere.titles.toSorted()).toEqual(['Rice', 'Soup']);
    expect(nowhere.matches.map(({ distance }) => distance)).toEqual([null, null]);
    const somewhere = await recommended(eater, AT_HOME);
    expect(somewhere.titles).toEqual(['Soup']);
    expect(somewhere.matches[0]?.reasonCodes).toContainEqual(
      expect.objectContaining({ code: 'distance', from: 'asked_place' }),
    );
    expect(placeless.latitude).toBeNull();
  });

  test('exclude the person’s own food, allergens, other diets, food that is too far, and claimed food', async () => {
    await updateProfile(ctx, eater, {
      ...MIDTOWN,
      address: '1 Elm Street',
      areaLabel: 'Chelsea',
      radiusKm: 5,
      diets: ['vegetarian'],
      allergens: ['milk'],
    });
    const soon = { availableUntil: inHours(2), diets: ['vegan' as const], allergens: [] };
    await share('Mine', soon, eater);
    await share('With milk', { ...soon, allergens: ['milk'] });
    await share('Nothing said', { ...soon, allergens: null });
    await share('With meat', { ...soon, diets: [] });
    await share('Far', { ...soon, latitude: MIDTOWN.latitude + 0.1 });
    const taken = await share('Claimed', soon);
    await claimListing(ctx, eater, taken.id, 1);
    await share('Stew', soon);
    expect((await recommended()).titles).toEqual(['Stew']);
  });

  test('are six by default, with the total number', async () => {
    for (let nth = 0; nth < 8; nth++)
      await share(`Soup ${nth}`, { availableUntil: inHours(2) }, nth < 3 ? other : await person());
    const few = await recommended(eater, AT_HOME);
    expect([few.matches.length, few.total]).toEqual([6, '8']);
    expect((await recommended(eater, `${AT_HOME}&limit=50`)).matches).toHaveLength(8);
  });

  test.each([
    ['lat=40.7', 'lng', 'A place needs a latitude and a longitude'],
    ['lng=-73.9', 'lng', 'A place needs a latitude and a longitude'],
    ['lat=91&lng=0', 'lat', 'Latitude is a number from -90 to 90'],
    ['limit=51', 'limit', 'Limit is a number from 1 to 50'],
  ])('refuse %s', async (query, field, message) => {
    const answer = await ask(http, eater, 'GET', `/api/smart-match/recommendations?${query}`);
    expect(answer.status).toBe(422);
    expect((answer.body as ErrorBody).fields?.[field]).toBe(message);
  });

  test('prefer people who received little lately: a share of the average, which is unknown for fewer than five people', async () => {
    await share('Soup', { availableUntil: inHours(2) });
    clock.forward(8 * DAY_MS);
    await pool.query('update person set first_handover_at = created_at where id = $1', [eater.userId]);
    await share('Stew', { availableUntil: inHours(2) });
    const before = await recommended(eater, AT_HOME);
    expect(before.matches[0]?.reasonCodes.map(({ code }) => code)).not.toContain('your_turn');
    const bulk = await share('Rolls', { estimatedServings: 40, availableUntil: inHours(2) }, other);
    for (let nth = 0; nth < 5; nth++) {
      const receiver = await person();
      await claimListing(ctx, receiver, bulk.id, 8);
    }
    await pool.query(
      `update handover set status = 'completed', completed_by = 'both', ended_at = $1,
        giver_confirmed_at = $1, receiver_confirmed_at = $1 where giver_id = $2 and status = 'open'`,
      [new Date(clock.at), other.userId],
    );
    clock.forward(HOUR_MS);
    const [match] = (await recommended(eater, AT_HOME)).matches;
    expect(match?.reasonCodes.map(({ code }) => code)).toContain('your_turn');
    expect(match?.score).toBeGreaterThan(before.matches[0]?.score ?? 100);
  });
});

describe('“Not for me”', () => {
  test('is stored for this person only, until it is undone', async () => {
    const { id } = await share('Soup', { availableUntil: inHours(2) });
    const neighbor = await person();
    expect((await ask(http, eater, 'POST', dismissal(id))).status).toBe(204);
    expect((await ask(http, eater, 'POST', dismissal(id))).status).toBe(204);
    expect((await recommended(eater, AT_HOME)).titles).toEqual([]);
    expect((await recommended(neighbor, AT_HOME)).titles).toEqual(['Soup']);
    const undone = await http.inject({
      method: 'DELETE',
      url: dismissal(id),
      headers: { cookie: eater.cookie, origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' },
    });
    expect(undone.statusCode).toBe(204);
    expect((await recommended(eater, AT_HOME)).titles).toEqual(['Soup']);
  });
});
