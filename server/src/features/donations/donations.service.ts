import type {
  CommunityDonations,
  Donation,
  DonationBody,
} from '@openlarder/domain/donations/donation-contract.ts';
import { impactOf } from '@openlarder/domain/donations/donation-impact.ts';
import { DONATION_TYPES } from '@openlarder/domain/donations/donation-fields.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { insertPending, presentDonation } from './donation-rows.ts';
import * as store from './donations.store.ts';

export type { PaymentNews } from './donations.store.ts';
export { createPaymentIntent } from './payments/begin-payment.ts';
export { refreshDonation } from './payments/fetch-payment.ts';
export { type Difference, reconcilePayments } from './payments/reconcile.ts';

/** Donations that one reply holds. */
const MOST_LISTED = 1000;

/** The caller's donations, newest first. */
export async function listDonations(ctx: AppContext, caller: Caller): Promise<Donation[]> {
  const rows = await store.donationsOf(ctx.db, caller.userId, MOST_LISTED);
  return rows.map(presentDonation);
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

/** Writes a donation of the demo, with the news that no provider has sent; nobody is charged. */
export async function recordDemoDonation(
  ctx: AppContext,
  caller: Caller,
  body: DonationBody,
  news: readonly store.PaymentNews[],
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const id = await insertPending(tx, caller.userId, body, true);
    for (const [index, each] of news.entries())
      await store.applyNews(tx.db, id, { ...each, fetchNumber: index + 1 }, tx.clock.now());
  });
}

/** Takes a person who closes their account out of their donations, whose amounts stay. */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await store.anonymizeDonor(tx.db, personId);
}

/** A person's donations as they see them. */
export async function exportPerson(ctx: AppContext, personId: string): Promise<Donation[]> {
  const rows = await store.donationsOf(ctx.db, personId, Number.MAX_SAFE_INTEGER);
  return rows.map(presentDonation);
}
