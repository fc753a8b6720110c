import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { describe, expect, test } from 'vitest';
import * as accounts from '#server/features/accounts/trust/trust.ts';
import { ask, claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import * as claims from './create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';

const fixture = await claimsFixture();
const { ctx, clock, http, person, pool, listing } = fixture;

const BULK = { isBulk: true, urgencyLevel: 'high', estimatedServings: 200 } as const;

async function donor(): Promise<TestCaller> {
  const giver = await person('Bea', 'Baker');
  await pool.query(`update person set user_type = 'donor' where id = $1`, [giver.userId]);
  return giver;
}
const bulk = async (changes: Partial<CreateListing> = {}) => listing(await donor(), { ...BULK, ...changes });
const take = async (who: TestCaller, servings: number | null, changes: Partial<CreateListing> = {}) =>
  claims.claimListing(ctx, who, (await bulk(changes)).id, servings);
const shareOf = async (who: TestCaller) => (await claims.claimLimits(ctx, who)).bulk;
const household = (who: TestCaller, size: number) =>
  pool.query('update person set household_size = $2 where id = $1', [who.userId, size]);

describe('bulk food in 24 hours', () => {
  test.each([
    { who: 'someone on their own', size: null, most: 6 },
    { who: 'a household of seven', size: 7, most: 7 },
    { who: 'a household of twenty', size: 20, most: 12 },
  ])('$who on their first day takes up to $most servings', async ({ size, most }) => {
    const newcomer = await person();
    if (size !== null) await household(newcomer, size);
    await expect(take(newcomer, most + 1)).rejects.toMatchObject({
      code: 'claim-limit',
      params: { max: most, left: most },
    });
    await take(newcomer, most - 1);
    expect(await shareOf(newcomer)).toMatchObject({
      servingsTaken: most - 1,
      maxServings: most,
      maxServingsNext: 20,
    });
    await take(newcomer, 1);
    await expect(take(newcomer, 1)).rejects.toMatchObject({ code: 'claim-limit', params: { left: 0 } });
  });

  test('a member takes up to 20, a known person up to 40', async () => {
    const [member, known] = [await person(), await person()];
    await pool.query('update person set known_at = now() where id = $1', [known.userId]);
    clock.forward(DAY_MS);
    expect(await shareOf(member)).toMatchObject({ maxServings: 20, level: 'member', maxServingsNext: 40 });
    expect(await shareOf(known)).toMatchObject({ maxServings: 40, level: 'known', maxServingsNext: null });
    expect((await take(known, null)).servings).toBe(40);
  });

  test('two rolls count as one serving of it', async () => {
    const newcomer = await person();
    const rolls = { countedAs: 'rolls' } as const;
    await expect(take(newcomer, 13, rolls)).rejects.toMatchObject({ params: { max: 6, left: 6 } });
    await take(newcomer, 9, rolls);
    expect(await shareOf(newcomer)).toMatchObject({ servingsTaken: 5 });
    expect((await take(newcomer, null, rolls)).servings).toBe(2);
  });

  test('without a number of servings, as many are taken as the share allows', async () => {
    expect((await take(await person(), null)).servings).toBe(6);
  });

  test('the share is restored a day after the first claim, and when a claim is released', async () => {
    const newcomer = await person();
    const claim = await take(newcomer, 4);
    clock.forward(HOUR_MS);
    await take(newcomer, 2);
    const { nextAt } = (await shareOf(newcomer)) ?? {};
    expect(Date.parse(nextAt ?? '')).toBe(clock.at + DAY_MS - HOUR_MS);
    await handovers.releaseHandover(ctx, newcomer, claim.handover.id, null);
    expect(await shareOf(newcomer)).toMatchObject({ servingsTaken: 2, nextAt: null });
  });

  test.each<[string, Partial<CreateListing>]>([
    ['a household’s own dish', { isBulk: false, estimatedServings: 50 }],
    ['food that may go to one person', { mayGoToOne: true }],
  ])('%s may be claimed as a whole', async (_what, changes) => {
    const newcomer = await person();
    expect((await take(newcomer, 50, changes)).servings).toBe(50);
    expect(await shareOf(newcomer)).toMatchObject({ servingsTaken: 0 });
  });

  test('in its last two hours it has no limit', async () => {
    const newcomer = await person();
    const late = await bulk();
    clock.forward(6 * HOUR_MS);
    expect((await claims.claimListing(ctx, newcomer, late.id, 50)).servings).toBe(50);
    expect(await shareOf(newcomer)).toMatchObject({ servingsTaken: 0 });
  });

  test.each([
    ['is let go to one person', { mayGoToOne: false }, 'may_go_to_one = true', 5],
    ['is to be shared out', { mayGoToOne: true }, 'may_go_to_one = false', 0],
    ['is a household’s dish', {}, 'is_bulk = false', 5],
    ['is near its end', {}, `available_until = available_until - interval '6 hours'`, 5],
  ])(
    'taken servings keep counting as when taken, if the food later %s',
    async (_what, changes, set, counted) => {
      const newcomer = await person();
      const lot = await bulk(changes);
      await claims.claimListing(ctx, newcomer, lot.id, 5);
      await pool.query(`update food_listing set ${set} where id = $1`, [lot.id]);
      expect(await shareOf(newcomer)).toMatchObject({ servingsTaken: counted });
    },
  );

  test('a verified organization has no limit', async () => {
    const shelter = await person();
    const sql = `update person set verified = true, organization_name = 'Night Shelter' where id = $1`;
    await pool.query(sql, [shelter.userId]);
    expect(await shareOf(shelter)).toBeNull();
    expect((await take(shelter, 150)).servings).toBe(150);
  });

  test('three throw-away accounts do not take 800 servings', async () => {
    const lots = await Promise.all(Array.from({ length: 4 }, () => bulk()));
    let taken = 0;
    for (let nth = 0; nth < 3; nth++) {
      const account = await person();
      for (const lot of lots) {
        const answer = await ask(http, account, 'POST', `/api/food-listings/${lot.id}/claim`, {});
        if (answer.status === 201) taken += (answer.body as { claim: { servings: number } }).claim.servings;
      }
    }
    expect(taken).toBe(3 * 6);
  });

  test('newcomers take the whole of a lot, one after the other', async () => {
    const lot = await bulk({ estimatedServings: 40 });
    let taken = 0;
    for (let nth = 0; nth < 7; nth++)
      taken += (await claims.claimListing(ctx, await person(), lot.id, null)).servings;
    expect(taken).toBe(40);
  });

  test('concurrent claims do not exceed it together', async () => {
    for (let round = 0; round < 3; round++) {
      const newcomer = await person();
      const lots = await Promise.all(Array.from({ length: 3 }, () => bulk()));
      await Promise.allSettled(
        lots.map(({ id }) => ask(http, newcomer, 'POST', `/api/food-listings/${id}/claim`, { servings: 4 })),
      );
      expect(await shareOf(newcomer)).toMatchObject({ servingsTaken: 4 });
    }
  });
});

test('a restaurant shares what it has on its first evening; a flood of listings ends at fifteen', async () => {
  const restaurant = await donor();
  for (let nth = 0; nth < 15; nth++) await listing(restaurant);
  const answer = await ask(http, restaurant, 'POST', '/api/food-listings', fixture.listingBody());
  expect(answer).toMatchObject({ status: 409, body: { code: 'listing-limit', params: { max: 15 } } });
  expect(Number(answer.headers['retry-after'])).toBe(DAY_MS / 1000);
  const limits = await ask(http, restaurant, 'GET', '/api/food-listings/limits');
  expect(limits.body).toMatchObject({ listingsInLastDay: 15, maxListingsPerDay: 15, level: 'new' });
  clock.forward(DAY_MS);
  await listing(restaurant);
});

test('concurrently shared listings do not exceed the limit together', async () => {
  const giver = await donor();
  for (let nth = 0; nth < 14; nth++) await listing(giver);
  const shared = await Promise.allSettled(Array.from({ length: 4 }, () => listing(giver)));
  expect(shared.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await accounts.trustLimitsOf(ctx, giver.userId)).level).toBe('new');
});
