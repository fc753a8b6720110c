import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  amountRefusal,
  centsOf,
  choiceRefusal,
  DEFAULT_AMOUNT,
  DONATION_PRESETS,
  donationRange,
  effectiveAmountCents,
  impactTier,
} from './donation-amounts.ts';

test('the presets are $5, $10, $25 and $50, and $10 is chosen', () => {
  expect(DONATION_PRESETS).toEqual([500, 1000, 2500, 5000]);
  expect(effectiveAmountCents(DEFAULT_AMOUNT, 'USD')).toBe(1000);
});

describe('a typed amount', () => {
  it.each([
    ['25', 2500],
    ['1', 100],
    ['1.00', 100],
    [' 7.5 ', 750],
    ['0.99', 99],
    ['1.005', 101],
    ['19.99', 1999],
    ['10000.01', 1_000_001],
    ['-3', -300],
    ['', null],
    ['  ', null],
    ['abc', null],
    ['1e400', null],
  ])('%j is %j cents', (typed, cents) => {
    expect(centsOf(typed)).toBe(cents);
  });

  it.each([
    ['', 1000],
    ['0.99', 1000],
    ['abc', 1000],
    ['-5', 1000],
    ['1', 100],
    ['33.33', 3333],
    ['20000', 2_000_000],
  ])('takes effect from $1, else it is $10: %j', (custom, cents) => {
    expect(effectiveAmountCents({ custom }, 'USD')).toBe(cents);
  });

  it('of whole cents is exactly those', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
        expect(centsOf((cents / 100).toFixed(2))).toBe(cents);
      }),
    );
  });
});

describe('an amount', () => {
  it.each([
    [100, null],
    [1_000_000, null],
    [99, 'too-little'],
    [0, 'too-little'],
    [-100, 'too-little'],
    [1_000_001, 'too-much'],
    [2 ** 53, 'too-much'],
    [150.5, 'not-whole-cents'],
    [Number.NaN, 'not-whole-cents'],
  ])('%d: %j', (cents, refusal) => {
    expect(amountRefusal(cents, 'USD')).toBe(refusal);
  });

  it.each([
    [{ custom: '0.5' }, 'too-little'],
    [{ custom: '10000.01' }, 'too-much'],
    [{ custom: '10000' }, null],
    [{ custom: '' }, null],
    [{ preset: 5000 }, null],
  ] as const)('is judged as typed: %j', (choice, refusal) => {
    expect(choiceRefusal(choice, 'USD')).toBe(refusal);
  });

  it.each([
    [499, null],
    [500, 500],
    [1000, 1000],
    [2499, 1000],
    [2500, 2500],
    [5000, 5000],
    [1_000_000, 5000],
  ])('of %d cents has the impact of %j', (cents, tier) => {
    expect(impactTier(cents, 'USD')).toBe(tier);
  });
});

test.each([
  ['EUR', 100, 1_000_000],
  ['NOK', 1000, 10_000_000],
  ['KES', 10_000, 50_000_000],
  ['IDR', 1_000_000, 50_000_000],
])('in %s all amounts have its scale', (currency, min, max) => {
  expect(donationRange(currency)).toEqual({ min, max });
  expect(effectiveAmountCents({ preset: 5000 }, currency)).toBe(50 * min);
  expect(choiceRefusal({ preset: 5000 }, currency)).toBeNull();
  expect(choiceRefusal({ custom: String(min / 100 - 0.01) }, currency)).toBe('too-little');
  expect(impactTier(25 * min, currency)).toBe(2500);
});
