import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Donation } from '@openlarder/domain/donations/donation-contract.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { presentDonation } from '../donation-rows.ts';
import { applyNews, type PaymentNews } from '../donations.store.ts';
import { askProvider } from './card-provider.ts';
import { isOpen, newsOf, type Payment } from './payment-news.ts';
import * as store from './payments.store.ts';

export type FetchedPayment =
  | {
      readonly outcome: 'written';
      readonly donationId: string;
      readonly news: PaymentNews;
      /** Whether it waits for the donor, and may be canceled. */
      readonly isOpen: boolean;
    }
  /** Amount or currency are not those of the donation: nothing is written. */
  | { readonly outcome: 'differs'; readonly donationId: string }
  /** The payment belongs to no donation: the provider's account has other uses, too. */
  | {
      readonly outcome: 'no-donation';
      readonly isOpen: boolean;
      readonly isPaid: boolean;
    }
  /** The provider has no such payment. */
  | { readonly outcome: 'no-payment'; readonly donationId: string | null };

/**
 * Writes what the provider says of a payment into its donation. Every caller (a webhook, the donor, the nightly
 * reconciliation) only names the payment: what is written is always fetched from the provider, so that news that are
 * forged, repeated or out of order cannot write anything else.
 */
export async function fetchPayment(ctx: AppContext, paymentId: string): Promise<FetchedPayment> {
  const known = await store.donationOfPayment(ctx.db, paymentId);
  // the number is drawn before the provider is asked, see the migration
  const fetchNumber = known && (await store.beginFetch(ctx.db, known.id));
  const payment = await readPayment(ctx, paymentId);
  if (!payment) return { outcome: 'no-payment', donationId: known?.id ?? null };
  if (!known) return adopt(ctx, payment);
  const { amount, currency } = payment.intent;
  if (amount !== known.amount_cents || currency !== known.currency) {
    ctx.log.error({ donationId: known.id, paymentId }, 'a payment has another amount than its donation');
    return { outcome: 'differs', donationId: known.id };
  }
  const news = newsOf(payment);
  await inTransaction(ctx, async (tx) =>
    applyNews(tx.db, known.id, { ...news, fetchNumber: fetchNumber ?? 0 }, tx.clock.now()),
  );
  return { outcome: 'written', donationId: known.id, news, isOpen: isOpen(payment) };
}

/** The donation was written, but not which payment is its own, as when the process ended in between. */
async function adopt(ctx: AppContext, payment: Payment): Promise<FetchedPayment> {
  const { intent } = payment;
  const donationId = idSchema.safeParse(intent.metadata['donation_id']);
  if (!donationId.success || !(await store.setPayment(ctx.db, donationId.data, intent.id)))
    return { outcome: 'no-donation', isOpen: isOpen(payment), isPaid: intent.status === 'succeeded' };
  return fetchPayment(ctx, intent.id);
}

async function readPayment(ctx: AppContext, paymentId: string): Promise<Payment | null> {
  const intent = await askProvider(ctx, (client) =>
    client.paymentIntents.retrieve(paymentId, { expand: ['latest_charge.balance_transaction'] }),
  );
  if (!intent) return null;
  const charge = intent.latest_charge;
  const isDisputed = typeof charge === 'object' && charge?.disputed === true;
  const disputes = isDisputed
    ? await askProvider(ctx, (client) => client.disputes.list({ payment_intent: paymentId, limit: 100 }))
    : null;
  return { intent, disputes: disputes?.data ?? [] };
}

/** The caller's donation after asking the provider for it; 404 for another's. */
export async function refreshDonation(ctx: AppContext, caller: Caller, id: string): Promise<Donation> {
  const own = () => store.donationOfPerson(ctx.db, caller.userId, id);
  const row = await own();
  if (!row) throw notFound();
  if (row.payment_intent_id === null || !ctx.settings.payments) return presentDonation(row);
  await fetchPayment(ctx, row.payment_intent_id);
  return presentDonation((await own()) ?? row);
}
