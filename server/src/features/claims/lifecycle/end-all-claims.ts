import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as store from '../claims.store.ts';
import { factsOf, isConfirmed } from './claim-facts.ts';
import { forEachOpenClaim, type LockedClaim, lockRequests, withOpenClaim } from './claim-locks.ts';
import { refuseUnless } from './claim-refusals.ts';
import { endCompletedByOneSide, endReleased, endSilent } from './end-claim.ts';

/**
 * Ends every open claim of a person who closes their account: completed where one side has confirmed the handover, else
 * released by the person. The other person is notified, told in the conversation and live.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await forEachOpenClaim(tx, await store.selectOpenClaimsOf(tx.db, personId), async (locked) => {
    await endForLeaver(tx, locked, personId);
    // a completed claim's conversation stays open until messaging closes it, with this message
    if (!isConfirmed(locked.claim))
      await messaging.postSystemMessage(tx, locked.claim.conversation_id, 'account_closed', personId);
  });
}

/**
 * Ends every open claim between two people when `blockerId` blocks the other: completed where one side has confirmed,
 * else released. The other person sees nothing beyond an ordinary release.
 *
 * Locks requests, listings, claims and conversations, in this order. The transaction holds the lock of the pair, so that
 * no claim between them is added, and must not have locked any listing, claim, conversation or person before.
 */
export async function endClaimsBetween(tx: TxContext, blockerId: string, blockedId: string): Promise<void> {
  await forEachOpenClaim(tx, await store.selectOpenClaimsBetween(tx.db, blockerId, blockedId), (locked) =>
    endForLeaver(tx, locked, blockerId),
  );
}

/** Ends one claim as `closePerson` and `endClaimsBetween` do; no error if it has ended. */
export async function endClaimForPerson(tx: TxContext, claimId: string, leaverId: string): Promise<void> {
  await withOpenClaim(tx, claimId, async (locked) => {
    await endForLeaver(tx, locked, leaverId);
    return true;
  });
}

/**
 * Releases an open claim for one of its two people, by the rules of a claim: 409 `handover-said` once the other side has
 * confirmed. The other person is notified as of any release. No error if it has ended.
 */
export async function releaseForPerson(tx: TxContext, claimId: string, actorId: string): Promise<void> {
  await withOpenClaim(tx, claimId, async (locked) => {
    refuseUnless('release', factsOf(locked.claim, locked.listing, actorId, tx.clock.now()));
    await endReleased(tx, locked, actorId, null);
    return true;
  });
}

/**
 * Ends an open claim whose donor has never written, without notifying anyone: the emergency feature does. Returns false
 * if it has ended, or one side has confirmed the handover meanwhile.
 */
export async function lapseForSilentDonor(tx: TxContext, claimId: string): Promise<boolean> {
  return withOpenClaim(tx, claimId, async (locked) => {
    if (isConfirmed(locked.claim)) return false;
    await endSilent(tx, locked);
    return true;
  });
}

/**
 * Deletes a listing for an admin and ends its open claims as its donor would: completed where one side has confirmed,
 * else released. Returns false if there is no such listing.
 */
export async function deleteListing(tx: TxContext, listingId: string): Promise<boolean> {
  const open = await store.selectOpenClaimsOnListing(tx.db, listingId);
  await lockRequests(
    tx,
    open.map(({ request_id }) => request_id),
  );
  if (!(await listings.removeListing(tx, listingId))) return false;
  await forEachOpenClaim(tx, await store.selectOpenClaimsOnListing(tx.db, listingId), (locked) =>
    endForLeaver(tx, locked, locked.claim.donor_id),
  );
  const claimIds = await store.selectClaimIdsOn(tx.db, listingId);
  const conversationIds = await messaging.updateTitle(tx, listingId, listings.REMOVED_TITLE);
  await notifications.updateTitle(tx, [...claimIds, ...conversationIds], listings.REMOVED_TITLE);
  return true;
}

/** What one side has confirmed stands, since the other will not answer; the rest is released by the leaver. */
async function endForLeaver(tx: TxContext, locked: LockedClaim, leaverId: string): Promise<void> {
  if (isConfirmed(locked.claim)) await endCompletedByOneSide(tx, locked, leaverId);
  else await endReleased(tx, locked, leaverId, null);
}
