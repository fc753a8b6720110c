import { type AppError, conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { suggestedServings } from '@openlarder/domain/listings/listing-fields.ts';
import type { HandoverRow } from '#server/features/handovers/handovers.tables.ts';
import {
  lockListing,
  settledStock,
  settleStock,
  takeServings,
} from '#server/features/listings/lifecycle/stock.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import type { ListingRow } from '#server/features/listings/listings.tables.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import * as store from '../claims.store.ts';
import { notEnough, openClaim, tooLate } from './create-claim.ts';

/** Servings of a donor's own listing that are to answer a request: as many as given, or as needed and left. */
type Offer = {
  readonly listingId: string;
  readonly donorId: string;
  readonly servings: number | null;
  readonly householdSize: number;
};

/**
 * Why these servings cannot be given to any requester, without locking; null if they can. 404 for a listing of another
 * donor; 409 `not-available` for one that is over or claimed, `not-enough` for too few left. It depends on the listing
 * only, not on the requester.
 */
export async function refusalForRequest(ctx: AppContext, offer: Offer): Promise<AppError | null> {
  const row = (await listingsById(ctx, [offer.listingId])).get(offer.listingId);
  return row?.donor_id === offer.donorId ? refusalOf(row, offer, ctx.clock.now()) : notFound();
}

/**
 * Claims servings of the donor's listing for the requester. It counts to no limits. The caller has locked the request
 * and the pair of people. Refuses as `refusalForRequest`. Returns null, without a claim, if the requester has claimed
 * the listing before: that claim shows their name, and both claims would share one conversation.
 */
export async function claimForRequest(
  tx: TxContext,
  answer: Offer & { readonly requestId: string; readonly requesterId: string },
): Promise<{ readonly claimId: string; readonly handover: HandoverRow } | null> {
  const { requestId, listingId, donorId, requesterId } = answer;
  const row = await settleStock(tx, await lockOwn(tx, listingId, donorId));
  const refusal = refusalOf(row, answer, tx.clock.now());
  if (refusal) throw refusal;
  if (await store.hasOtherClaimOn(tx.db, { listingId, claimerId: requesterId, requestId })) return null;
  const servings = wantedOf(row.servings_left, answer, row);
  const taken = await takeServings(tx, { listingId, takerId: requesterId, servings });
  if (!taken) throw tooLate();
  const claim = await openClaim(tx, {
    listing: taken.row,
    servings: taken.taken,
    claimerId: requesterId,
    requestId,
  });
  if (!claim) throw tooLate();
  return claim;
}

const wantedOf = (left: number, { servings, householdSize }: Offer, { counted_as }: ListingRow): number =>
  servings ?? suggestedServings(householdSize, left, counted_as);

function refusalOf(row: ListingRow, offer: Offer, now: Date): AppError | null {
  const { status, servingsLeft } = settledStock(row, now);
  if (status === 'claimed' || status === 'completed') return allClaimed();
  if (status !== 'posted' || row.offered_until <= now) return tooLate();
  return wantedOf(servingsLeft, offer, row) > servingsLeft ? notEnough(servingsLeft) : null;
}

/** Locks the donor's own listing; 404 for any other, without locking it. */
async function lockOwn(tx: TxContext, listingId: string, donorId: string): Promise<ListingRow> {
  const seen = (await listingsById(tx, [listingId])).get(listingId);
  if (seen?.donor_id !== donorId) throw notFound();
  return lockListing(tx, listingId);
}

const allClaimed = () => conflict('not-available.all-claimed');
