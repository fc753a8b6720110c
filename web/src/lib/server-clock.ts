import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';

/** How far the server's clock is ahead of this device's, which may be hours off. */
let aheadMs = 0;

/** From now on `Date.now()` is the server's time, for this code, its libraries and what they store alike. */
export function followServerClock(): void {
  const deviceNow = Date.now;
  Date.now = () => deviceNow() + aheadMs;
}

/**
 * Learns the server's time from a reply that has just come. One from a cache says when it was made. A difference below
 * a minute is left alone: it may be the time that the reply took.
 */
export function learnServerTime(headers: Headers): void {
  if (!headers.get('Cache-Control')?.includes('no-store') || headers.has('Age')) return;
  const differenceMs = Date.parse(headers.get('Date') ?? '') - Date.now();
  if (Math.abs(differenceMs) >= MINUTE_MS) aheadMs += differenceMs;
}
