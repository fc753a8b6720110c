import type {
  CommunityDonations,
  Donation,
  DonationBody,
} from '@openlarder/domain/donations/donation-contract.ts';
import { impactOf } from '@openlarder/domain/donations/donation-impact.ts';
import { DONATION_TYPES } from '@openlarder/domain/donations/donation-types.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from './donations.store.ts';

export type { PaymentNews } from './donations.store.ts';

/** Donations that one reply holds. */
const MOST_LISTED = 1000;

const present = (row: store.DonationRow): Donation => ({
  id: row.id,
  amount: row.amount_cents,
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

/** The caller's donations, newest first. */
export async function listDonations(ctx: AppContext, caller: Caller): Promise<Donation[]> {
  const rows = await store.donationsOf(ctx.db, caller.userId, MOST_LISTED);
  return rows.map(present);
}

/** What the caller's donations come to: those that succeeded, less what was given back. */
export async function donationStats(ctx: AppContext, caller: Caller) {
  const { cents, donations } = await store.totalOf(ctx.db, caller.userId);
  return { totalDonated: cents, totalDonations: donations, impactMetrics: impactOf(cents) };
}

/** What all donations come to, and what for; nothing of it leads to a person. */
export async function communityDonations(ctx: AppContext): Promise<CommunityDonations> {
  const totals = await store.totalsByType(ctx.db);
  const sum = (pick: (total: (typeof totals)[number]) => number) =>
    totals.reduce((all, total) => all + pick(total), 0);
  const totalDonated = sum(({ cents }) => cents);
  return {
    totalDonated,
    totalDonations: sum(({ donations }) => donations),
    totalFees: sum(({ feeCents }) => feeCents),
    byType: DONATION_TYPES.flatMap((donationType) => {
      const amount = totals.find(({ type }) => type === donationType)?.cents ?? 0;
      return amount > 0 ? [{ donationType, amount }] : [];
    }),
    impactMetrics: impactOf(totalDonated),
  };
}

/** Begins a payment with the card provider; 503 `payments-not-configured` without one. */
export async function createPaymentIntent(
  _ctx: AppContext,
  _caller: Caller,
  _body: DonationBody,
): Promise<{ clientSecret: string; donationId: string }> {
  throw new AppError(503, 'payments-not-configured');
}

/** Writes a donation of which the provider does not know yet; returns its id. */
async function insertPending(
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

/** Writes a donation of the demo, with the news that no provider has sent; nobody is charged. */
export async function recordDemoDonation(
  ctx: AppContext,
  caller: Caller,
  body: DonationBody,
  news: readonly store.PaymentNews[],
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const id = await insertPending(tx, caller.userId, body, true);
    for (const each of news) await store.applyNews(tx.db, id, each, tx.clock.now());
  });
}

/** Takes a person who closes their account out of their donations, whose amounts stay. */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await store.forgetDonor(tx.db, personId);
}

/** A person's donations as they see them. */
export async function exportPerson(ctx: AppContext, personId: string): Promise<Donation[]> {
  const rows = await store.donationsOf(ctx.db, personId, Number.MAX_SAFE_INTEGER);
  return rows.map(present);
}
