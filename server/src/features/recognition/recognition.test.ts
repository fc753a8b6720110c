import { DAY_MS, HOUR_MS, instantOfWallClock, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { CompletedHandover } from '#server/features/handovers/handovers.hooks.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { getHandover } from '#server/features/handovers/handovers.queries.ts';
import { completeHandover, disputeHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { BROKEN_POINTS, recognitionFixture } from '#server/test/factories/recognition-fixture.ts';
import { countAnsweredRequests, recognizeHandover } from './ledger/recognize-handover.ts';
import * as recognition from './recognition.service.ts';
import { expireHandovers } from '../handovers/lifecycle/end-all-handovers.ts';

const fixture = await recognitionFixture();
const { answer, as, badgesOf, claimed, clock, complete, ctx, donor, give, histogram } = fixture;
const { ledgerOf, makeKnown, person, pointsOf, pool } = fixture;

afterEach(async () => {
  expect((await pool.query(BROKEN_POINTS)).rows).toEqual([]);
  expect(await recognition.rebuildPoints(ctx)).toEqual({ totals: 0, months: 0, histogram: 0 });
});

const pair = async (): Promise<[TestCaller, TestCaller]> => [await donor(), await person()];
const shown = (who: TestCaller, leaderboardVisible: boolean) =>
  as(who, { method: 'PUT', url: '/api/users/profile', payload: { leaderboardVisible } });

describe('a completed handover', () => {
  test('earns its giver 20 and one per serving up to 30, and 10 with the first; its receiver 5', async () => {
    const [giver, receiver] = await pair();
    await give(giver, receiver, 4);
    expect(await ledgerOf(giver)).toEqual(['handover_given 24', 'first_listing 10']);
    expect(await ledgerOf(receiver)).toEqual(['handover_received 5']);
    await give(giver, await person(), 48);
    expect((await ledgerOf(giver)).at(-1)).toBe('handover_given 50');
    expect(await badgesOf(giver)).toEqual(['big_share', 'fifty_servings', 'first_share', 'ten_servings']);
    expect(await badgesOf(receiver)).toEqual(['first_pickup']);
  });

  test('of things counts the servings they make, and says what they are', async () => {
    const [giver, receiver] = await pair();
    const rolls = await fixture.listing(giver, { estimatedServings: 30, countedAs: 'rolls' });
    expect(rolls).toMatchObject({ estimatedServings: 30, countedAs: 'rolls' });
    const { handover } = await claimListing(ctx, receiver, rolls.id, 8);
    expect(handover).toMatchObject({ servings: 8, countedAs: 'rolls' });
    await complete(giver, receiver, handover.id);
    expect(await ledgerOf(giver)).toContain('handover_given 24');
  });

  test('earns nothing by one side’s confirmation alone', async () => {
    const [giver, receiver] = await pair();
    const id = await claimed(giver, receiver);
    await completeHandover(ctx, giver, id);
    clock.forward(3 * DAY_MS);
    await expireHandovers(ctx);
    expect((await getHandover(ctx, giver, id)).completedBy).toBe('one_side');
    expect([await pointsOf(giver), await pointsOf(receiver)]).toEqual([0, 0]);
  });

  test('of a day after one with a handover earns 2 more, once', async () => {
    const giver = await donor();
    await give(giver, await person());
    clock.forward(DAY_MS);
    await give(giver, await person());
    await give(giver, await person());
    expect((await ledgerOf(giver)).filter((entry) => entry.startsWith('streak'))).toEqual(['streak_day 2']);
    clock.forward(DAY_MS);
    await give(giver, await person());
    expect(await badgesOf(giver)).toContain('three_days');
  });

  test('notifies its two people only', async () => {
    const [giver, receiver] = await pair();
    await give(giver, receiver);
    const { rows } = await pool.query(
      `select payload from live_event where kind = 'recognition_changed' order by number desc limit 1`,
    );
    expect(rows).toEqual([{ payload: { people: [giver.userId, receiver.userId] } }]);
  });
});

describe('a disputed handover', () => {
  test('earns nothing: its points are reversed, in the month of the original, and badges stay', async () => {
    clock.at = Date.parse('2026-06-30T12:00:00Z');
    const [giver, receiver] = await pair();
    const id = await give(giver, receiver, 3);
    clock.forward(DAY_MS);
    await disputeHandover(ctx, receiver, id);
    expect([await pointsOf(giver), await pointsOf(receiver)]).toEqual([0, 0]);
    expect(await ledgerOf(giver)).toEqual([
      'handover_given 23',
      'first_listing 10',
      'reversal -23',
      'reversal -10',
    ]);
    const { rows } = await pool.query('select month::text, points from point_month where person_id = $1', [
      giver.userId,
    ]);
    expect(rows).toEqual([{ month: '2026-06-01', points: 0 }]);
    expect(await badgesOf(giver)).toEqual(['first_share']);
    // the first undisputed handover counts as the first one
    await give(giver, await person());
    expect((await ledgerOf(giver)).slice(-2)).toEqual(['handover_given 21', 'first_listing 10']);
  });

  test('earns nothing when the dispute comes before it is entered', async () => {
    const [giver, receiver] = await pair();
    const id = await give(giver, receiver);
    await pool.query('delete from point_entry where subject_id = $1', [id]);
    await pool.query('delete from recognized_handover where handover_id = $1', [id]);
    await recognition.rebuildPoints(ctx);
    await disputeHandover(ctx, receiver, id);
    const handover: CompletedHandover = {
      id,
      giverId: giver.userId,
      receiverId: receiver.userId,
      listingId: id,
      servings: 4,
      answersRequest: false,
      completedBy: 'both',
      completedAt: clock.now(),
    };
    await inTransaction(ctx, (tx) => recognizeHandover(tx, handover));
    expect(await pointsOf(giver)).toBe(0);
  });

  test('of a request that waits for its week earns nothing', async () => {
    const [giver, receiver] = await pair();
    const id = await answer(giver, receiver);
    await disputeHandover(ctx, giver, id);
    clock.forward(10 * DAY_MS);
    await countAnsweredRequests(ctx);
    expect(await ledgerOf(giver)).toEqual([]);
  });
});

describe('an answered request', () => {
  test('earns its helper 50 a week later, at midnight with all others of its day; the requester earns nothing', async () => {
    clock.at = Date.parse('2026-07-06T15:00:00Z');
    const [[helper, asking], [other, alsoAsking]] = [await pair(), await pair()];
    await answer(helper, asking);
    clock.forward(2 * HOUR_MS);
    await answer(other, alsoAsking);
    clock.at = Date.parse('2026-07-13T17:00:00Z');
    expect(await countAnsweredRequests(ctx)).toBe(0);
    expect(await badgesOf(helper)).toEqual([]);
    clock.at = Date.parse('2026-07-14T15:00:00Z');
    expect(await countAnsweredRequests(ctx)).toBe(2);
    expect(await countAnsweredRequests(ctx)).toBe(0);
    expect([await ledgerOf(helper), await ledgerOf(asking)]).toEqual([['request_answered 50'], []]);
    expect(await badgesOf(helper)).toEqual(expect.arrayContaining(['first_answer']));
    const { rows } = await pool.query<{ earned_at: Date }>(
      `select distinct earned_at from point_entry where person_id = any($1)`,
      [[helper.userId, other.userId]],
    );
    expect(rows).toHaveLength(1);
  });

  test('does not affect visible points in the meantime', async () => {
    const [helper, asking] = await pair();
    for (const one of [asking, await person(), await person()]) await answer(helper, one);
    for (let nth = 0; nth < 3; nth++) await give(helper, await person());
    const given = (await ledgerOf(helper)).filter((entry) => entry.startsWith('handover_given'));
    expect(given).toHaveLength(3);
  });

  test('does not count for a streak', async () => {
    const [helper, asking] = await pair();
    await give(helper, await person());
    clock.forward(DAY_MS);
    await answer(helper, asking);
    clock.forward(DAY_MS);
    await give(helper, await person());
    expect((await ledgerOf(helper)).filter((entry) => entry.startsWith('streak'))).toEqual([]);
  });
});

describe('farming', () => {
  test('two accounts that trade with each other all day stop earning after three handovers', async () => {
    const [one, two] = await pair();
    await makeKnown(one);
    await makeKnown(two);
    for (let nth = 0; nth < 8; nth++) await (nth % 2 ? give(two, one) : give(one, two));
    expect((await ledgerOf(one)).filter((entry) => entry.startsWith('handover'))).toHaveLength(3);
    const earned = await pointsOf(one);
    clock.forward(DAY_MS);
    await give(one, two);
    expect(await pointsOf(one)).toBe(earned);
    clock.forward(30 * DAY_MS);
    await give(one, two);
    expect(await pointsOf(one)).toBeGreaterThan(earned);
  });

  test('of one day, three handovers with people who are not known earn something; those with known people all do', async () => {
    const giver = await donor();
    for (let nth = 0; nth < 5; nth++) await give(giver, await person());
    const known = await person();
    await makeKnown(known);
    await give(giver, known);
    const given = (await ledgerOf(giver)).filter((entry) => entry.startsWith('handover_given'));
    expect(given).toHaveLength(4);
  });

  test('a ring earns nothing once it is closed, until a member is known', async () => {
    const [ada, bo, cy] = [await donor(), await donor(), await donor()];
    await give(ada, bo);
    await give(bo, cy);
    const before = await pointsOf(cy);
    clock.forward(2 * DAY_MS);
    await give(cy, ada);
    await give(ada, bo);
    expect(await pointsOf(cy)).toBe(before);
    await makeKnown(bo);
    await give(cy, ada);
    expect(await pointsOf(cy)).toBeGreaterThan(before);
  });
});

describe('boards', () => {
  test('count the people they show, without those who hide or have closed their account', async () => {
    const [giver, receiver] = await pair();
    const before = await histogram();
    await give(giver, receiver, 7);
    const during = await histogram();
    expect(during['all 37']).toBe((before['all 37'] ?? 0) + 1);
    await shown(giver, false);
    expect((await histogram())['all 37']).toBe(before['all 37']);
    await give(giver, await person(), 7);
    await shown(giver, true);
    expect((await histogram())['all 64']).toBe((before['all 64'] ?? 0) + 1);
    await as(giver, { method: 'POST', url: '/api/users/close-account', payload: {} });
    expect((await histogram())['all 64']).toBe(before['all 64']);
    expect(await pointsOf(giver)).toBe(64);
    expect(await badgesOf(giver)).toEqual([]);
  });
});

test.each(['America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'])(
  'a month begins at the community’s midnight in %s',
  async (timeZone) => {
    const there = { ...ctx, settings: { ...ctx.settings, timeZone } };
    const midnight = instantOfWallClock(
      { year: 2026, month: 11, day: 1, hour: 0, minute: 0, second: 0 },
      timeZone,
    );
    for (const [seconds, month] of [
      [-1, '2026-10-01'],
      [1, '2026-11-01'],
    ] as const) {
      clock.at = midnight - DAY_MS;
      const [giver, receiver] = await pair();
      const id = await claimed(giver, receiver);
      clock.at = midnight + seconds * SECOND_MS;
      await complete(giver, receiver, id, there);
      const { rows } = await pool.query(
        'select distinct month::text from point_entry where subject_id = $1',
        [id],
      );
      expect(rows).toEqual([{ month }]);
    }
  },
);
