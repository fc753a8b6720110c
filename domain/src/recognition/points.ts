import type { CompletedBy } from '../handovers/handover-states.ts';
import { addCalendarDays, DAY_MS, startOfDay } from '../kernel/time.ts';

/* The causes of points, their amounts and limits; the reasons are in docs/decisions/050-points.md. */

/** Servings beyond these earn no more, so that a large share does not earn more than an answered request. */
const MAX_COUNTED_SERVINGS = 30;

const POINTS = {
  /** The giver of a listing's food. */
  handover_given: (servings: number) => 20 + Math.min(servings, MAX_COUNTED_SERVINGS),
  /** The receiver, for coming to the pickup. */
  handover_received: () => 5,
  /** The helper of a request for food, instead of the above; the requester earns nothing. */
  request_answered: () => 50,
  /** Once, with the first handover of the person's own food: a listing alone earns nothing. */
  first_listing: () => 10,
  /** Each day with a handover after a day with one. */
  streak_day: () => 2,
} as const;
export type EarningCause = keyof typeof POINTS;
/** `reversal`: takes back what a disputed handover earned. */
export type PointCause = EarningCause | 'reversal';

/** Whether it is earned by giving; a day of a streak may be one of receiving. */
export const isGiving = (cause: EarningCause): boolean =>
  cause !== 'handover_received' && cause !== 'streak_day';

export const pointsFor = (cause: EarningCause, servings: number): number => POINTS[cause](servings);

/** Paid handovers of the same two people, both directions together, in this time. */
export const PAIR_WINDOW_MS = 30 * DAY_MS;
export const MAX_PAID_PER_PAIR = 3;
/** Paid handovers of a person on one day with people who are not known yet. */
export const MAX_PAID_WITH_UNKNOWN_PER_DAY = 3;

/** One side of a handover, as it was completed. */
export type SideFacts = {
  /** Whether the other one is known (see `accounts/trust.ts`). */
  readonly otherIsKnown: boolean;
  /** The person's paid handovers of that day with people who were not known. */
  readonly paidWithUnknownOnDay: number;
};

export type EarningFacts = {
  readonly completedBy: CompletedBy;
  readonly answersRequest: boolean;
  /** Paid handovers of the two in `PAIR_WINDOW_MS` before, in both directions. */
  readonly paidOfPair: number;
  readonly isRing: boolean;
  readonly giver: SideFacts;
  readonly receiver: SideFacts;
};

/** The sides that earn points by a handover. */
export function earningSides({
  completedBy,
  answersRequest,
  paidOfPair,
  isRing,
  giver,
  receiver,
}: EarningFacts): { readonly giver: boolean; readonly receiver: boolean } {
  const pays = completedBy !== 'one_side' && paidOfPair < MAX_PAID_PER_PAIR && !isRing;
  const isFree = ({ otherIsKnown, paidWithUnknownOnDay }: SideFacts): boolean =>
    otherIsKnown || paidWithUnknownOnDay < MAX_PAID_WITH_UNKNOWN_PER_DAY;
  return { giver: pays && isFree(giver), receiver: pays && !answersRequest && isFree(receiver) };
}

/** A person's earlier handovers, when a handover of a listing earns them points. */
export type PersonFacts = {
  /** An earning handover of a listing of theirs, at any time. */
  readonly hasGiven: boolean;
  /** An earning handover of a listing, on either side, the day before and on the same day. */
  readonly wasActiveDayBefore: boolean;
  readonly wasActiveOnDay: boolean;
};

/** The causes of points for one of the two people of a listing's handover. */
export function listingCauses(
  side: 'giver' | 'receiver',
  { hasGiven, wasActiveDayBefore, wasActiveOnDay }: PersonFacts,
): readonly EarningCause[] {
  return [
    side === 'giver' ? 'handover_given' : 'handover_received',
    ...(side === 'giver' && !hasGiven ? (['first_listing'] as const) : []),
    ...(wasActiveDayBefore && !wasActiveOnDay ? (['streak_day'] as const) : []),
  ];
}

/** Full days that an answered request waits before it counts. */
const REQUEST_WAITS_DAYS = 7;

/**
 * From when (epoch milliseconds) an answered request counts: at the first midnight a week after it, together with all
 * others of its day, so that the time does not identify the request.
 */
export const requestCountsFromMs = (completedAtMs: number, timeZone: string): number =>
  addCalendarDays(startOfDay(completedAtMs, timeZone), REQUEST_WAITS_DAYS + 1, timeZone);

/** Answered requests that were completed before this instant count at `nowMs`. */
export const requestsCountedBeforeMs = (nowMs: number, timeZone: string): number =>
  addCalendarDays(startOfDay(nowMs, timeZone), -REQUEST_WAITS_DAYS, timeZone);

/** The month of a calendar day, as its first day: 2026-11-23 becomes 2026-11-01. */
export const monthOfDay = (day: string): string => `${day.slice(0, '2026-11'.length)}-01`;

/** How many days in a row, up to and with `today`, are among these days; 0 if today is not. */
export function streakLength(days: ReadonlySet<string>, today: string): number {
  let length = 0;
  while (days.has(daysBefore(today, length))) length++;
  return length;
}

/** The calendar day `days` days before another, both as 2026-11-23. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, day.length);
