import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LISTING_STATUSES } from '../listings/listing-states.ts';
import { claimRefusal, MAX_CLAIMS_PER_DAY, MAX_OPEN_CLAIMS, openClaimsAllowed } from './claim-limits.ts';

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
    ['a second while claiming is slowed', { openClaims: 1, maxOpenClaims: 1 }, 'open-claims'],
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

test('reports of missed pickups reduce open claims to one, and never to none', () => {
  expect(openClaimsAllowed(null, 1000)).toBe(3);
  expect(openClaimsAllowed(1001, 1000)).toBe(1);
  expect(openClaimsAllowed(1000, 1000)).toBe(3);
});
