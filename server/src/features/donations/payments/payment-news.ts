import type { DonationStatus } from '@openlarder/domain/donations/donation-states.ts';
import type Stripe from 'stripe';
import type { PaymentNews } from '../donations.store.ts';

/** A payment as the provider has it, with its charge, that charge's balance transaction, and its disputes. */
export type Payment = { readonly intent: Stripe.PaymentIntent; readonly disputes: readonly Stripe.Dispute[] };

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
export const isOpen = ({ intent: { status } }: Payment): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';

/** Whether the donor's bank holds the amount, or has kept it: an inquiry takes nothing, and what was won came back. */
const holdsMoney = ({ status }: Stripe.Dispute): boolean =>
  !status.startsWith('warning_') && status !== 'won' && status !== 'prevented';

/** The object, or null if the provider has sent only its id. */
const expanded = <Thing>(thing: string | Thing | null): Thing | null =>
  typeof thing === 'string' ? null : thing;

const isHttps = (text: string): boolean => URL.parse(text)?.protocol === 'https:';

/** What the provider says of a payment. */
export function newsOf({ intent, disputes }: Payment): PaymentNews {
  const status = statusOf(intent);
  const charge = status === 'succeeded' ? expanded(intent.latest_charge) : null;
  const balance = expanded(charge?.balance_transaction ?? null);
  // an account that keeps another currency has its fees in that currency
  const isSame = balance !== null && balance.currency === intent.currency;
  const receipt = charge?.receipt_url ?? null;
  return {
    status,
    feeCents: isSame ? balance.fee : null,
    netCents: isSame ? balance.net : null,
    refundedCents: charge?.amount_refunded ?? 0,
    disputedCents: disputes.filter(holdsMoney).reduce((sum, { amount }) => sum + amount, 0),
    paymentMethodType: charge?.payment_method_details?.type ?? null,
    receiptUrl: receipt !== null && isHttps(receipt) ? receipt : null,
  };
}
