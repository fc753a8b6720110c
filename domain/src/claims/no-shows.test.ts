import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import { NO_SHOW_COUNTS_DAYS, noShowStanding } from './no-shows.ts';

const now = 100 * DAY_MS;
const daysAgo = (days: number): number => now - days * DAY_MS;

test.each([
  ['none', [], 0, 3, null],
  ['one', [10], 1, 3, 50],
  ['two', [10, 20], 2, 2, 40],
  ['three', [1, 10, 20], 3, 1, 40],
  ['many', [1, 2, 3, 4, 5, 6], 6, 1, 54],
  ['three, of which one has faded', [10, 20, 60], 2, 2, 40],
  ['one that has faded', [61], 0, 3, null],
])('%s', (_, days, counted, maxOpenClaims, easesInDays) => {
  expect(noShowStanding(days.map(daysAgo), now)).toEqual({
    counted,
    maxOpenClaims,
    easesAtMs: easesInDays === null ? null : now + easesInDays * DAY_MS,
  });
});

test('nobody is ever shut out, waiting never makes it worse, and it ends by itself', () => {
  const past = fc.array(fc.integer({ min: 0, max: now }));
  const wait = fc.integer({ min: 0, max: NO_SHOW_COUNTS_DAYS * DAY_MS });
  fc.assert(
    fc.property(past, wait, (times, waitMs) => {
      const today = noShowStanding(times, now);
      const later = noShowStanding(times, now + waitMs);
      expect(today.maxOpenClaims).toBeGreaterThanOrEqual(1);
      expect(later.maxOpenClaims).toBeGreaterThanOrEqual(today.maxOpenClaims);
      const end = now + NO_SHOW_COUNTS_DAYS * DAY_MS;
      expect(noShowStanding(times, end)).toEqual({ counted: 0, maxOpenClaims: 3, easesAtMs: null });
    }),
  );
});
