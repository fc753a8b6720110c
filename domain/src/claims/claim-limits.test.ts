import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LISTING_STATUSES } from '../listings/listing-states.ts';
import { DAY_MS } from '../kernel/time.ts';
import {
  claimRefusal,
  MAX_CLAIMS_PER_DAY,
  MAX_OPEN_CLAIMS,
  NO_SHOW_EXPIRY_DAYS,
  noShowLimits,
} from './claim-limits.ts';

const fine = {
  isOwn: false,
  status: 'posted' as const,
  servingsLeft: 4,
  servingsWanted: 4,
  claimableUntilMs: 1001,
  nowMs: 1000,
  openClaims: MAX_OPEN_CLAIMS - 1,
  maxOpenClaims: MAX_OPEN_CLAIMS,
  claimsInLastDay: MAX_CLAIMS_PER_DAY - 1,
};

describe('claimRefusal', () => {
  test.each([
    ['all servings left, at the last moment, as the last claim allowed', {}, null],
    ['an own listing', { isOwn: true }, 'own-listing'],
    ['a claimed listing', { status: 'claimed' as const }, 'not-posted'],
    ['at the very end', { nowMs: 1001 }, 'too-late'],
    ['one more than is left', { servingsWanted: 5 }, 'not-enough'],
    ['a fourth at a time', { openClaims: 3 }, 'open-claims'],
    ['a second after no-shows', { openClaims: 1, maxOpenClaims: 1 }, 'open-claims'],
    ['an eleventh in a day', { claimsInLastDay: 10 }, 'claims-today'],
  ])('%s', (_, facts, refusal) => {
    expect(claimRefusal({ ...fine, ...facts })).toBe(refusal);
  });

  test('allows only another person’s posted listing, in time and with enough servings', () => {
    const facts = fc.record({
      isOwn: fc.boolean(),
      status: fc.constantFrom(...LISTING_STATUSES),
      servingsLeft: fc.nat(5),
      servingsWanted: fc.integer({ min: 1, max: 5 }),
      claimableUntilMs: fc.nat(10),
      nowMs: fc.nat(10),
      openClaims: fc.nat(4),
      maxOpenClaims: fc.integer({ min: 1, max: 3 }),
      claimsInLastDay: fc.nat(11),
    });
    fc.assert(
      fc.property(facts, (each) => {
        const isAllowed =
          !each.isOwn &&
          each.status === 'posted' &&
          each.nowMs < each.claimableUntilMs &&
          each.servingsWanted <= each.servingsLeft &&
          each.openClaims < each.maxOpenClaims &&
          each.claimsInLastDay < 10;
        expect(claimRefusal(each) === null).toBe(isAllowed);
      }),
    );
  });
});

const now = 100 * DAY_MS;
const daysAgo = (days: number): number => now - days * DAY_MS;

test.each([
  ['none', [], 0, 3, null],
  ['one', [10], 1, 3, 50],
  ['two', [10, 20], 2, 2, 40],
  ['three', [1, 10, 20], 3, 1, 40],
  ['many', [1, 2, 3, 4, 5, 6], 6, 1, 54],
  ['three, of which one has expired', [10, 20, 60], 2, 2, 40],
  ['one that has expired', [61], 0, 3, null],
])('%s', (_, days, counted, maxOpenClaims, easesInDays) => {
  expect(noShowLimits(days.map(daysAgo), now)).toEqual({
    counted,
    maxOpenClaims,
    easesAtMs: easesInDays === null ? null : now + easesInDays * DAY_MS,
  });
});

test('always allows one open claim, never gets stricter by waiting, and ends automatically', () => {
  const past = fc.array(fc.integer({ min: 0, max: now }));
  const wait = fc.integer({ min: 0, max: NO_SHOW_EXPIRY_DAYS * DAY_MS });
  fc.assert(
    fc.property(past, wait, (times, waitMs) => {
      const today = noShowLimits(times, now);
      const later = noShowLimits(times, now + waitMs);
      expect(today.maxOpenClaims).toBeGreaterThanOrEqual(1);
      expect(later.maxOpenClaims).toBeGreaterThanOrEqual(today.maxOpenClaims);
      const end = now + NO_SHOW_EXPIRY_DAYS * DAY_MS;
      expect(noShowLimits(times, end)).toEqual({ counted: 0, maxOpenClaims: 3, easesAtMs: null });
    }),
  );
});
