import { conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import type * as handovers from '#server/features/handovers/handovers.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as store from '../claims.store.ts';
import { notEnough, openClaim, tooLate } from './create-claim.ts';

/**
 * Claims servings of the donor's listing for the requester: as many as given, or as the household needs and are left. It
 * counts to no limits. The caller has locked the request and the pair of people. 404 for a listing of another donor;
 * 409 `not-available` for one that is over, claimed, or already claimed by the requester, `not-enough` for too few left.
 */
export async function claimForRequest(
  tx: TxContext,
  answer: {
    readonly requestId: string;
    readonly listingId: string;
    readonly donorId: string;
    readonly requesterId: string;
    readonly servings: number | null;
    readonly householdSize: number;
  },
): Promise<{ readonly claimId: string; readonly handover: handovers.HandoverRow }> {
  const { requestId, listingId, donorId, requesterId } = answer;
  const { status, servings_left: left, offered_until } = await lockOwn(tx, listingId, donorId);
  if (await store.selectOpenClaimOn(tx.db, listingId, requesterId)) throw claimedAlready();
  if (status === 'claimed' || status === 'completed') throw allClaimed();
  if (status !== 'posted' || offered_until <= tx.clock.now()) throw tooLate();
  const wanted = answer.servings ?? Math.min(answer.householdSize, left);
  if (wanted > left) throw notEnough(left);
  const taken = await listings.takeServings(tx, { listingId, takerId: requesterId, servings: wanted });
  if (!taken) throw tooLate();
  const claim = await openClaim(tx, {
    listing: taken.row,
    servings: taken.taken,
    claimerId: requesterId,
    requestId,
  });
  if (!claim) throw claimedAlready();
  return claim;
}

/** Locks the donor's own listing; 404 for any other, without locking it. */
async function lockOwn(tx: TxContext, listingId: string, donorId: string): Promise<listings.ListingRow> {
  const seen = (await listings.listingsById(tx, [listingId])).get(listingId);
  if (seen?.donor_id !== donorId) throw notFound();
  return listings.lockListing(tx, listingId);
}

const allClaimed = () => conflict('not-available.all-claimed');
const claimedAlready = () => conflict('not-available.on-their-way');
