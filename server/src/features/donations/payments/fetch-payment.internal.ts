import type { Donation } from '@openlarder/domain/donations/donation-contract.ts';
import type { DonationStatus } from '@openlarder/domain/donations/donation-fields.ts';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type Stripe from 'stripe';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from '../donations.store.ts';
import { applyPaymentUpdate } from '../donations.store.ts';
import type { PaymentUpdate } from '../donations.tables.ts';
import { callProvider, takesTestCards } from './card-provider.internal.ts';
import { presentDonation } from '../donations.service.ts';

export type FetchedPayment =
  | {
      readonly outcome: 'written';
      readonly donationId: string;
      readonly update: PaymentUpdate;
      /** Whether it waits for the donor, and may be canceled. */
      readonly isOpen: boolean;
    }
  /** Amount or currency are not those of the donation: nothing is written. */
  | { readonly outcome: 'differs'; readonly donationId: string }
  /** The payment does not belong to a donation: the provider's account may have other uses. */
  | {
      readonly outcome: 'no-donation';
      readonly isOpen: boolean;
      readonly isPaid: boolean;
    }
  /** The provider has no such payment. */
  | { readonly outcome: 'no-payment'; readonly donationId: string | null };

/**
 * Writes the provider's state of a payment into its donation. Every caller (a webhook, the donor, the nightly
 * reconciliation) only names the payment: the state is always fetched from the provider, so that notifications that are
 * forged, repeated or out of order do no harm.
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
  const update = updateOf(payment);
  await inTransaction(ctx, async (tx) =>
    applyPaymentUpdate(tx.db, known.id, { ...update, fetchNumber: fetchNumber ?? 0 }, tx.clock.now()),
  );
  return { outcome: 'written', donationId: known.id, update, isOpen: isOpen(payment) };
}

/** Links a payment to its donation if the process ended before it could store the payment's id. */
async function adopt(ctx: AppContext, payment: Payment): Promise<FetchedPayment> {
  const { intent } = payment;
  const donationId = idSchema.safeParse(intent.metadata['donation_id']);
  if (!donationId.success || !(await store.setPayment(ctx.db, donationId.data, intent.id)))
    return { outcome: 'no-donation', isOpen: isOpen(payment), isPaid: intent.status === 'succeeded' };
  return fetchPayment(ctx, intent.id);
}

async function readPayment(ctx: AppContext, paymentId: string): Promise<Payment | null> {
  const intent = await callProvider(ctx, (client) =>
    client.paymentIntents.retrieve(paymentId, { expand: ['latest_charge.balance_transaction'] }),
  );
  if (!intent) return null;
  const charge = intent.latest_charge;
  const isDisputed = typeof charge === 'object' && charge?.disputed === true;
  const disputes = isDisputed
    ? await callProvider(ctx, (client) => client.disputes.list({ payment_intent: paymentId, limit: 100 }))
    : null;
  return { intent, disputes: disputes?.data ?? [] };
}

/**
 * The caller's donation after asking the provider for it; 404 for another's. The provider is asked six times a minute at
 * most; the stored state is returned otherwise.
 */
export async function refreshDonation(ctx: AppContext, caller: Caller, id: string): Promise<Donation> {
  const own = () => store.donationOfPerson(ctx.db, caller.userId, id);
  const row = await own();
  if (!row) throw notFound();
  if (row.payment_intent_id === null) return presentDonation(row);
  if (!ctx.settings.payments && !takesTestCards(ctx)) return presentDonation(row);
  if (!(await ctx.rateLimits.isWithin('donation-refresh', id))) return presentDonation(row);
  await fetchPayment(ctx, row.payment_intent_id);
  return presentDonation((await own()) ?? row);
}

/** A payment as the provider has it, with its charge, that charge's balance transaction, and its disputes. */
type Payment = { readonly intent: Stripe.PaymentIntent; readonly disputes: readonly Stripe.Dispute[] };

/** A payment's state as that of its donation. An attempt that failed leaves its error until the next attempt. */
function statusOf({ status, last_payment_error }: Stripe.PaymentIntent): DonationStatus {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'canceled':
      return 'canceled';
    case 'requires_action':
      return 'requires_action';
    case 'requires_payment_method':
      return last_payment_error ? 'failed' : 'pending';
    default:
      return 'pending';
  }
}

/** Whether a payment waits for its donor, rather than for the provider. */
const isOpen = ({ intent: { status } }: Payment): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';

/** Whether the donor's bank withholds or has kept the amount: an inquiry does not, nor does a dispute that was won. */
const holdsMoney = ({ status }: Stripe.Dispute): boolean =>
  !status.startsWith('warning_') && status !== 'won' && status !== 'prevented';

/** The object, or null if the provider has sent only its id. */
const expanded = <Thing>(thing: string | Thing | null): Thing | null =>
  typeof thing === 'string' ? null : thing;

const isHttps = (text: string): boolean => URL.parse(text)?.protocol === 'https:';

/** The provider's state of a payment. */
function updateOf({ intent, disputes }: Payment): PaymentUpdate {
  const status = statusOf(intent);
  // an attempt that failed or is on its way has a charge, too
  const attempt = expanded(intent.latest_charge);
  const charge = status === 'succeeded' ? attempt : null;
  const balance = expanded(charge?.balance_transaction ?? null);
  // an account with another settlement currency reports its fees in that currency
  const isSame = balance !== null && balance.currency === intent.currency;
  const receipt = charge?.receipt_url ?? null;
  return {
    status,
    feeCents: isSame ? balance.fee : null,
    netCents: isSame ? balance.net : null,
    refundedCents: charge?.amount_refunded ?? 0,
    disputedCents: disputes.filter(holdsMoney).reduce((sum, { amount }) => sum + amount, 0),
    paymentMethodType: attempt?.payment_method_details?.type ?? null,
    receiptUrl: receipt !== null && isHttps(receipt) ? receipt : null,
  };
}
