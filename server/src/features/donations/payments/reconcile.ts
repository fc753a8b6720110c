import { keptCents } from '@openlarder/domain/donations/donation-impact.ts';
import { isFinal } from '@openlarder/domain/donations/donation-fields.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type Stripe from 'stripe';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from '../donations.store.ts';
import { applyPaymentUpdate, type DonationRow } from '../donations.store.ts';
import { callProvider, isOurs, isProviderUnavailable } from './card-provider.internal.ts';
import { type FetchedPayment, fetchPayment } from './fetch-payment.internal.ts';

/** How far back the provider's lists are read: longer than any outage that goes unnoticed. */
const LOOKS_BACK_DAYS = 35;
/** A payment that is not finished by then is canceled. */
const ABANDONED_AFTER_DAYS = 1;

/** A difference between the provider and our records that a person has to look at. */
export type Difference = {
  readonly kind: 'amount' | 'books' | 'no-payment' | 'no-donation';
  readonly donationId: string | null;
  readonly paymentId: string | null;
};

export type Reconciliation = {
  /** Donations that were compared with their payment. */
  readonly checked: number;
  /** Donations whose record was wrong or unfinished, and now matches the provider. */
  readonly repaired: readonly string[];
  /** Unfinished donations that were canceled at the provider. */
  readonly canceled: readonly string[];
  readonly differences: readonly Difference[];
  /** The totals of the checked donations after refunds and disputes, by their currency. */
  readonly sums: ReadonlyMap<string, Sums>;
};

/** In minor units, by the provider and by our records. */
type Sums = { readonly provider: number; readonly books: number };

/**
 * Compares the donations with the provider's lists, writes what webhooks have missed, and cancels payments that were
 * not finished within a day. Remaining differences are logged and returned.
 */
export async function reconcilePayments(ctx: AppContext): Promise<Reconciliation> {
  const nowMs = ctx.clock.now().getTime();
  const since = new Date(nowMs - LOOKS_BACK_DAYS * DAY_MS);
  const rows = new Map((await store.donationsToReconcile(ctx.db, since)).map((row) => [row.id, row]));
  const paymentIds = await listChangedPayments(ctx, since);
  for (const { payment_intent_id: paymentId } of rows.values()) if (paymentId) paymentIds.add(paymentId);

  const repaired = new Set<string>();
  const canceled: string[] = [];
  const differences: Difference[] = [];
  const checked = new Set<string>();
  const sums = new Map<string, Sums>();
  for (const paymentId of paymentIds) {
    const before = await store.donationOfPayment(ctx.db, paymentId);
    const found = await fetchPayment(ctx, paymentId);
    // a payment without a donation belongs to one that was deleted before it could be paid
    const mayCancel = isOpenFor(found) && (found.outcome === 'no-donation' || isAbandoned(ctx, before));
    const fetched = mayCancel ? await cancelPayment(ctx, paymentId) : found;
    if (fetched.outcome === 'written') {
      const { donationId, update } = fetched;
      checked.add(donationId);
      const after = await store.donationById(ctx.db, donationId);
      if (mayCancel && update.status === 'canceled') canceled.push(donationId);
      if (!before || (after && bookedIn(before) !== bookedIn(after))) repaired.add(donationId);
      const { status, refundedCents: refundedAmount, disputedCents: disputedAmount } = update;
      if (!after) continue;
      const { currency, amount_cents: amount } = after;
      const kept = keptCents({ status, amount, refundedAmount, disputedAmount });
      const booked = keptOf(after);
      const { provider, books } = sums.get(currency) ?? { provider: 0, books: 0 };
      sums.set(currency, { provider: provider + kept, books: books + booked });
      // for example a donation that is recorded as canceled and was paid
      if (booked !== kept) differences.push({ kind: 'books', donationId, paymentId });
    } else if (fetched.outcome !== 'no-donation') {
      const kind = fetched.outcome === 'differs' ? 'amount' : fetched.outcome;
      differences.push({ kind, donationId: fetched.donationId, paymentId });
    } else if (fetched.isPaid) differences.push({ kind: 'no-donation', donationId: null, paymentId });
  }
  // not in the provider's list either, or the payment would have been adopted by now
  for (const row of rows.values()) if (await cancelUnknown(ctx, row)) canceled.push(row.id);

  const report: Reconciliation = {
    checked: checked.size,
    repaired: [...repaired].filter((id) => !canceled.includes(id)),
    canceled,
    differences,
    sums,
  };
  ctx.log[differences.length > 0 ? 'error' : 'info'](
    { reconciliation: { ...report, sums: Object.fromEntries(sums) } },
    'donations compared with the card provider',
  );
  return report;
}

const keptOf = (row: DonationRow): number =>
  keptCents({
    status: row.status,
    amount: row.amount_cents,
    refundedAmount: row.refunded_cents,
    disputedAmount: row.disputed_cents,
  });

/** The fields that the provider decides, as one text to compare. */
const bookedIn = (row: DonationRow): string =>
  JSON.stringify([row.status, row.fee_cents, row.net_cents, row.refunded_cents, row.disputed_cents]);

/** Payments for donations that began, were refunded or were disputed since then, by the provider's lists. */
async function listChangedPayments(ctx: AppContext, since: Date): Promise<Set<string>> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const found = await callProvider(ctx, async (client) => {
    const ids = new Set<string>();
    // the provider's account may have other uses, too
    for await (const { id, metadata } of client.paymentIntents.list({ created, limit: 100 }))
      if (metadata['donation_id'] !== undefined && isOurs(ctx, metadata)) ids.add(id);
    const others = new Set<string>();
    for await (const refund of client.refunds.list({ created, limit: 100 })) addPaymentOf(refund, others);
    for await (const dispute of client.disputes.list({ created, limit: 100 })) addPaymentOf(dispute, others);
    return { ids, others };
  });
  const ids = found?.ids ?? new Set<string>();
  for (const id of found?.others ?? []) if (await store.donationOfPayment(ctx.db, id)) ids.add(id);
  return ids;
}

function addPaymentOf(
  { payment_intent: of }: Pick<Stripe.Refund | Stripe.Dispute, 'payment_intent'>,
  ids: Set<string>,
): void {
  const id = typeof of === 'object' ? of?.id : of;
  if (id) ids.add(id);
}

const isAbandoned = (ctx: AppContext, row: DonationRow | undefined): boolean =>
  row !== undefined &&
  !isFinal(row.status) &&
  row.created_at.getTime() <= ctx.clock.now().getTime() - ABANDONED_AFTER_DAYS * DAY_MS;

const isOpenFor = (fetched: FetchedPayment): boolean => 'isOpen' in fetched && fetched.isOpen;

/** Cancels an unfinished payment. If it has just been paid, the provider refuses, and the payment is written. */
async function cancelPayment(ctx: AppContext, paymentId: string): Promise<FetchedPayment> {
  try {
    await callProvider(ctx, (client) =>
      client.paymentIntents.cancel(paymentId, { cancellation_reason: 'abandoned' }),
    );
  } catch (error) {
    // if the provider is unavailable rather than refusing, the fetch reports it
    if (!isProviderUnavailable(error)) throw error;
  }
  return fetchPayment(ctx, paymentId);
}

/** Cancels a donation older than a day without a payment at the provider, which cannot have been paid. */
async function cancelUnknown(ctx: AppContext, row: DonationRow): Promise<boolean> {
  const now = await store.donationById(ctx.db, row.id);
  if (now?.payment_intent_id !== null || !isAbandoned(ctx, now)) return false;
  const fetchNumber = await store.beginFetch(ctx.db, row.id);
  await inTransaction(ctx, async (tx) =>
    applyPaymentUpdate(tx.db, row.id, { ...NEVER_BEGUN, fetchNumber }, tx.clock.now()),
  );
  return true;
}

const NEVER_BEGUN = {
  status: 'canceled',
  feeCents: null,
  netCents: null,
  refundedCents: 0,
  disputedCents: 0,
  paymentMethodType: null,
  receiptUrl: null,
} as const;
