import {
  type ClaimFacts,
  type ClaimMove,
  MAX_CODE_TRIES,
  type MoveRefusal,
  moveRefusal,
} from '@openlarder/domain/claims/claim-states.ts';
import { AppError, conflict, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { stockAfterHandover, stockAfterRelease } from '@openlarder/domain/listings/listing-states.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-contract.ts';
import type { Tx } from '#server/db/database.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/sessions.ts';
import type { ClaimsParts } from './claims.parts.ts';
import * as store from './claims.store.ts';
import { hiddenAfterHandover } from './place-after-handover.ts';

type HandoverParts = ClaimsParts & {
  readonly ownClaim: (caller: Caller, claimId: string) => Promise<store.ClaimRow>;
  readonly tell: (tx: Tx, row: store.ClaimRow) => Promise<void>;
};

const REFUSALS: Readonly<Record<MoveRefusal, () => AppError>> = {
  'not-yours': () => new AppError(403, 'not-yours', 'Only the person who shares this food can do that.'),
  'claim-ended': () => conflict('claim-ended', 'This claim has already ended.'),
  'already-done': () => conflict('already-done', 'You have already done that.'),
  'code-locked': () =>
    conflict('code-locked', 'That was too many wrong codes. Please both say that the food changed hands.'),
  'too-early': () => conflict('too-early', 'It is too early for that.'),
  'too-late': () => conflict('too-late', 'It is too late for that.'),
  'handover-said': () =>
    conflict(
      'handover-said',
      'The other side says that the food changed hands. You can confirm it, or object.',
    ),
  'nothing-said': () => conflict('nothing-said', 'There is nothing to object to.'),
};

const placeOf = (claim: store.ClaimRow) => ({ type: 'listing' as const, id: claim.listing_id });
const otherOf = (claim: store.ClaimRow, personId: string): string =>
  claim.donor_id === personId ? claim.claimer_id : claim.donor_id;

function factsOf(
  claim: store.ClaimRow,
  listing: Pick<ListingRow, 'available_from' | 'available_until'>,
  personId: string,
  now: Date,
  placeShared = false,
): ClaimFacts {
  return {
    status: claim.status,
    side: claim.donor_id === personId ? 'donor' : 'claimer',
    donorConfirmed: claim.donor_confirmed_at !== null,
    claimerConfirmed: claim.claimer_confirmed_at !== null,
    codeLocked: claim.code_tries >= MAX_CODE_TRIES,
    placeShared,
    saidComing: claim.coming_at !== null,
    disputed: claim.disputed_at !== null,
    createdAtMs: claim.created_at.getTime(),
    endedAtMs: claim.ended_at?.getTime() ?? null,
    availableFromMs: listing.available_from.getTime(),
    availableUntilMs: listing.available_until.getTime(),
    nowMs: now.getTime(),
  };
}

function refuseUnless(move: ClaimMove, facts: ClaimFacts): void {
  const refusal = moveRefusal(move, facts);
  if (refusal) throw REFUSALS[refusal]();
}

/** How an open claim goes on and ends. Each step locks the listing, then the claim, then the conversation. */
export function makeHandover(parts: HandoverParts) {
  const { db, clock, places, moderation, notifications, listings, messaging, ownClaim, tell } = parts;

  /** Runs `step` on the claim as it is once nobody else can change it or its listing. */
  async function withLocks<Result>(
    caller: Caller,
    claimId: string,
    step: (tx: Tx, claim: store.ClaimRow, listing: ListingRow) => Promise<Result>,
  ): Promise<Result> {
    const { listing_id } = await ownClaim(caller, claimId);
    return inTransaction(db, async (tx) => {
      const listing = await listings.lockListing(tx, listing_id);
      return step(tx, await store.lockClaim(tx, claimId), listing);
    });
  }

  async function notifyOther(
    tx: Tx,
    claim: store.ClaimRow,
    listing: Pick<ListingRow, 'title'>,
    kind: NotificationKind,
    actorId: string,
  ): Promise<void> {
    const subject = { type: 'claim' as const, id: claim.id };
    const personId = otherOf(claim, actorId);
    await notifications.notify(tx, { personId, kind, subject, actorId, listingTitle: listing.title });
  }

  async function release(caller: Caller, claimId: string): Promise<void> {
    await withLocks(caller, claimId, async (tx, claim, listing) => {
      if (claim.status === 'released') return;
      refuseUnless('release', factsOf(claim, listing, caller.userId, clock.now()));
      await letGo(tx, claim, listing, caller.userId);
    });
  }

  /** Ends a locked open claim of a locked listing; its servings come back while the listing's time lasts. */
  async function letGo(tx: Tx, claim: store.ClaimRow, listing: ListingRow, actorId: string): Promise<void> {
    const now = clock.now();
    const released = await store.endClaim(tx, claim.id, 'released', now);
    const stock = stockAfterRelease(listings.stockOf(listing), claim.servings, listing.offered_until > now);
    await listings.settleStock(tx, listing, stock);
    await messaging.say(tx, claim.conversation_id, 'released', actorId);
    await messaging.closeConversation(tx, claim.conversation_id);
    await places.endGrant(tx, placeOf(claim), claim.claimer_id, now);
    await notifyOther(tx, claim, listing, 'claim_released', actorId);
    await tell(tx, released);
  }

  /** Both have said so, or the code has: the claim is over, and the place is shown for one more day. */
  async function finish(tx: Tx, claim: store.ClaimRow, listing: ListingRow, actorId: string): Promise<void> {
    const now = clock.now();
    const completed = await store.endClaim(tx, claim.id, 'completed', now);
    await listings.settleStock(tx, listing, stockAfterHandover(listings.stockOf(listing), claim.servings));
    await messaging.say(tx, claim.conversation_id, 'completed', actorId);
    await places.endGrant(tx, placeOf(claim), claim.claimer_id, hiddenAfterHandover(now));
    await notifyOther(tx, claim, listing, 'handover_completed', actorId);
    await tell(tx, completed);
  }

  async function complete(caller: Caller, claimId: string, code: string | null): Promise<void> {
    const isWrong = await withLocks(caller, claimId, async (tx, claim, listing) => {
      if (claim.status === 'completed') return false;
      const facts = factsOf(claim, listing, caller.userId, clock.now());
      if (code !== null) {
        refuseUnless('complete_by_code', facts);
        if (code !== claim.code) {
          await store.countWrongCode(tx, claimId);
          return true;
        }
        // the code is on the claimer's ticket: telling it is their word
        await store.confirmHandover(tx, claimId, { donor: true, claimer: true }, clock.now());
        await finish(tx, claim, listing, caller.userId);
        return false;
      }
      const refusal = moveRefusal('confirm', facts);
      if (refusal === 'already-done') return false;
      if (refusal) throw REFUSALS[refusal]();
      const by = { donor: facts.side === 'donor', claimer: facts.side === 'claimer' };
      const confirmed = await store.confirmHandover(tx, claimId, by, clock.now());
      if (confirmed.donor_confirmed_at && confirmed.claimer_confirmed_at) {
        await finish(tx, claim, listing, caller.userId);
        return false;
      }
      await messaging.say(tx, claim.conversation_id, 'handover_confirmed', caller.userId);
      await notifyOther(tx, claim, listing, 'handover_confirmed', caller.userId);
      await tell(tx, confirmed);
      return false;
    });
    // after the commit: a wrong try counts although it is refused
    if (isWrong) throw unprocessable({ code: 'That is not the code on the ticket.' });
  }

  /** Gives the id of the claim that the conversation is about. */
  async function sharePlace(caller: Caller, conversationId: string): Promise<string> {
    const conversation = await messaging.conversationOf(caller, conversationId);
    const latest = await store.selectLatestClaimIn(db, conversation.id);
    if (!latest) throw REFUSALS['claim-ended']();
    return withLocks(caller, latest.id, async (tx, claim, listing) => {
      const now = clock.now();
      const held = await places.grantHolders(tx, 'listing', [claim.listing_id], hiddenAfterHandover(now));
      const isShared = held.get(claim.listing_id)?.has(claim.claimer_id) ?? false;
      const refusal = moveRefusal('share_place', factsOf(claim, listing, caller.userId, now, isShared));
      if (refusal === 'already-done') return claim.id;
      if (refusal) throw REFUSALS[refusal]();
      if (await moderation.isBlockedBetween(tx, claim.donor_id, claim.claimer_id))
        throw conflict('conversation-closed', 'This conversation is closed.');
      await messaging.say(tx, claim.conversation_id, 'place_shared', caller.userId);
      await places.grantPlace(tx, placeOf(claim), claim.claimer_id, now);
      await notifyOther(tx, claim, listing, 'place_shared', caller.userId);
      await tell(tx, claim);
      return claim.id;
    });
  }

  return { release, letGo, complete, sharePlace };
}
