import { test } from 'vitest';

/**
 * Whether this is `npm run test:long`. Tests that `npm test` leaves out check it; docs/testing.md lists all of them.
 */
const IS_LONG = process.env['LONG'] === '1';

/** The seed of random tests: fixed in `npm test`; drawn and printed by `npm run test:long`. SEED=… repeats a run. */
export const RUN_SEED = Number(process.env['SEED'] ?? 20_260_504);

/** One size for `npm test`, and a full one for `npm run test:long`. */
export const sized = <Size>(usual: Size, full: Size): Size => (IS_LONG ? full : usual);

/**
 * A test of `npm run test:long` only. In `npm test` it is not registered, rather than skipped, which would count as
 * failed.
 */
export function longTest(name: string, work: () => Promise<void> | void, timeoutMs?: number): void {
  if (IS_LONG) test(name, work, timeoutMs);
}
