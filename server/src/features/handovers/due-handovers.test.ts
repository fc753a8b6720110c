import { automaticHandoverEnd } from '@openlarder/domain/handovers/handover-states.ts';
import {
  type HandoverTimes,
  isOnMyWayQuestionDue,
  isOutcomeQuestionDue,
  isReminderDue,
} from '@openlarder/domain/handovers/handover-times.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { handoversFixture } from '#server/test/factories/handovers-fixture.ts';
import { sized } from '#server/test/long-run.ts';
import * as store from './due-handovers.store.ts';

const fixture = await handoversFixture();
const { clock, db, pool } = fixture;
// the rows that SQL has written keep no invariants
afterAll(() => pool.query('truncate person cascade'));
const beganAt = clock.at;

type Case = HandoverTimes & {
  readonly remindedAtMs: number | null;
  readonly outcomeAskedAtMs: number | null;
  readonly giverConfirmedAtMs: number | null;
  readonly receiverConfirmedAtMs: number | null;
};

/** What the domain rules say about an open handover with these times. */
function dueOf(one: Case, nowMs: number) {
  const isSaid = one.giverConfirmedAtMs !== null || one.receiverConfirmedAtMs !== null;
  const { atMs: endsAtMs } = automaticHandoverEnd(one);
  return {
    reminder: isReminderDue({ ...one, isSaid }, nowMs),
    on_my_way: isOnMyWayQuestionDue({ ...one, isSaid }, nowMs),
    outcome: isOutcomeQuestionDue({ ...one, endsAtMs }, nowMs),
    end: nowMs >= endsAtMs,
  };
}

const QUERIES = {
  reminder: store.selectReminderDue,
  on_my_way: store.selectOnMyWayQuestionDue,
  outcome: store.selectOutcomeQuestionDue,
  end: store.selectDueToEnd,
} as const;
const DUTIES = ['reminder', 'on_my_way', 'outcome', 'end'] as const;

const halfHours = (min: number, max: number) => fc.integer({ min, max }).map((half) => half * 30 * MINUTE_MS);
const orNever = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
/** Times that often coincide, relative to the beginning. An open handover has at most one confirmation. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    createdAtMs: halfHours(-8, 8),
    windowFromMs: halfHours(-4, 8),
    lasts: halfHours(1, 8),
    agreedTimeMs: orNever(halfHours(-4, 20)),
    agreedMs: halfHours(-8, 6),
    askedAtMs: orNever(halfHours(0, 16)),
    remindedAtMs: orNever(halfHours(-8, 12)),
    outcomeAskedAtMs: orNever(halfHours(0, 20)),
    confirmed: orNever(fc.record({ atMs: halfHours(-8, 8), isGiver: fc.boolean() })),
  })
  .map(({ lasts, confirmed, agreedMs, ...times }) => ({
    ...times,
    agreedAtMs: times.agreedTimeMs === null ? null : agreedMs,
    windowUntilMs: times.windowFromMs + lasts,
    giverOnMyWayAtMs: null,
    receiverOnMyWayAtMs: null,
    giverConfirmedAtMs: confirmed?.isGiver ? confirmed.atMs : null,
    receiverConfirmedAtMs: confirmed && !confirmed.isGiver ? confirmed.atMs : null,
  }));
/** Whole and half hours, often about the time of an automatic end, and the milliseconds beside them. */
const anyNow = fc
  .tuple(
    fc.oneof(halfHours(-4, 12), halfHours(-4, 12), halfHours(0, 24), halfHours(92, 124), halfHours(0, 150)),
    fc.constantFrom(-1, 0, 0, 1),
  )
  .map(([at, offset]) => at + offset);

/** Gives each of these handovers the times of a case. */
async function plant(ids: readonly string[], cases: readonly Case[]): Promise<void> {
  const at = (ms: number | null): Date | null => (ms === null ? null : new Date(beganAt + ms));
  const rows = cases.map((one, nth) => ({
    id: ids[nth],
    created: at(one.createdAtMs),
    begins: at(one.windowFromMs),
    ends: at(one.windowUntilMs),
    agreed: at(one.agreedTimeMs),
    agreed_on: at(one.agreedAtMs),
    reminded: at(one.remindedAtMs),
    asked: at(one.askedAtMs),
    outcome_asked: at(one.outcomeAskedAtMs),
    giver_said: at(one.giverConfirmedAtMs),
    receiver_said: at(one.receiverConfirmedAtMs),
  }));
  await pool.query(
    `update handover set created_at = created, window_from = begins, window_until = ends, agreed_time = agreed,
       agreed_at = agreed_on, reminded_at = reminded, asked_at = asked,
       outcome_asked_at = outcome_asked, giver_confirmed_at = giver_said, receiver_confirmed_at = receiver_said
     from jsonb_to_recordset($1) as planted (id uuid, created timestamptz, begins timestamptz, ends timestamptz,
       agreed timestamptz, agreed_on timestamptz, reminded timestamptz, asked timestamptz, outcome_asked timestamptz,
       giver_said timestamptz, receiver_said timestamptz)
     where planted.id = handover.id`,
    [JSON.stringify(rows)],
  );
}

test('the due queries agree with the domain rules for random times', async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 40; nth++) ids.push((await fixture.opened('claim', {}, 1)).id);
  const ended = await fixture.opened();
  await pool.query(`update handover set status = 'lapsed', ended_at = created_at where id = $1`, [ended.id]);
  const found = { reminder: 0, on_my_way: 0, outcome: 0, end: 0 };
  const allCases = fc.array(anyCase, { minLength: ids.length, maxLength: ids.length });
  const agrees = async (cases: readonly Case[], nowMs: number): Promise<void> => {
    await plant(ids, cases);
    const [now, page] = [new Date(beganAt + nowMs), { after: null, limit: 100 }];
    const due = cases.map((one, nth) => ({ id: ids[nth] ?? '', ...dueOf(one, nowMs) }));
    for (const duty of DUTIES) {
      const rows = await QUERIES[duty](db, now, page);
      found[duty] += rows.length;
      const expected = due.filter((one) => one[duty]).map(({ id }) => id);
      expect([duty, rows.map(({ id }) => id)]).toEqual([duty, expected.toSorted()]);
    }
  };
  await fc.assert(fc.asyncProperty(allCases, anyNow, agrees), {
    numRuns: sized(15, 120),
    seed: 22,
    endOnFailure: true,
  });
  for (const duty of DUTIES) expect([duty, found[duty] > sized(5, 45)]).toEqual([duty, true]);
});

test('a page has the handovers after the last one', async () => {
  const now = new Date(beganAt + 2000 * HOUR_MS);
  const first = await store.selectDueToEnd(db, now, { after: null, limit: 2 });
  const next = await store.selectDueToEnd(db, now, { after: first[1]?.id ?? null, limit: 2 });
  const both = await store.selectDueToEnd(db, now, { after: null, limit: 4 });
  expect([...first, ...next]).toEqual(both);
  expect(both).toHaveLength(4);
});
