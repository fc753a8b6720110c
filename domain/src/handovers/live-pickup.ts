import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** What is known of an open handover, times in milliseconds since 1970. */
export type PickupTimes = {
  readonly agreedTimeMs: number | null;
  readonly windowFromMs: number;
  readonly windowUntilMs: number;
  /** Whether one of the two is on their way or there. */
  readonly isOnMyWay: boolean;
};

/** Earlier, a pickup is not shown on every screen. */
const LIVE_BEFORE_MS = 6 * HOUR_MS;
/** How long it stays after its time, unless both have confirmed before. */
const LIVE_AFTER_MS = 2 * HOUR_MS;

/** The time that counts: the agreed one, else when the window begins. */
const startMs = ({ agreedTimeMs, windowFromMs }: PickupTimes): number => agreedTimeMs ?? windowFromMs;

/** Whether a pickup is close enough to be shown on every screen: from six hours before it until two hours after it. */
export function isLivePickup(times: PickupTimes, nowMs: number): boolean {
  if (times.isOnMyWay) return true;
  const endMs = times.agreedTimeMs ?? times.windowUntilMs;
  return startMs(times) - LIVE_BEFORE_MS <= nowMs && nowMs <= endMs + LIVE_AFTER_MS;
}

export function comparePickups(a: PickupTimes, b: PickupTimes): number {
  return Number(b.isOnMyWay) - Number(a.isOnMyWay) || startMs(a) - startMs(b);
}

/** When to leave for an agreed time that is `walkMinutes` away; null once that time is over. */
export function leaveByMs(agreedTimeMs: number, walkMinutes: number, nowMs: number): number | null {
  const atMs = agreedTimeMs - walkMinutes * MINUTE_MS;
  return nowMs < agreedTimeMs ? atMs : null;
}

/** Whole minutes until a pickup: to its agreed time, else to when its window begins; null from then on. */
export function minutesUntilPickup(times: PickupTimes, nowMs: number): number | null {
  const leftMs = startMs(times) - nowMs;
  return leftMs > 0 ? Math.ceil(leftMs / MINUTE_MS) : null;
}
