import type { DonationStatus, DonationType } from '@openlarder/domain/donations/donation-fields.ts';
import { fromDollarCents } from '@openlarder/domain/kernel/currency-scales.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as donations from '#server/features/donations/donations.service.ts';
import type { PaymentUpdate } from '#server/features/donations/donations.tables.ts';
import { usualFee } from '#server/features/donations/payments/demo-provider.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import type { DemoContext } from './demo-context.ts';
import { hourOfDay, noonDaysAgo } from './demo-hours.ts';

type DemoDonation = {
  readonly by: string;
  readonly daysAgo: number;
  readonly cents: number;
  readonly type: DonationType;
  readonly becomes: DonationStatus;
  readonly message?: string;
  readonly isAnonymous?: boolean;
  readonly refundedCents?: number;
  readonly disputedCents?: number;
};

const gift = (
  by: string,
  daysAgo: number,
  cents: number,
  type: DonationType,
  becomes: DonationStatus = 'succeeded',
  more: Partial<DemoDonation> = {},
): DemoDonation => ({ by, daysAgo, cents, type, becomes, ...more });

/** Rosa has one donation in every state; others donate occasionally. Two of the demo accounts have no donations. */
const DEMO_DONATIONS: readonly DemoDonation[] = [
  gift('rosa', 74, 2500, 'community_program', 'succeeded', { message: 'For the fridge on 49th Street.' }),
  gift('rosa', 52, 5000, 'platform_donation', 'succeeded', { refundedCents: 2000 }),
  gift('rosa', 40, 1000, 'emergency_response', 'failed'),
  gift('rosa', 40, 1000, 'emergency_response', 'succeeded', {
    message: 'I’ve been there. Eat well tonight.',
    isAnonymous: true,
  }),
  gift('rosa', 21, 500, 'food_listing_support'),
  gift('rosa', 12, 7550, 'community_program', 'canceled'),
  gift('rosa', 6, 1000, 'platform_donation', 'succeeded', { disputedCents: 1000 }),
  gift('rosa', 3, 3300, 'platform_donation'),
  gift('rosa', 2, 10_000, 'community_program', 'requires_action'),
  gift('rosa', 0, 1000, 'platform_donation', 'pending'),
  gift('bakery', 60, 25_000, 'community_program'),
  gift('bakery', 30, 25_000, 'community_program'),
  gift('bakery', 1, 25_000, 'emergency_response'),
  gift('june', 33, 500, 'platform_donation'),
  gift('maria', 45, 2500, 'emergency_response', 'succeeded', { isAnonymous: true }),
  gift('kofi', 27, 1000, 'platform_donation'),
  gift('wanda', 15, 5000, 'community_program'),
];

const updatesOf = ({ cents, becomes, ...more }: DemoDonation, currency: string): PaymentUpdate[] => {
  const isPaid = becomes === 'succeeded';
  const amount = fromDollarCents(cents, currency);
  const update = {
    status: becomes,
    feeCents: isPaid ? usualFee(amount, currency) : null,
    netCents: isPaid ? amount - usualFee(amount, currency) : null,
    refundedCents: fromDollarCents(more.refundedCents ?? 0, currency),
    disputedCents: fromDollarCents(more.disputedCents ?? 0, currency),
    // a bank debit is on its way for days
    paymentMethodType: becomes === 'pending' ? 'us_bank_account' : 'card',
    receiptUrl: null,
  };
  return [update];
};

/** Seeds donations in every state, marked as demo money: there is no provider, and no card is charged. */
export async function seedDonations({ ctx, clock, nowMs, timeZone, named }: DemoContext): Promise<void> {
  const { currency } = regionOf(ctx.settings);
  for (const [nth, each] of DEMO_DONATIONS.entries()) {
    const atMs = hourOfDay(noonDaysAgo(nowMs, each.daysAgo, timeZone), 9 + (nth % 12), timeZone);
    clock.setTo(Math.min(atMs + nth * MINUTE_MS, nowMs - HOUR_MS));
    const body = {
      amount: fromDollarCents(each.cents, currency),
      donationType: each.type,
      donorMessage: each.message ?? '',
      isAnonymous: each.isAnonymous ?? false,
      foodListingId: null,
      emergencyRequestId: null,
    };
    await donations.recordDemoDonation(ctx, named(each.by).caller, body, updatesOf(each, currency));
  }
  clock.setTo(nowMs);
}
