import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';

/** How far the server's clock is ahead of this device's, which may be hours off. */
let aheadMs = 0;

/** From now on `Date.now()` is the server's time, for this code, its libraries and what they store alike. */
export function followServerClock(): void {
  const deviceNow = Date.now;
  Date.now = () => deviceNow() + aheadMs;
}

/**
 * Learns the server's time from a reply that has just come to a call sent at `sentMs`. One from a cache says when it was
 * made. It was made between the two, however long the call took, or the page slept: only what is a minute or more outside
 * tells of a wrong clock.
 */
export function learnServerTime(headers: Headers, sentMs: number): void {
  if (!headers.get('Cache-Control')?.includes('no-store') || headers.has('Age')) return;
  const madeMs = Date.parse(headers.get('Date') ?? '');
  const aheadOfCallMs = Math.max(madeMs - Date.now(), Math.min(madeMs - sentMs, 0));
  if (Math.abs(aheadOfCallMs) >= MINUTE_MS) aheadMs += aheadOfCallMs;
}
