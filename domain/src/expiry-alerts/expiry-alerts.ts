import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import {
  CRITICAL_HOURS,
  earliestEndMs,
  freshnessLevel,
  hoursLeft,
  type OfferTimes,
  TODAY_HOURS,
  URGENT_HOURS,
} from '../listings/freshness.ts';

export const ALERT_LEVELS = ['today', 'urgent', 'critical'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** Up to how many hours before the earliest end each level begins, the worst first. */
export const ALERT_HOURS: readonly (readonly [AlertLevel, number])[] = [
  ['critical', CRITICAL_HOURS],
  ['urgent', URGENT_HOURS],
  ['today', TODAY_HOURS],
];

export const ALERT_REACH_KM = 5;
export const MAX_PEOPLE_ALERTED = 20;
/** To how many listings of others a person is alerted in a day. */
export const MAX_ALERTS_A_DAY = 5;
/** How many of these are one giver's; and to how many listings a person is alerted before those of new givers add none. */
export const MAX_ALERTS_OF_GIVER = 2;
/** The bell does not ring for owners about food that they shared less than this ago. */
export const OWN_ALERT_DELAY_MS = HOUR_MS;
/** Smaller counts of people are not shown. */
export const MIN_COUNT_SHOWN = 5;

/** Null for food that is over, or that has more than a day. */
export function alertLevel(endMs: number, nowMs: number): AlertLevel | null {
  const level = freshnessLevel(hoursLeft(endMs, nowMs));
  return ALERT_LEVELS.find((each) => each === level) ?? null;
}

const EXTENSION_MS = 2 * HOUR_MS;
const LEAST_EXTENSION_MS = 15 * MINUTE_MS;

/**
 * Until when a pickup can be extended by one tap, in epoch milliseconds: by two hours, but not past the use-by or
 * expiry date. Null if that gains less than a quarter of an hour, or if it is not the pickup that ends.
 */
export function extendedUntilMs(times: OfferTimes, nowMs: number): number | null {
  const untilMs = Date.parse(times.availableUntil);
  if (earliestEndMs(times) < untilMs || untilMs <= nowMs) return null;
  const { expiryDate, bestByDate, dateKind } = times;
  const limits = [expiryDate, dateKind === 'use_by' ? bestByDate : null];
  const extendedMs = Math.min(
    untilMs + EXTENSION_MS,
    ...limits.flatMap((limit) => (limit === null ? [] : Date.parse(limit))),
  );
  return extendedMs - untilMs < LEAST_EXTENSION_MS ? null : extendedMs;
}
