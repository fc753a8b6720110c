import { addCalendarDays, HOUR_MS, instantOfWallClock, startOfDay, wallClock } from '../../kernel/time.ts';
import type { VisitTime } from '../listing-fields.ts';

/** The hour from which people say "tonight". */
export const EVENING_HOUR = 17;
/** The hour at which a night is over; until then people say "tonight". */
export const NIGHT_ENDS_AT_HOUR = 4;
/** The hour at which the day begins that people call "tomorrow" the evening before. */
const MORNING_HOUR = 5;
const NOW_MS = HOUR_MS;
const LATE_MS = 2 * HOUR_MS;

/** Epoch milliseconds, the end not included. */
export type VisitSpan = { readonly fromMs: number; readonly untilMs: number };

/**
 * When tonight is over: at midnight, from which cards say "tomorrow"; later for people who are up that late, by two hours,
 * or until the night is over. Never before two hours from now.
 */
export function tonightEndsMs(nowMs: number, timeZone: string): number {
  const morningMs = atHour(nowMs, NIGHT_ENDS_AT_HOUR, timeZone);
  const midnightMs = addCalendarDays(startOfDay(nowMs, timeZone), 1, timeZone);
  return Math.max(nowMs < morningMs ? morningMs : midnightMs, nowMs + LATE_MS);
}

/** The hours that a person means by "now", "tonight" or "tomorrow", in the community's `timeZone`; none are past. */
export function visitSpan(when: VisitTime, nowMs: number, timeZone: string): VisitSpan {
  if (when === 'now') return { fromMs: nowMs, untilMs: nowMs + NOW_MS };
  const endMs = tonightEndsMs(nowMs, timeZone);
  if (when === 'tonight') {
    const eveningMs = atHour(nowMs, EVENING_HOUR, timeZone);
    return { fromMs: endMs < eveningMs ? nowMs : Math.max(nowMs, eveningMs), untilMs: endMs };
  }
  // the next calendar day, as cards say it, from its morning on: what is left at half past midnight is of the night
  const tomorrowMs = addCalendarDays(startOfDay(nowMs, timeZone), 1, timeZone);
  return {
    fromMs: atHour(tomorrowMs, MORNING_HOUR, timeZone),
    untilMs: addCalendarDays(tomorrowMs, 1, timeZone),
  };
}

const atHour = (ofDayMs: number, hour: number, timeZone: string): number =>
  instantOfWallClock({ ...wallClock(ofDayMs, timeZone), hour, minute: 0, second: 0 }, timeZone);

/** Whether a pickup window, the end not included, has any of these hours. */
export const overlaps = (
  window: { readonly fromMs: number; readonly untilMs: number },
  span: VisitSpan,
): boolean => window.fromMs < span.untilMs && window.untilMs > span.fromMs;
