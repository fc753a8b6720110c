import fc from 'fast-check';
import { expect, test } from 'vitest';
import { donationStats, donationImpactOf, keptCents } from './donation-impact.ts';

const donation = (amount: number, over: object = {}) => ({
  status: 'succeeded',
  amount,
  refundedAmount: 0,
  disputedAmount: 0,
  ...over,
});

test('$25 is 12 meals, 10 families and the CO2 of 12 meals', () => {
  expect(donationImpactOf(2500, 'USD')).toEqual({ mealsProvided: 12, familiesHelped: 10, co2Saved: 38.63 });
  expect(donationImpactOf(1000, 'USD')).toEqual({ mealsProvided: 4.8, familiesHelped: 4, co2Saved: 15.45 });
  expect(donationImpactOf(0, 'USD')).toEqual({ mealsProvided: 0, familiesHelped: 0, co2Saved: 0 });
});

test('only successful donations count, less refunds', () => {
  const stats = donationStats(
    [
      donation(2500),
      donation(1000, { refundedAmount: 400 }),
      donation(5000, { disputedAmount: 5000 }),
      donation(700, { status: 'pending' }),
      donation(700, { status: 'failed' }),
      donation(700, { status: 'canceled' }),
      donation(700, { status: 'requires_action' }),
    ],
    'USD',
  );
  expect(stats).toMatchObject({ totalDonated: 3100, totalDonations: 3 });
  expect(stats.impactMetrics).toEqual(donationImpactOf(3100, 'USD'));
});

test('the kept amount is never negative and never more than the donation', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(cents, cents, cents, (amount, refundedAmount, disputedAmount) => {
      const kept = keptCents(donation(amount, { refundedAmount, disputedAmount }));
      expect(kept).toBeGreaterThanOrEqual(0);
      expect(kept).toBeLessThanOrEqual(amount);
    }),
  );
});
