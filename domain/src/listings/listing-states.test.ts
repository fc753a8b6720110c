import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  servingsHandedOver,
  LISTING_TRANSITIONS,
  type ListingStatus,
  type ListingStock,
  releasedServingsOutcome,
  stockAfterHandover,
  stockAfterRelease,
  stockWithServings,
  stockWithoutRemainder,
} from './listing-states.ts';

/** estimated, left, claimed */
const stock = (status: ListingStatus, estimated: number, left: number, claimed: number): ListingStock => ({
  status,
  estimatedServings: estimated,
  servingsLeft: left,
  servingsClaimed: claimed,
});

describe('a listing after a claim ends', () => {
  test.each([
    ['handed over, some left', stock('posted', 5, 3, 2), stock('posted', 5, 3, 0)],
    ['handed over, none left, another claim open', stock('claimed', 5, 0, 5), stock('claimed', 5, 0, 3)],
    ['handed over, none left, the last claim', stock('claimed', 5, 0, 2), stock('completed', 5, 0, 0)],
    ['handed over after the rest expired', stock('expired', 5, 3, 2), stock('expired', 5, 3, 0)],
  ])('%s', (_, before, after) => {
    expect(stockAfterHandover(before, 2)).toEqual(after);
  });

  test.each([
    ['the only claim', stock('claimed', 2, 0, 2), stock('posted', 2, 2, 0)],
    ['one of two claims', stock('claimed', 4, 0, 4), stock('posted', 4, 2, 2)],
    ['a claim on a posted listing', stock('posted', 5, 3, 2), stock('posted', 5, 5, 0)],
  ])('released, to be offered again: %s', (_, before, after) => {
    expect(stockAfterRelease(before, 2, 'posted')).toEqual(after);
  });

  const FATES = ['withdrawn', 'expired'] as const;
  test.each(FATES)('released and lost (%s)', (fate) => {
    // one of two claims, the last one with some handed over, the last one with nothing handed over
    expect(stockAfterRelease(stock('claimed', 4, 0, 4), 2, fate)).toEqual(stock('claimed', 2, 0, 2));
    expect(stockAfterRelease(stock('claimed', 5, 0, 2), 2, fate)).toEqual(stock('completed', 3, 0, 0));
    expect(stockAfterRelease(stock('claimed', 2, 0, 2), 2, fate)).toEqual(stock(fate, 2, 2, 0));
  });

  test('released while it is posted: lost servings leave, late ones expire with the rest', () => {
    expect(stockAfterRelease(stock('posted', 5, 3, 2), 2, 'withdrawn')).toEqual(stock('posted', 3, 3, 0));
    expect(stockAfterRelease(stock('posted', 5, 3, 2), 2, 'expired')).toEqual(stock('posted', 5, 5, 0));
  });

  test.each([
    ['while it is offered', {}, 'posted'],
    ['after its time', { isOfferedInTime: false }, 'expired'],
    ['when there is none', { returnsServings: false }, 'withdrawn'],
    ['after the donor withdrew the rest', { isWithdrawn: true }, 'withdrawn'],
    ['withdrawn, and after its time', { isWithdrawn: true, isOfferedInTime: false }, 'withdrawn'],
  ])('released servings %s', (_, facts, fate) => {
    const offered = { returnsServings: true, isWithdrawn: false, isOfferedInTime: true };
    expect(releasedServingsOutcome({ ...offered, ...facts })).toBe(fate);
  });
});

describe('stockWithoutRemainder', () => {
  test.each([
    ['nothing claimed', stock('posted', 5, 5, 0), stock('withdrawn', 5, 5, 0)],
    ['some handed over', stock('posted', 5, 2, 0), stock('completed', 3, 0, 0)],
    ['a claim is open', stock('posted', 5, 3, 2), stock('claimed', 2, 0, 2)],
    ['a claim is open and some is handed over', stock('posted', 6, 3, 2), stock('claimed', 3, 0, 2)],
  ])('%s', (_, before, after) => {
    expect(stockWithoutRemainder(before, 'withdrawn')).toEqual(after);
  });
});

describe('stockWithServings', () => {
  test.each([
    ['more', 8, stock('posted', 8, 6, 1)],
    ['fewer', 3, stock('posted', 3, 1, 1)],
    ['only what is taken, a claim open', 2, stock('claimed', 2, 0, 1)],
    ['fewer than are taken', 1, null],
  ])('%s', (_, servings, after) => {
    expect(stockWithServings(stock('posted', 5, 3, 1), servings)).toEqual(after);
  });

  test('servingsHandedOver', () => {
    expect(stockWithServings(stock('posted', 5, 3, 0), 2)).toEqual(stock('completed', 2, 0, 0));
  });
});

/** The same as the check constraints of the database. */
function expectSound(after: ListingStock): void {
  expect(after.servingsLeft).toBeGreaterThanOrEqual(0);
  expect(after.servingsClaimed).toBeGreaterThanOrEqual(0);
  expect(servingsHandedOver(after)).toBeGreaterThanOrEqual(0);
  expect(after.estimatedServings).toBeGreaterThan(0);
  expect(after.status === 'claimed').toBe(after.servingsLeft === 0 && after.servingsClaimed > 0);
  if (after.status === 'posted') expect(after.servingsLeft).toBeGreaterThan(0);
  if (after.status === 'completed') expect(servingsHandedOver(after)).toBeGreaterThan(0);
}

test('a random life keeps to the transitions and accounts for every serving', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('claim' as const), servings: fc.integer({ min: 1, max: 6 }) }),
    fc.record({
      kind: fc.constantFrom('handover' as const, 'release' as const, 'none there' as const),
      nth: fc.nat(5),
    }),
    fc.record({ kind: fc.constantFrom('withdraw' as const, 'expire' as const) }),
    fc.record({
      kind: fc.constantFrom('change' as const, 'resume' as const),
      servings: fc.integer({ min: 1, max: 12 }),
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 30 }), (servings, steps) => {
      let now = stock('posted', servings, servings, 0);
      let isInTime = true;
      let isWithdrawn = false;
      const open: number[] = [];
      let eaten = 0;
      for (const next of steps) {
        const before = now;
        if (next.kind === 'claim') {
          if (!isInTime || now.status !== 'posted' || now.servingsLeft < next.servings) continue;
          const left = now.servingsLeft - next.servings;
          now = {
            ...now,
            servingsLeft: left,
            servingsClaimed: now.servingsClaimed + next.servings,
            status: left === 0 ? 'claimed' : 'posted',
          };
          open.push(next.servings);
        } else if (next.kind === 'handover' || next.kind === 'release' || next.kind === 'none there') {
          const [ended] = open.splice(next.nth, 1);
          if (ended === undefined) continue;
          if (next.kind === 'handover') eaten += ended;
          now =
            next.kind === 'handover'
              ? stockAfterHandover(now, ended)
              : stockAfterRelease(
                  now,
                  ended,
                  releasedServingsOutcome({
                    returnsServings: next.kind === 'release',
                    isWithdrawn,
                    isOfferedInTime: isInTime,
                  }),
                );
          // what was withdrawn or is late is never offered again
          if (before.status === 'claimed' && now.status === 'posted')
            expect([next.kind, isWithdrawn, isInTime]).toEqual(['release', false, true]);
        } else if (next.kind === 'change' || next.kind === 'resume') {
          if (next.kind === 'resume' ? !isWithdrawn || !isInTime : now.status !== 'posted') continue;
          if (next.kind === 'resume' && stockWithServings(now, next.servings)) isWithdrawn = false;
          now = stockWithServings(now, next.servings) ?? now;
        } else {
          if (next.kind === 'expire') isInTime = false;
          if (now.status !== 'posted') continue;
          now = stockWithoutRemainder(now, next.kind === 'expire' ? 'expired' : 'withdrawn');
          if (next.kind === 'withdraw') isWithdrawn = true;
        }
        expectSound(now);
        expect(now.servingsClaimed).toBe(open.reduce((sum, each) => sum + each, 0));
        expect(servingsHandedOver(now)).toBe(eaten);
        if (now.status !== before.status) expect(LISTING_TRANSITIONS[before.status]).toContain(now.status);
      }
    }),
  );
});
