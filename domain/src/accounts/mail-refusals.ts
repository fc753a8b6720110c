import { DAY_MS } from '../kernel/time.ts';

/** So many permanent refusals of an address within so many days pause all mails but those about the account. */
const REFUSALS = 3;
const WITHIN_MS = 3 * DAY_MS;

/** Whether mails are paused, by the times of the latest refusals, oldest first, in epoch milliseconds. */
export function pausesMail(refusedAtMs: readonly number[]): boolean {
  const [first, last] = [refusedAtMs.at(-REFUSALS), refusedAtMs.at(-1)];
  return first !== undefined && last !== undefined && last - first <= WITHIN_MS;
}

/** The refusals to keep after another one; once mails are paused, nothing changes. */
export const withRefusal = (refusedAtMs: readonly number[], nowMs: number): readonly number[] =>
  pausesMail(refusedAtMs) ? refusedAtMs : [...refusedAtMs, nowMs].slice(-REFUSALS);
