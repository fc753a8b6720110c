import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import { CRITICAL_HOURS, feedEndMs, type ListingTimes } from './freshness.ts';
import { nightEndsMs } from './search/visit-time.ts';

export const ROW_CARDS = 4;

/** Never closer than what is critical, so that all food that expires very soon ends tonight. */
export const tonightEndsMs = (nowMs: number, timeZone: string): number =>
  Math.max(nightEndsMs(nowMs, timeZone), nowMs + CRITICAL_HOURS * HOUR_MS);

/** Whether food ends tonight, which is over at `tonightMs`, by the time that the feed sorts by. */
export function endsTonight(times: ListingTimes, nowMs: number, tonightMs: number): boolean {
  const endMs = feedEndMs(times);
  return endMs > nowMs && endMs <= tonightMs;
}

/** Whether food was shared within the last day. */
export const isJustShared = ({ createdAt }: Pick<ListingTimes, 'createdAt'>, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) <= DAY_MS;
