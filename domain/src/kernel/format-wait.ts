import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

const STEPS = [
  { ms: DAY_MS, word: 'day', overMs: 2 * DAY_MS },
  { ms: HOUR_MS, word: 'hour', overMs: HOUR_MS },
  { ms: MINUTE_MS, word: 'minute', overMs: 0 },
] as const;

/** A duration in words ("3 hours"), rounded up. Without a clock time it is right in every time zone. */
export function formatWait(waitMs: number): string {
  const { ms, word } = STEPS.find(({ overMs }) => waitMs > overMs) ?? STEPS[2];
  const count = Math.max(1, Math.ceil(waitMs / ms));
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
