import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LISTING_STATUSES } from '../listings/listing-states.ts';
import { DAY_MS } from '../kernel/time.ts';
import {
  claimRefusal,
  MAX_CLAIMS_PER_DAY,
  MAX_OPEN_CLAIMS,
  NO_SHOW_EXPIRY_DAYS,
  type NoShow,
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
/** Reported so many days ago, each by another person unless named. */
const reported = (...days: readonly (number | [days: number, by: string])[]): NoShow[] =>
  days.map((each, nth) => {
    const [daysAgo, reportedById] = typeof each === 'number' ? [each, `person ${nth}`] : each;
    return { reportedById, atMs: now - daysAgo * DAY_MS };
  });

describe('no-shows', () => {
  test.each([
    ['none', reported(), 0, 3, null],
    ['one', reported(10), 1, 3, 50],
    ['two', reported(10, 20), 2, 2, 40],
    ['three', reported(2, 10, 20), 3, 1, 40],
    ['many', reported(2, 3, 4, 5, 6, 7), 6, 1, 53],
    ['three, of which one has expired', reported(10, 20, 60), 2, 2, 40],
    ['one that has expired', reported(61), 0, 3, null],
    ['two, of which one can still be disputed', reported(10, 1.99), 1, 3, 50],
    ['one that can still be disputed', reported(0), 0, 3, null],
    ['many by one person', reported([3, 'Ada'], [5, 'Ada'], [9, 'Ada']), 1, 3, 57],
    ['by one person twice and by another', reported([3, 'Ada'], [30, 'Ada'], 20), 2, 2, 40],
  ])('%s', (_, noShows, counted, maxOpenClaims, easesInDays) => {
    expect(noShowLimits(noShows, now)).toEqual({
      counted,
      maxOpenClaims,
      easesAtMs: easesInDays === null ? null : now + easesInDays * DAY_MS,
    });
  });

  const anyReporter = fc.constantFrom('Ada', 'Ben', 'Cleo', 'Dora');
  const past = fc.array(fc.record({ reportedById: anyReporter, atMs: fc.integer({ min: 0, max: now }) }));

  test('always allows one open claim, never gets stricter by waiting, and ends automatically', () => {
    const wait = fc.integer({ min: 0, max: NO_SHOW_EXPIRY_DAYS * DAY_MS });
    fc.assert(
      fc.property(past, wait, (noShows, waitMs) => {
        // all past the time for a dispute
        const today = now + 2 * DAY_MS;
        const before = noShowLimits(noShows, today);
        const later = noShowLimits(noShows, today + waitMs);
        expect(before.maxOpenClaims).toBeGreaterThanOrEqual(1);
        expect(later.maxOpenClaims).toBeGreaterThanOrEqual(before.maxOpenClaims);
        const end = now + NO_SHOW_EXPIRY_DAYS * DAY_MS;
        expect(noShowLimits(noShows, end)).toEqual({ counted: 0, maxOpenClaims: 3, easesAtMs: null });
      }),
    );
  });

  test('one person alone never lowers what somebody may claim, however often they report', () => {
    fc.assert(
      fc.property(past, anyReporter, (noShows, only) => {
        const byOne = noShows.map((each) => ({ ...each, reportedById: only }));
        expect(noShowLimits(byOne, now).maxOpenClaims).toBe(MAX_OPEN_CLAIMS);
      }),
    );
  });

  test('ease exactly when the oldest that counts stops counting', () => {
    fc.assert(
      fc.property(past, (noShows) => {
        const { counted, easesAtMs } = noShowLimits(noShows, now);
        expect(easesAtMs === null).toBe(counted === 0);
        if (easesAtMs === null) return;
        expect(easesAtMs).toBeGreaterThan(now);
        // of those known today
        const settled = noShows.filter(({ atMs }) => atMs <= now - 2 * DAY_MS);
        expect(noShowLimits(settled, easesAtMs - 1).counted).toBe(counted);
        expect(noShowLimits(settled, easesAtMs).counted).toBeLessThan(counted);
      }),
    );
  });
});
