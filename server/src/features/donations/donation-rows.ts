import type { Donation, DonationBody } from '@openlarder/domain/donations/donation-contract.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import * as store from './donations.store.ts';

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
