import { addCalendarDays, DAY_MS, HOUR_MS, instantOfWallClock, wallClock } from '../kernel/time.ts';
import { CRITICAL_HOURS, feedEndMs, type ListingTimes } from './freshness.ts';

/** Cards in a row above the feed. */
export const ROW_CARDS = 4;

/** The hour at which a night is over; until then people say "tonight". */
const NIGHT_ENDS_AT_HOUR = 4;

/**
 * When tonight is over in the community's `timeZone`: the next 4 AM. It is never closer than what is critical, so all
 * food that expires very soon ends tonight.
 */
export function tonightEndsMs(nowMs: number, timeZone: string): number {
  const clock = wallClock(nowMs, timeZone);
  const morningMs = instantOfWallClock(
    { ...clock, hour: NIGHT_ENDS_AT_HOUR, minute: 0, second: 0 },
    timeZone,
  );
  const nightEndsMs = nowMs < morningMs ? morningMs : addCalendarDays(morningMs, 1, timeZone);
  return Math.max(nightEndsMs, nowMs + CRITICAL_HOURS * HOUR_MS);
}

/** Whether food ends tonight, which is over at `tonightMs`, by the time that the feed sorts by. */
export function endsTonight(times: ListingTimes, nowMs: number, tonightMs: number): boolean {
  const endMs = feedEndMs(times);
  return endMs > nowMs && endMs <= tonightMs;
}

/** Whether food was shared within the last day. */
export const isJustShared = ({ createdAt }: Pick<ListingTimes, 'createdAt'>, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) <= DAY_MS;
