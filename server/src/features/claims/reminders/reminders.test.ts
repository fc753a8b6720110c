import { isQuestionDue, isReminderDue } from '@openlarder/domain/claims/pickup-reminders.ts';
import { automaticClaimEnd } from '@openlarder/domain/claims/claim-states.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimsFixture, type TestCaller } from '#server/testing/factories/claims-fixture.ts';
import { type AppContext, makeAppContext } from '#server/platform/app-context.ts';
import { sendHandoverQuestions, sendPickupReminders } from './reminders.ts';
import { selectQuestionDue, selectReminderDue } from './reminders.store.ts';
import * as claims from '../claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { sized } from '#server/testing/long-run.ts';

const fixture = await claimsFixture();
const { ctx, clock, db, person, pool } = fixture;

const atHour = (hour: number): string => new Date(clock.at + hour * HOUR_MS).toISOString();
/** Moves to so many hours after the start of the test. */
let beganAt = 0;
const moveTo = (hour: number): void => {
  clock.at = beganAt + hour * HOUR_MS;
};
beforeEach(async () => {
  // each test has its own day; what the one before left open is over by then
  clock.forward(10 * DAY_MS);
  await pool.query(`update claim set status = 'lapsed', ended_at = $1 where status = 'open'`, [clock.now()]);
  beganAt = clock.at;
});

/** A listing with a pickup in four to eight hours, and a claim on it. */
async function pickup(claimedAtHour = 0) {
  const [donor, guest] = [await person(), await person()];
  const soup = await fixture.listing(donor, {
    availableFrom: atHour(4),
    availableUntil: atHour(8),
    bestByDate: atHour(72),
  });
  moveTo(claimedAtHour);
  const claim = await claims.claimListing(ctx, guest, soup.id, 1);
  return { donor, guest, soup, claim };
}

/** A person's notifications about a claim from the two jobs, oldest first. */
async function told(who: TestCaller, claimId: string): Promise<string[]> {
  const { notifications: listed } = await notifications.listNotifications(ctx, who);
  return listed
    .filter(({ subject }) => subject.id === claimId)
    .map(({ kind }) => kind)
    .filter((kind) => kind === 'pickup_soon' || kind === 'handover_question')
    .toReversed();
}

describe('both sides of a pickup', () => {
  test('are reminded an hour before it begins, once', async () => {
    const { donor, guest, claim } = await pickup();
    moveTo(2.99);
    expect(await sendPickupReminders(ctx)).toBe(0);
    moveTo(3);
    expect([await sendPickupReminders(ctx), await sendPickupReminders(ctx)]).toEqual([1, 0]);
    moveTo(3.5);
    expect(await sendPickupReminders(ctx)).toBe(0);
    for (const who of [donor, guest]) expect(await told(who, claim.id)).toEqual(['pickup_soon']);
    const { notifications: listed } = await notifications.listNotifications(ctx, guest);
    expect(listed[0]).toMatchObject({ actor: null, listingTitle: 'Vegetable soup', readAt: null });
  });

  test('are reminded an hour before it ends if it was claimed late, and not in its last hour', async () => {
    const late = await pickup(5);
    moveTo(0);
    const last = await pickup(7.25);
    moveTo(7.5);
    expect(await sendPickupReminders(ctx)).toBe(1);
    expect(await told(late.guest, late.claim.id)).toEqual(['pickup_soon']);
    expect(await told(last.guest, last.claim.id)).toEqual([]);
  });

  test('are not reminded late, after hours of downtime', async () => {
    const { donor, guest, claim } = await pickup();
    moveTo(4);
    expect(await sendPickupReminders(ctx)).toBe(0);
    moveTo(8);
    expect([await sendPickupReminders(ctx), await sendHandoverQuestions(ctx)]).toEqual([0, 1]);
    for (const who of [donor, guest]) expect(await told(who, claim.id)).toEqual(['handover_question']);
  });

  test('are reminded again when the end they were reminded of has moved', async () => {
    const { donor, guest, soup, claim } = await pickup(5);
    moveTo(7);
    await sendPickupReminders(ctx);
    await listings.changeListing(ctx, donor, soup.id, {
      availableUntil: new Date(beganAt + 12 * HOUR_MS).toISOString(),
    });
    expect(await sendPickupReminders(ctx)).toBe(0);
    moveTo(11);
    expect(await sendPickupReminders(ctx)).toBe(1);
    expect(await told(guest, claim.id)).toEqual(['pickup_soon', 'pickup_soon']);
  });

  test('are asked at its end whether it happened, once, and not once the claim is settled', async () => {
    const { donor, guest, claim } = await pickup();
    const later = await pickup();
    moveTo(7.99);
    expect(await sendHandoverQuestions(ctx)).toBe(0);
    moveTo(8);
    await claims.releaseClaim(ctx, later.guest, later.claim.id);
    expect([await sendHandoverQuestions(ctx), await sendHandoverQuestions(ctx)]).toEqual([1, 0]);
    for (const who of [donor, guest]) expect(await told(who, claim.id)).toEqual(['handover_question']);
    for (const who of [later.donor, later.guest]) expect(await told(who, later.claim.id)).toEqual([]);
  });

  test('are not asked once no answer is possible', async () => {
    await pickup();
    moveTo(8 + 48);
    expect(await sendHandoverQuestions(ctx)).toBe(0);
  });

  test.each(['donor', 'guest'] as const)('are not asked what the %s has said already', async (side) => {
    const people = await pickup();
    moveTo(2);
    await claims.completeClaim(ctx, people[side], people.claim.id);
    moveTo(3);
    expect(await sendPickupReminders(ctx)).toBe(0);
    moveTo(8);
    expect(await sendHandoverQuestions(ctx)).toBe(1);
    const other = people[side === 'donor' ? 'guest' : 'donor'];
    expect(await told(people[side], people.claim.id)).toEqual([]);
    expect(await told(other, people.claim.id)).toEqual(['handover_question']);
  });

  test('are not told across a block', async () => {
    const { donor, guest, claim } = await pickup();
    // a block that the claim has survived
    await pool.query('insert into block (blocker_id, blocked_id, created_at) values ($1, $2, $3)', [
      donor.userId,
      guest.userId,
      clock.now(),
    ]);
    moveTo(3);
    expect(await sendPickupReminders(ctx)).toBe(0);
    moveTo(8);
    expect(await sendHandoverQuestions(ctx)).toBe(0);
    for (const who of [donor, guest]) expect(await told(who, claim.id)).toEqual([]);
    await moderation.unblockPerson(ctx, donor, guest.userId);
    expect(await sendHandoverQuestions(ctx)).toBe(1);
  });

  test('are told once by four concurrent workers', async () => {
    const made = [];
    for (let nth = 0; nth < 6; nth++) made.push(await pickup());
    const workers = Array.from({ length: 4 }, () => makeAppContext({ ...ctx, pool }));
    moveTo(3);
    const reminded = await Promise.all(workers.map((each) => sendPickupReminders(each)));
    moveTo(8);
    const asked = await Promise.all(workers.map((each) => sendHandoverQuestions(each)));
    for (const counts of [reminded, asked]) expect(counts.reduce((a, b) => a + b)).toBe(6);
    for (const { donor, guest, claim } of made)
      for (const who of [donor, guest])
        expect(await told(who, claim.id)).toEqual(['pickup_soon', 'handover_question']);
  });

  test('are told of other claims if one fails', async () => {
    const made = [await pickup(), await pickup(), await pickup()];
    const failing: AppContext = {
      ...ctx,
      eventLog: {
        async append(tx, kind, payload) {
          if ('personId' in payload && payload.personId === made[1]?.guest.userId) throw new Error('no room');
          await ctx.eventLog.append(tx, kind, payload);
        },
      },
    };
    moveTo(3);
    await expect(sendPickupReminders(failing)).rejects.toThrow('1 due claims failed');
    const heard = await Promise.all(made.map(({ donor, claim }) => told(donor, claim.id)));
    expect(heard).toEqual([['pickup_soon'], [], ['pickup_soon']]);
    // the failure left nothing behind, and the next run completes it
    expect(await sendPickupReminders(ctx)).toBe(1);
  });
});

type Case = {
  created: number;
  from: number;
  lasts: number;
  reminded: number | null;
  asked: number | null;
  donorConfirmed: number | null;
  claimerConfirmed: number | null;
};

/** What the domain rules say about a claim with these times. */
function dueOf(one: Case, nowMs: number): { reminder: boolean; question: boolean } {
  const availableUntilMs = one.from + one.lasts;
  const { atMs: settlesAtMs } = automaticClaimEnd({
    donorConfirmedAtMs: one.donorConfirmed,
    claimerConfirmedAtMs: one.claimerConfirmed,
    availableUntilMs,
  });
  return {
    reminder: isReminderDue(
      {
        createdAtMs: one.created,
        availableFromMs: one.from,
        availableUntilMs,
        remindedAtMs: one.reminded,
        isSaid: one.donorConfirmed !== null || one.claimerConfirmed !== null,
      },
      nowMs,
    ),
    question: isQuestionDue({ availableUntilMs, askedAtMs: one.asked, settlesAtMs }, nowMs),
  };
}

const halfHours = (min: number, max: number) => fc.integer({ min, max }).map((half) => half * 30 * MINUTE_MS);
const orNever = (time: fc.Arbitrary<number>, often = 2) => fc.option(time, { freq: often });
/** Times that often coincide, relative to the test's first hour. */
const anyCase: fc.Arbitrary<Case> = fc.record({
  created: halfHours(-8, 8),
  from: halfHours(-4, 8),
  lasts: halfHours(1, 8),
  reminded: orNever(halfHours(-8, 12)),
  asked: orNever(halfHours(0, 16)),
  donorConfirmed: orNever(halfHours(-8, 8), 1),
  claimerConfirmed: orNever(halfHours(-8, 8), 1),
});
const anyNow = fc.oneof(halfHours(0, 14), halfHours(0, 120));

/** Gives each of these claims the times of a case. */
async function plant(ids: readonly string[], cases: readonly Case[]): Promise<void> {
  const at = (ms: number | null): Date | null => (ms === null ? null : new Date(beganAt + ms));
  const rows = cases.map((one, nth) => ({
    id: ids[nth],
    created: at(one.created),
    reminded: at(one.reminded),
    asked: at(one.asked),
    donor_said: at(one.donorConfirmed),
    claimer_said: at(one.claimerConfirmed),
    begins: at(one.from),
    ends: at(one.from + one.lasts),
  }));
  await pool.query(
    `with planted as (
       select * from jsonb_to_recordset($1) as of (id uuid, created timestamptz, reminded timestamptz,
         asked timestamptz, donor_said timestamptz, claimer_said timestamptz, begins timestamptz, ends timestamptz)
     ), listings as (
       update food_listing set available_from = begins, available_until = ends
       from planted join claim on claim.id = planted.id where food_listing.id = claim.listing_id
     )
     update claim set created_at = created, reminded_at = reminded, asked_at = asked,
       donor_confirmed_at = donor_said, claimer_confirmed_at = claimer_said
     from planted where claim.id = planted.id`,
    [JSON.stringify(rows)],
  );
}

test('the due queries agree with the domain rules for random times', async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 40; nth++) ids.push((await pickup()).claim.id);
  const found = { reminder: 0, question: 0 };
  const allCases = fc.array(anyCase, { minLength: ids.length, maxLength: ids.length });
  const agrees = async (cases: readonly Case[], nowMs: number): Promise<void> => {
    await plant(ids, cases);
    const [now, page] = [new Date(beganAt + nowMs), { after: null, limit: 100 }];
    const due = cases.map((one, nth) => ({ id: ids[nth] ?? '', ...dueOf(one, nowMs) }));
    for (const [duty, select] of [
      ['reminder', selectReminderDue],
      ['question', selectQuestionDue],
    ] as const) {
      const rows = await select(db, now, page);
      found[duty] += rows.length;
      const expected = due.filter((one) => one[duty]).map(({ id }) => id);
      expect([duty, rows.map(({ id }) => id)]).toEqual([duty, expected.toSorted()]);
    }
  };
  await fc.assert(fc.asyncProperty(allCases, anyNow, agrees), {
    numRuns: sized(25, 80),
    seed: 22,
    endOnFailure: true,
  });
  const least = sized(15, 50);
  expect(found.reminder).toBeGreaterThan(least);
  expect(found.question).toBeGreaterThan(least);
});
