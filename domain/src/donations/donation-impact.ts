import { toDollarCents } from '../kernel/currency-scales.ts';
import { co2Lbs } from '../kernel/impact-factors.ts';

/** $25 is 12 meals, and as many in other currencies by their scale. */
const MEALS = 12;
export const CENTS_OF_MEALS = 2500;
/** $2.50 helps a family. */
export const CENTS_PER_FAMILY = 250;

/** The impact of a sum, not rounded. */
export type ImpactMetrics = {
  readonly mealsProvided: number;
  /** In pounds. */
  readonly co2Saved: number;
  readonly familiesHelped: number;
};

/** One rule for each, for cents of a dollar: meals = cents × 12 / 2500, families = cents / 250, CO2 = meals × the factor of a meal. */
export function donationImpactOf(amount: number, currency: string): ImpactMetrics {
  const cents = toDollarCents(amount, currency);
  const mealsProvided = (cents * MEALS) / CENTS_OF_MEALS;
  return {
    mealsProvided,
    co2Saved: Math.round(co2Lbs(mealsProvided) * 100) / 100,
    familiesHelped: cents / CENTS_PER_FAMILY,
  };
}

export type DonationMoney = {
  readonly status: string;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly disputedAmount: number;
};

/** The amount of a donation less refunds and disputes, in minor units: 0 if it has not succeeded, never negative. */
export const keptCents = ({ status, amount, refundedAmount, disputedAmount }: DonationMoney): number =>
  status === 'succeeded' ? Math.max(0, amount - refundedAmount - disputedAmount) : 0;

/** The statistics of a person's donations in one currency: what succeeded, less refunds and disputes. */
export function donationStats(donations: readonly DonationMoney[], currency: string) {
  const totalDonated = donations.reduce((sum, donation) => sum + keptCents(donation), 0);
  return {
    currency,
    totalDonated,
    totalDonations: donations.filter(({ status }) => status === 'succeeded').length,
    impactMetrics: donationImpactOf(totalDonated, currency),
  };
}
