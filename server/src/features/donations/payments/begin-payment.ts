import { amountRefusal, donationRange } from '@openlarder/domain/donations/donation-amounts.ts';
import type { DonationBody } from '@openlarder/domain/donations/donation-contract.ts';
import { isFinal } from '@openlarder/domain/donations/donation-fields.ts';
import { AppError, conflict, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { formatCurrency } from '@openlarder/domain/kernel/currencies.ts';
import { getRequest } from '#server/features/emergency/requests/request-queries.ts';
import { requireVisibleListing } from '#server/features/listings/listings.queries.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { forgetKey, type Idempotency, once } from '#server/platform/idempotency.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import {
  callProvider,
  communityMetadata,
  isProviderUnavailable,
  paymentNotBegun,
  providerUnavailable,
  takesTestCards,
} from './card-provider.internal.ts';
import * as store from '../donations.store.ts';
import { insertPending } from '../donations.service.ts';

/**
 * Begins a payment with the card provider: writes the donation, then creates the provider's intent for it. The same key
 * leads to the same donation and the same intent. If the provider fails, row and key are deleted, so that a retry
 * starts afresh. The secret of the intent was not given out in that case, so no money can arrive for it. A call that the
 * provider refuses because an earlier one with its key is under way deletes nothing.
 */
export async function createPaymentIntent(
  ctx: AppContext,
  caller: Caller,
  body: DonationBody,
  idempotency: Idempotency | null,
): Promise<{ clientSecret: string; donationId: string }> {
  requireRange(ctx, body.amount);
  const isTest = body.testCard === true && takesTestCards(ctx);
  if (!ctx.settings.payments && !isTest) throw new AppError(503, 'payments-not-configured');
  await requirePurpose(ctx, caller, body);
  await ctx.rateLimits.spend('person-payment', caller.userId);
  const { donationId } = await inTransaction(ctx, async (tx) =>
    once(tx, caller.userId, idempotency, async () => ({
      donationId: await insertPending(tx, caller.userId, body, isTest),
    })),
  );
  try {
    const intent = await createIntent(ctx, donationId, body, isTest);
    const row = intent && (await store.setPayment(ctx.db, donationId, intent.id));
    if (!row || intent.client_secret === null) throw providerUnavailable();
    if (isFinal(row.status)) throw conflict('donation-finished');
    return { clientSecret: intent.client_secret, donationId };
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error;
    await inTransaction(ctx, async (tx) => {
      const isGone = await store.deleteUnstarted(tx.db, donationId);
      if (isGone && idempotency) await forgetKey(tx, caller.userId, idempotency);
    });
    throw paymentNotBegun();
  }
}

/** Sends the provider the amount, the id of the donation, and the community; nothing about the person. */
function createIntent(ctx: AppContext, donationId: string, { amount }: DonationBody, isTest: boolean) {
  return callProvider(ctx, (client) =>
    client.paymentIntents.create(
      {
        amount,
        currency: regionOf(ctx.settings).currency.toLowerCase(),
        automatic_payment_methods: { enabled: true },
        description: ctx.settings.appName,
        metadata: { donation_id: donationId, ...communityMetadata(ctx) },
        ...(isTest && { confirm: true, payment_method: 'pm_card_visa' }),
      },
      { idempotencyKey: `donation-${donationId}` },
    ),
  );
}

/** Refuses an amount that is too little or too much, or cannot be paid, in the community's currency (422). */
function requireRange({ settings }: AppContext, amount: number): void {
  const { currency } = regionOf(settings);
  const { min, max } = donationRange(currency);
  const refusal = amountRefusal(amount, currency);
  if (refusal === 'not-payable') throw unprocessable({ amount: errorText('invalid.donation-amount') });
  if (refusal === 'too-little')
    throw unprocessable({
      amount: errorText('out-of-range.donation-minimum', {
        amount: formatCurrency(min, currency, { exact: true }),
      }),
    });
  if (refusal === 'too-much')
    throw unprocessable({
      amount: errorText('out-of-range.donation-maximum', { amount: formatCurrency(max, currency) }),
    });
}

/** Refuses a listing or request that does not go with the type (422), or that the caller may not see (404). */
async function requirePurpose(
  ctx: AppContext,
  caller: Caller,
  { donationType, foodListingId, emergencyRequestId }: DonationBody,
): Promise<void> {
  if (foodListingId !== null && donationType !== 'food_listing_support')
    throw unprocessable({ foodListingId: errorText('invalid.donation-purpose') });
  if (emergencyRequestId !== null && donationType !== 'emergency_response')
    throw unprocessable({ emergencyRequestId: errorText('invalid.donation-purpose') });
  if (foodListingId !== null) await requireVisibleListing(ctx, caller.userId, foodListingId);
  if (emergencyRequestId !== null) await getRequest(ctx, caller, emergencyRequestId);
}
