import { addCalendarDays, calendarDay, startOfDay } from '@openlarder/domain/kernel/time.ts';
import { badgesEarned } from '@openlarder/domain/recognition/badges.ts';
import {
  daysBefore,
  type EarningCause,
  earningSides,
  isGiving,
  listingCauses,
  monthOfDay,
  PAIR_WINDOW_MS,
  pointsFor,
  requestCountsFromMs,
  requestsCountedBeforeMs,
  streakLength,
} from '@openlarder/domain/recognition/points.ts';
import { type Given, isRing, MAX_RING_PEOPLE } from '@openlarder/domain/recognition/rings.ts';
import * as trust from '#server/features/accounts/trust/trust.ts';
import type { CompletedHandover } from '#server/features/handovers/handovers.hooks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { processDue } from '#server/platform/process-due.ts';
import { insertBadges, selectBadgeFacts } from '../recognition.store.ts';
import * as ledger from './ledger.store.ts';
import * as store from './recognized-handovers.store.ts';

/**
 * Books the points and badges of a completed handover for its two people; points for an answered request wait for
 * `countAnsweredRequests`. Idempotent. A handover that only one side confirmed, or that was disputed before, earns
 * nothing.
 */
export async function recognizeHandover(tx: TxContext, handover: CompletedHandover): Promise<void> {
  const { giverId, receiverId, completedAt } = handover;
  if (handover.completedBy === 'one_side' || (handover.listingId === null && !handover.answersRequest))
    return;
  const open = await ledger.lockPeople(tx.db, [giverId, receiverId]);
  const decided = await decide(tx, handover);
  const day = calendarDay(completedAt.getTime(), tx.settings.timeZone);
  const isNew = await store.insertRecognized(tx.db, {
    ...rowOf(handover),
    giver_earns: decided.earns.giver,
    receiver_earns: decided.earns.receiver,
    giver_was_known: decided.giverIsKnown,
    receiver_was_known: decided.receiverIsKnown,
    counted_on: handover.answersRequest ? null : day,
  });
  if (!isNew || handover.answersRequest) return;
  const sides = [
    { side: 'giver', personId: giverId, facts: decided.giver },
    { side: 'receiver', personId: receiverId, facts: decided.receiver },
  ] as const;
  const entries = sides
    .filter(({ side, personId }) => decided.earns[side] && open.has(personId))
    .flatMap(({ side, personId, facts }) =>
      listingCauses(side, facts).map((cause) =>
        entryOf(tx, { personId, cause, handover, earnedAt: completedAt, day }),
      ),
    );
  await book(tx, entries, day);
}

/** Adds entries of locked people, with the resulting badges, and notifies their clients. */
async function book(tx: TxContext, entries: readonly ledger.NewEntry[], day: string): Promise<void> {
  if (entries.length === 0) return;
  await ledger.bookEntries(tx.db, entries);
  const people = [...new Set(entries.map(({ personId }) => personId))];
  const [{ earnedAt } = { earnedAt: tx.clock.now() }] = entries;
  await awardBadges(tx, people, { day, earnedAt });
  await announce(tx, people);
}

async function announce(tx: TxContext, people: readonly string[]): Promise<void> {
  await tx.eventLog.append(tx, RECOGNITION_CHANGED, { people } satisfies RecognitionChanged, {
    topics: ['recognition'],
    people,
  });
}

function entryOf(
  tx: TxContext,
  {
    personId,
    cause,
    handover,
    earnedAt,
    day,
  }: {
    readonly personId: string;
    readonly cause: EarningCause;
    readonly handover: Pick<CompletedHandover, 'id' | 'servings'>;
    readonly earnedAt: Date;
    readonly day: string;
  },
): ledger.NewEntry {
  return {
    id: tx.newId(),
    personId,
    cause,
    subjectId: handover.id,
    points: pointsFor(cause, handover.servings),
    given: isGiving(cause) ? pointsFor(cause, handover.servings) : 0,
    month: monthOfDay(day),
    earnedAt,
    bookedAt: tx.clock.now(),
    reversesId: null,
  };
}

/** The columns of a handover that no rule decides. */
const rowOf = (handover: CompletedHandover) => ({
  handover_id: handover.id,
  giver_id: handover.giverId,
  receiver_id: handover.receiverId,
  servings: handover.servings,
  answers_request: handover.answersRequest,
  completed_at: handover.completedAt,
});

/** Decides which of the two people, who are locked, earn points by a handover, and for what. */
async function decide(tx: TxContext, handover: CompletedHandover) {
  const { giverId, receiverId, completedBy, answersRequest, completedAt } = handover;
  const atMs = completedAt.getTime();
  const since = new Date(atMs - PAIR_WINDOW_MS);
  const { paidOfPair, giver, receiver } = await store.selectEarningFacts(tx.db, handover, {
    pairSince: since,
    days: daysAround(atMs, tx.settings.timeZone),
  });
  const knownSince = await trust.knownSince(tx, [giverId, receiverId]);
  const isKnown = (id: string): boolean => (knownSince.get(id)?.getTime() ?? Infinity) <= atMs;
  const giverIsKnown = isKnown(giverId);
  const receiverIsKnown = isKnown(receiverId);
  const earns = earningSides({
    completedBy,
    answersRequest,
    paidOfPair,
    isRing: !giverIsKnown && !receiverIsKnown && (await isOfRing(tx, handover, since)),
    giver: { ...giver, otherIsKnown: receiverIsKnown },
    receiver: { ...receiver, otherIsKnown: giverIsKnown },
  });
  return { earns, giver, receiver, giverIsKnown, receiverIsKnown };
}

function daysAround(atMs: number, timeZone: string): store.Days {
  const day = startOfDay(atMs, timeZone);
  return {
    dayBefore: new Date(addCalendarDays(day, -1, timeZone)),
    day: new Date(day),
    dayAfter: new Date(addCalendarDays(day, 1, timeZone)),
  };
}

/** Longer streaks earn no badge. */
const STREAK_DAYS = 10;

/** Gives these people, who are locked, the badges that they have earned by now. `day` is that of the last change. */
async function awardBadges(
  tx: TxContext,
  personIds: readonly string[],
  { day, earnedAt }: { readonly day: string; readonly earnedAt: Date },
): Promise<void> {
  const rows = await selectBadgeFacts(tx.db, personIds, daysBefore(day, STREAK_DAYS));
  const earned = rows.flatMap(({ personId, badgeIds, activeDays, ...facts }) =>
    badgesEarned({ ...facts, streakDays: streakLength(new Set(activeDays), day) })
      .filter((id) => !badgeIds.includes(id))
      .map((badgeId) => ({ id: tx.newId(), person_id: personId, badge_id: badgeId, earned_at: earnedAt })),
  );
  await insertBadges(tx.db, earned);
}

/** The number of steps from the two people that finds all members of a ring of `MAX_RING_PEOPLE`. */
const STEPS = MAX_RING_PEOPLE / 2;
/** Accounts with more exchanges than this are not a small ring. */
const MAX_PAIRS = 300;

/**
 * Whether a handover of two people, of whom neither is known, belongs to a ring (see `isRing`). Reads the givers and
 * receivers since then, step by step from the two; the first step usually decides.
 */
async function isOfRing(tx: TxContext, handover: store.HandoverOfTwo, since: Date): Promise<boolean> {
  const given = new Map<string, Given>();
  const known = new Set<string>();
  const asked = new Set<string>();
  let next = [handover.giverId, handover.receiverId];
  const { receiverId, answersRequest } = handover;
  for (let step = 0; step < STEPS && next.length > 0; step++) {
    const found = await store.selectGiven(tx.db, next, { since, answersRequest, limit: MAX_PAIRS });
    // a receiver who gave nothing cannot close a ring
    if (step === 0 && !found.some(({ giverId }) => giverId === receiverId)) return false;
    for (const each of found) given.set(`${each.giverId} ${each.receiverId}`, each);
    if (given.size >= MAX_PAIRS) return false;
    for (const id of next) asked.add(id);
    const met = [...new Set(found.flatMap((each) => [each.giverId, each.receiverId]))];
    const fresh = met.filter((id) => !asked.has(id) && !known.has(id));
    for (const id of (await trust.knownSince(tx, fresh)).keys()) known.add(id);
    next = fresh.filter((id) => !known.has(id));
  }
  return isRing(handover, [...given.values()], (id) => known.has(id));
}

/**
 * Reverses the points of a handover, in the month in which they were earned; badges stay. A handover that is not
 * entered yet, or still waits for its week, will not earn points.
 */
export async function undoHandover(tx: TxContext, handover: CompletedHandover): Promise<void> {
  const now = tx.clock.now();
  await ledger.lockPeople(tx.db, [handover.giverId, handover.receiverId]);
  await store.markUndone(tx.db, {
    ...rowOf(handover),
    giver_earns: false,
    receiver_earns: false,
    giver_was_known: false,
    receiver_was_known: false,
    counted_on: null,
    undone_at: now,
  });
  const earned = await ledger.selectUnreversedEntries(tx.db, handover.id);
  if (earned.length === 0) return;
  await ledger.bookEntries(
    tx.db,
    earned.map(({ id, personId, points, given, month }) => ({
      id: tx.newId(),
      personId,
      cause: 'reversal',
      subjectId: id,
      points: -points,
      given: -given,
      month,
      earnedAt: now,
      bookedAt: now,
      reversesId: id,
    })),
  );
  await announce(tx, [...new Set(earned.map(({ personId }) => personId))]);
}

/**
 * Books the points for requests that were answered a week ago: all of one day at the same instant, so that the time
 * does not identify a request. Idempotent. Returns how many.
 */
export async function countAnsweredRequests(ctx: AppContext): Promise<number> {
  const before = new Date(requestsCountedBeforeMs(ctx.clock.now().getTime(), ctx.settings.timeZone));
  return processDue(
    (page) => store.selectWaiting(ctx.db, before, page),
    ({ id }) => countAnswer(ctx, id),
    'answered requests',
  );
}

async function countAnswer(ctx: AppContext, handoverId: string): Promise<boolean> {
  const { timeZone } = ctx.settings;
  return inTransaction(ctx, async (tx) => {
    const row = await store.selectRecognized(tx.db, handoverId);
    if (!row) return false;
    const open = await ledger.lockPeople(tx.db, [row.giver_id]);
    const earnedAt = new Date(requestCountsFromMs(row.completed_at.getTime(), timeZone));
    const day = calendarDay(earnedAt.getTime(), timeZone);
    if (!(await store.countWaiting(tx.db, handoverId, day))) return false;
    if (!row.giver_earns || !open.has(row.giver_id)) return true;
    const handover = { id: handoverId, servings: row.servings };
    const cause = 'request_answered';
    await book(tx, [entryOf(tx, { personId: row.giver_id, cause, handover, earnedAt, day })], day);
    return true;
  });
}

/** The points or badges of these people changed. */
const RECOGNITION_CHANGED = 'recognition_changed';
type RecognitionChanged = { readonly people: readonly string[] };
