import { addCalendarDays, HOUR_MS, instantOfWallClock, startOfDay, wallClock } from '../../kernel/time.ts';
import type { VisitTime } from '../listing-fields.ts';

/** The hour from which people say "tonight". */
export const EVENING_HOUR = 17;
/** The hour at which a night is over; until then people say "tonight". */
export const NIGHT_ENDS_AT_HOUR = 4;
const NOW_MS = HOUR_MS;

/** Epoch milliseconds, the end not included. */
export type VisitSpan = { readonly fromMs: number; readonly untilMs: number };

/** When the current night is over, or the coming one by day. */
export function nightEndsMs(nowMs: number, timeZone: string): number {
  const morningMs = atHour(nowMs, NIGHT_ENDS_AT_HOUR, timeZone);
  return nowMs < morningMs ? morningMs : addCalendarDays(morningMs, 1, timeZone);
}

/** The hours that a person means by "now", "tonight" or "tomorrow", in the community's `timeZone`; none are past. */
export function visitSpan(when: VisitTime, nowMs: number, timeZone: string): VisitSpan {
  if (when === 'now') return { fromMs: nowMs, untilMs: nowMs + NOW_MS };
  const nightMs = nightEndsMs(nowMs, timeZone);
  if (when === 'tonight') {
    const eveningMs = atHour(nowMs, EVENING_HOUR, timeZone);
    return { fromMs: nightMs < eveningMs ? nowMs : Math.max(nowMs, eveningMs), untilMs: nightMs };
  }
  // the next calendar day, as cards say it, without the end of tonight
  const tomorrowMs = addCalendarDays(startOfDay(nowMs, timeZone), 1, timeZone);
  return {
    fromMs: Math.max(nightMs, atHour(tomorrowMs, NIGHT_ENDS_AT_HOUR, timeZone)),
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
