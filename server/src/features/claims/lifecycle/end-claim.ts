import {
  addressHiddenAt,
  type ClaimSide,
  type ClaimStatus,
  type CompletedBy,
  DISPUTE_HOURS,
  type ReleaseReason,
  returnsServings,
} from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  type ListingStock,
  releasedServingsOutcome,
  stockAfterHandover,
  stockAfterRelease,
} from '@openlarder/domain/listings/listing-states.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { announceChange } from '../claims.events.ts';
import { requestClaimHook } from '../claims.hooks.ts';
import * as store from '../claims.store.ts';
import { otherOf, sideOf } from './claim-facts.ts';
import type { LockedClaim } from './claim-locks.ts';

/*
 * The ways in which an open claim ends. Callers have locked the claim and checked that it may end so. Each writes the
 * outcome, the listing's servings, the messages and notifications, and until when the address is visible; the request
 * that the claim answers follows it.
 */

type ClaimEnd = {
  readonly status: Exclude<ClaimStatus, 'open'>;
  /** Null if both sides or time ended it. */
  readonly endedBy?: ClaimSide;
  readonly releaseReason?: ReleaseReason | null;
  readonly completedBy?: CompletedBy;
  /** The listing's servings afterwards. */
  readonly stock: ListingStock;
  /** The system message in the conversation. */
  readonly event: MessageEvent;
  /** Whose act it was; null for time. */
  readonly actorId: string | null;
  /** From when the conversation is read-only; null if it stays open. */
  readonly closesAt: Date | null;
  /** The people to notify. */
  readonly notified: readonly string[];
  readonly kind: NotificationKind;
  /** Until when the exact address stays visible; now if absent. */
  readonly placeUntil?: Date;
};

/** One of the two releases the claim, or came and found no food. */
export async function endReleased(
  tx: TxContext,
  locked: LockedClaim,
  actorId: string,
  reason: ReleaseReason | null,
): Promise<void> {
  const isNoFood = reason === 'no_food';
  await end(tx, locked, {
    status: 'released',
    endedBy: sideOf(locked.claim, actorId),
    releaseReason: reason,
    stock: stockReleased(tx, locked, returnsServings(reason)),
    event: isNoFood ? 'no_food' : 'released',
    actorId,
    closesAt: tx.clock.now(),
    notified: [otherOf(locked.claim, actorId)],
    kind: isNoFood ? 'claim_no_food' : 'claim_released',
  });
}

/** The donor reports that the claimer did not come. */
export async function endNoShow(tx: TxContext, locked: LockedClaim): Promise<void> {
  await end(tx, locked, {
    status: 'no_show',
    endedBy: 'donor',
    stock: stockReleased(tx, locked, true),
    event: 'no_show',
    actorId: locked.claim.donor_id,
    // they may write for as long as it can be disputed
    closesAt: new Date(tx.clock.now().getTime() + DISPUTE_HOURS * HOUR_MS),
    notified: [locked.claim.claimer_id],
    kind: 'claim_no_show',
  });
}

/** Neither side has confirmed the handover in time. */
export async function endLapsed(tx: TxContext, locked: LockedClaim): Promise<void> {
  await end(tx, locked, {
    status: 'lapsed',
    stock: stockReleased(tx, locked, true),
    event: 'lapsed',
    actorId: null,
    closesAt: tx.clock.now(),
    notified: bothOf(locked.claim),
    kind: 'claim_lapsed',
  });
}

/** Its donor, who answered a request with it, has never written. The emergency feature notifies both. */
export async function endSilent(tx: TxContext, locked: LockedClaim): Promise<void> {
  await end(tx, locked, {
    status: 'lapsed',
    stock: stockReleased(tx, locked, true),
    event: 'helper_silent',
    actorId: null,
    closesAt: tx.clock.now(),
    notified: [],
    kind: 'claim_lapsed',
  });
}

/** Both sides have confirmed, or the code has. `actorId` confirmed last. */
export async function endCompleted(
  tx: TxContext,
  locked: LockedClaim,
  actorId: string,
  by: 'both' | 'code',
): Promise<void> {
  await end(tx, locked, {
    status: 'completed',
    completedBy: by,
    stock: stockHandedOver(locked),
    event: 'completed',
    actorId,
    closesAt: null,
    notified: [otherOf(locked.claim, actorId)],
    kind: 'handover_completed',
    placeUntil: addressHiddenAt(tx.clock.now()),
  });
}

/**
 * One side has confirmed and the other can no longer object: after the time for that, or because `leaverId` leaves or
 * blocks the other. The leaver is not notified, and the address is hidden at once.
 */
export async function endCompletedByOneSide(
  tx: TxContext,
  locked: LockedClaim,
  leaverId: string | null = null,
): Promise<void> {
  await end(tx, locked, {
    status: 'completed',
    completedBy: 'one_side',
    stock: stockHandedOver(locked),
    event: 'completed_alone',
    actorId: null,
    closesAt: null,
    notified: bothOf(locked.claim).filter((personId) => personId !== leaverId),
    kind: 'handover_completed',
    ...(leaverId === null && { placeUntil: addressHiddenAt(tx.clock.now()) }),
  });
}

/** One side disputes the other's confirmation. The servings are not offered again. */
export async function endDisputed(tx: TxContext, locked: LockedClaim, actorId: string): Promise<void> {
  await end(tx, locked, {
    status: 'disputed',
    endedBy: sideOf(locked.claim, actorId),
    stock: stockHandedOver(locked),
    event: 'disputed',
    actorId,
    closesAt: null,
    notified: [otherOf(locked.claim, actorId)],
    kind: 'claim_disputed',
  });
}

async function end(tx: TxContext, { claim, listing }: LockedClaim, ending: ClaimEnd): Promise<void> {
  const now = tx.clock.now();
  const ended = await store.endClaim(tx.db, claim.id, {
    status: ending.status,
    ended_at: now,
    ended_by: ending.endedBy ?? null,
    release_reason: ending.releaseReason ?? null,
    completed_by: ending.completedBy ?? null,
    ...(ending.status === 'disputed' && { disputed_at: now, disputed_by: ending.endedBy ?? null }),
  });
  await listings.saveStock(tx, listing, ending.stock);
  await messaging.postSystemMessage(tx, claim.conversation_id, ending.event, ending.actorId);
  if (ending.closesAt) await messaging.closeConversation(tx, claim.conversation_id, ending.closesAt);
  const place = { type: 'listing' as const, id: claim.listing_id };
  await places.endGrant(tx, place, claim.claimer_id, ending.placeUntil ?? now);
  for (const personId of ending.notified)
    await notifications.notify(tx, {
      personId,
      kind: ending.kind,
      subject: { type: 'claim', id: claim.id },
      actorId: ending.actorId,
      listingTitle: listing.title,
    });
  await announceChange(tx, ended);
  if (ended.request_id === null) return;
  for (const { onClaimEnded } of requestClaimHook.handlersOf(tx))
    await onClaimEnded(tx, {
      requestId: ended.request_id,
      claimId: ended.id,
      outcome: ending.status === 'completed' ? 'completed' : 'let_go',
      endedById: ending.actorId,
    });
}

/** The listing without this claim, whose servings come back while they can still be offered. */
function stockReleased(tx: TxContext, { claim, listing }: LockedClaim, hasFood: boolean): ListingStock {
  const outcome = releasedServingsOutcome({
    returnsServings: hasFood,
    isWithdrawn: listing.withdrawn_at !== null,
    isOfferedInTime: listing.offered_until > tx.clock.now(),
  });
  return stockAfterRelease(listings.stockOf(listing), claim.servings, outcome);
}

const stockHandedOver = ({ claim, listing }: LockedClaim): ListingStock =>
  stockAfterHandover(listings.stockOf(listing), claim.servings);

const bothOf = (claim: store.ClaimRow): string[] => [claim.donor_id, claim.claimer_id];
