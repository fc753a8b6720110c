import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { minorUnits } from '../kernel/currencies.ts';
import {
  amountRefusal,
  choiceRefusal,
  DEFAULT_AMOUNT,
  DONATION_PRESETS,
  donationRange,
  effectiveAmount,
  impactTier,
  typedAmount,
} from './donation-amounts.ts';

test('the presets are $5, $10, $25 and $50, and $10 is chosen', () => {
  expect(DONATION_PRESETS).toEqual([500, 1000, 2500, 5000]);
  expect(effectiveAmount(DEFAULT_AMOUNT, 'USD')).toBe(1000);
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
    expect(typedAmount(typed, 'USD')).toBe(cents);
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
    expect(effectiveAmount({ custom }, 'USD')).toBe(cents);
  });

  it('of whole cents is exactly those', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
        expect(typedAmount((cents / 100).toFixed(2), 'USD')).toBe(cents);
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
    [150.5, 'not-payable'],
    [Number.NaN, 'not-payable'],
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
  ['JPY', 100, 1_000_000],
  ['XAF', 1000, 10_000_000],
  ['VND', 10_000, 50_000_000],
  ['ISK', 10_000, 50_000_000],
  ['KWD', 1000, 10_000_000],
])('in %s all amounts have its scale', (currency, min, max) => {
  expect(donationRange(currency)).toEqual({ min, max });
  expect(effectiveAmount({ preset: 5000 }, currency)).toBe(50 * min);
  expect(choiceRefusal({ preset: 5000 }, currency)).toBeNull();
  const { perUnit, step } = minorUnits(currency);
  expect(choiceRefusal({ custom: String((min - step) / perUnit) }, currency)).toBe('too-little');
  expect(choiceRefusal({ custom: String(max / perUnit) }, currency)).toBeNull();
  expect(impactTier(25 * min, currency)).toBe(2500);
});

test.each([
  ['500', 'JPY', 500],
  ['1,500', 'JPY', null],
  ['499.5', 'JPY', 500],
  ['1000', 'ISK', 100_000],
  ['1000.4', 'UGX', 100_000],
  ['5', 'KWD', 5000],
  ['1.234', 'KWD', 1230],
  ['2.5', 'TND', 2500],
])('%s typed in %s is %j of its minor units', (typed, currency, amount) => {
  expect(typedAmount(typed, currency)).toBe(amount);
});

test.each([
  [150, 'JPY', null],
  [150.5, 'JPY', 'not-payable'],
  [12_345, 'KWD', 'not-payable'],
  [12_340, 'KWD', null],
  [100_050, 'ISK', 'not-payable'],
])('%d minor units of %s: %j', (amount, currency, refusal) => {
  expect(amountRefusal(amount, currency)).toBe(refusal);
});
