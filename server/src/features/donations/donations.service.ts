import type {
  CommunityDonations,
  Donation,
  DonationBody,
} from '@openlarder/domain/donations/donation-contract.ts';
import { donationImpactOf } from '@openlarder/domain/donations/donation-impact.ts';
import { DONATION_TYPES } from '@openlarder/domain/donations/donation-fields.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import * as store from './donations.store.ts';
import type { PaymentUpdate } from './donations.tables.ts';

const MOST_LISTED = 1000;

/** What the caller gave or tried to give, newest first. */
export async function listDonations(ctx: AppContext, caller: Caller): Promise<Donation[]> {
  const rows = await store.attemptsOf(ctx.db, caller.userId, MOST_LISTED);
  return rows.map(presentDonation);
}

/** The totals of the caller's successful donations, less refunds. */
export async function donationStats(ctx: AppContext, caller: Caller) {
  const { currency } = regionOf(ctx.settings);
  const { cents, donations } = await store.totalOf(ctx.db, caller.userId, currency);
  const impactMetrics = donationImpactOf(cents, currency);
  return { currency, totalDonated: cents, totalDonations: donations, impactMetrics };
}

/** The totals of all donations by purpose, which identify no person. */
export async function communityDonations(ctx: AppContext): Promise<CommunityDonations> {
  const { currency } = regionOf(ctx.settings);
  const totals = await store.totalsByType(ctx.db, currency);
  const sum = (pick: (total: (typeof totals)[number]) => number) =>
    totals.reduce((all, total) => all + pick(total), 0);
  const totalDonated = sum(({ cents }) => cents);
  return {
    currency,
    totalDonated,
    totalDonations: sum(({ donations }) => donations),
    totalFees: sum(({ feeCents }) => feeCents),
    byType: DONATION_TYPES.flatMap((donationType) => {
      const amount = totals.find(({ type }) => type === donationType)?.cents ?? 0;
      return amount > 0 ? [{ donationType, amount }] : [];
    }),
    impactMetrics: donationImpactOf(totalDonated, currency),
  };
}

/** What was given or tried, for the treasurer, as `donationsWithDonors` of the store. */
export const listAllDonations = (ctx: AppContext) => store.donationsWithDonors(ctx.db);

/** Writes a demo donation with a made-up provider status; no card is charged. */
export async function recordDemoDonation(
  ctx: AppContext,
  caller: Caller,
  body: DonationBody,
  updates: readonly PaymentUpdate[],
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const id = await insertPending(tx, caller.userId, body, true);
    for (const [index, each] of updates.entries())
      await store.applyPaymentUpdate(tx.db, id, { ...each, fetchNumber: index + 1 }, tx.clock.now());
  });
}

/** Anonymizes the donations of a person who closes their account; the amounts stay. */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await store.anonymizeDonor(tx.db, personId);
}

export async function exportPerson(ctx: AppContext, personId: string): Promise<Donation[]> {
  const rows = await store.donationsOf(ctx.db, personId);
  return rows.map(presentDonation);
}

export const presentDonation = (row: store.DonationRow): Donation => ({
  id: row.id,
  amount: row.amount_cents,
  currency: row.currency.toUpperCase(),
  netAmount: row.net_cents,
  platformFeeAmount: row.fee_cents,
  refundedAmount: row.refunded_cents,
  disputedAmount: row.disputed_cents,
  donationType: row.donation_type,
  status: row.status,
  donorMessage: row.donor_message,
  isAnonymous: row.is_anonymous,
  paymentMethodType: row.payment_method_type,
  receiptUrl: row.receipt_url,
  isDemo: row.is_demo,
  createdAt: row.created_at.toISOString(),
  processedAt: row.processed_at?.toISOString() ?? null,
});

/** Writes a donation before the provider is called; returns its id. */
export async function insertPending(
  tx: TxContext,
  personId: string,
  body: DonationBody,
  isDemo: boolean,
): Promise<string> {
  const id = tx.newId();
  await store.insertDonation(tx.db, {
    id,
    person_id: personId,
    amount_cents: body.amount,
    currency: regionOf(tx.settings).currency.toLowerCase(),
    donation_type: body.donationType,
    donor_message: body.donorMessage ?? '',
    is_anonymous: body.isAnonymous,
    food_listing_id: body.foodListingId,
    emergency_request_id: body.emergencyRequestId,
    is_demo: isDemo,
    created_at: tx.clock.now(),
  });
  return id;
}
