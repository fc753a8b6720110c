import {
  addressHiddenAt,
  type ClaimSide,
  type ClaimStatus,
  type CompletedBy,
  OBJECTION_HOURS,
} from '@openlarder/domain/claims/claim-states.ts';
import { comesBack, type ReleaseReason } from '@openlarder/domain/claims/release-reasons.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  type ListingStock,
  releasedFate,
  stockAfterHandover,
  stockAfterRelease,
} from '@openlarder/domain/listings/listing-states.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { Tx } from '#server/db/database.ts';
import { tellChange } from '../claims.events.ts';
import { otherOf, sideOf } from './claim-facts.ts';
import type { Locked } from './claim-locks.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import * as store from '../claims.store.ts';

type Ending = {
  readonly status: Exclude<ClaimStatus, 'open'>;
  /** Null: both did, or time. */
  readonly endedBy?: ClaimSide;
  readonly releaseReason?: ReleaseReason | null;
  readonly completedBy?: CompletedBy;
  /** What becomes of the listing. */
  readonly stock: ListingStock;
  /** What is said in the conversation, by whom; null: time. */
  readonly event: MessageEvent;
  readonly saidBy: string | null;
  /** From when on it is read-only, if from any time. */
  readonly closesAt: Date | null;
  /** Who is notified, by whose act. */
  readonly told: readonly string[];
  readonly kind: NotificationKind;
  /** Until when the exact place stays readable; at once when absent. */
  readonly placeUntil?: Date;
};

const bothOf = (claim: store.ClaimRow): string[] => [claim.donor_id, claim.claimer_id];

/**
 * The ways in which an open claim ends. Each is given the claim locked behind its listing and has been allowed;
 * each writes the outcome, what becomes of the food, what both are told, and until when the place is seen. The request
 * that it answers follows it.
 */
export function makeEnding(parts: ClaimsParts) {
  const { clock, eventLog, places, notifications, listings, messaging, requests } = parts;

  async function end(tx: Tx, { claim, listing }: Locked, ending: Ending): Promise<void> {
    const now = clock.now();
    const ended = await store.endClaim(tx, claim.id, {
      status: ending.status,
      ended_at: now,
      ended_by: ending.endedBy ?? null,
      release_reason: ending.releaseReason ?? null,
      completed_by: ending.completedBy ?? null,
      ...(ending.status === 'disputed' && { disputed_at: now, disputed_by: ending.endedBy ?? null }),
    });
    await listings.saveStock(tx, listing, ending.stock);
    await messaging.postSystemMessage(tx, claim.conversation_id, ending.event, ending.saidBy);
    if (ending.closesAt) await messaging.closeConversation(tx, claim.conversation_id, ending.closesAt);
    const place = { type: 'listing' as const, id: claim.listing_id };
    await places.endGrant(tx, place, claim.claimer_id, ending.placeUntil ?? now);
    for (const personId of ending.told)
      await notifications.notify(tx, {
        personId,
        kind: ending.kind,
        subject: { type: 'claim', id: claim.id },
        actorId: ending.saidBy,
        listingTitle: listing.title,
      });
    await tellChange(eventLog, tx, ended);
    if (ended.request_id !== null)
      await requests.claimEnded(tx, {
        requestId: ended.request_id,
        claimId: ended.id,
        outcome: ending.status === 'completed' ? 'completed' : 'let_go',
        endedById: ending.saidBy,
      });
  }

  /** The listing without this claim, whose food comes back while it can still be offered. */
  function stockLetGo({ claim, listing }: Locked, hasFood: boolean): ListingStock {
    const fate = releasedFate({
      comesBack: hasFood,
      isWithdrawn: listing.withdrawn_at !== null,
      isOfferedInTime: listing.offered_until > clock.now(),
    });
    return stockAfterRelease(listings.stockOf(listing), claim.servings, fate);
  }

  const stockHandedOver = ({ claim, listing }: Locked): ListingStock =>
    stockAfterHandover(listings.stockOf(listing), claim.servings);

  return {
    /** One of the two lets it go, or came and found no food. */
    async letGo(tx: Tx, locked: Locked, actorId: string, reason: ReleaseReason | null): Promise<void> {
      const isNoFood = reason === 'no_food';
      await end(tx, locked, {
        status: 'released',
        endedBy: sideOf(locked.claim, actorId),
        releaseReason: reason,
        stock: stockLetGo(locked, comesBack(reason)),
        event: isNoFood ? 'no_food' : 'released',
        saidBy: actorId,
        closesAt: clock.now(),
        told: [otherOf(locked.claim, actorId)],
        kind: isNoFood ? 'claim_no_food' : 'claim_released',
      });
    },

    /** The donor waited, and nobody came. */
    async noShow(tx: Tx, locked: Locked): Promise<void> {
      await end(tx, locked, {
        status: 'no_show',
        endedBy: 'donor',
        stock: stockLetGo(locked, true),
        event: 'no_show',
        saidBy: locked.claim.donor_id,
        // they may say what happened for as long as they may object
        closesAt: new Date(clock.now().getTime() + OBJECTION_HOURS * HOUR_MS),
        told: [locked.claim.claimer_id],
        kind: 'claim_no_show',
      });
    },

    /** Nobody said a word about it for too long. */
    async lapse(tx: Tx, locked: Locked): Promise<void> {
      await end(tx, locked, {
        status: 'lapsed',
        stock: stockLetGo(locked, true),
        event: 'lapsed',
        saidBy: null,
        closesAt: clock.now(),
        told: bothOf(locked.claim),
        kind: 'claim_lapsed',
      });
    },

    /** Its donor, who answered a request with it, has said nothing at all since. Of that the request tells both. */
    async fallSilent(tx: Tx, locked: Locked): Promise<void> {
      await end(tx, locked, {
        status: 'lapsed',
        stock: stockLetGo(locked, true),
        event: 'helper_silent',
        saidBy: null,
        closesAt: clock.now(),
        told: [],
        kind: 'claim_lapsed',
      });
    },

    /** Both have said so, or the code has. `actorId` said the last word. */
    async complete(tx: Tx, locked: Locked, actorId: string, by: 'both' | 'code'): Promise<void> {
      await end(tx, locked, {
        status: 'completed',
        completedBy: by,
        stock: stockHandedOver(locked),
        event: 'completed',
        saidBy: actorId,
        closesAt: null,
        told: [otherOf(locked.claim, actorId)],
        kind: 'handover_completed',
        placeUntil: addressHiddenAt(clock.now()),
      });
    },

    /**
     * One side has said so and the other says nothing more: time's doing, or of who leaves the other, who is not told
     * and whose place is nobody's to see any longer.
     */
    async completeAlone(tx: Tx, locked: Locked, leaverId: string | null = null): Promise<void> {
      await end(tx, locked, {
        status: 'completed',
        completedBy: 'one_side',
        stock: stockHandedOver(locked),
        event: 'completed_alone',
        saidBy: null,
        closesAt: null,
        told: bothOf(locked.claim).filter((personId) => personId !== leaverId),
        kind: 'handover_completed',
        ...(leaverId === null && { placeUntil: addressHiddenAt(clock.now()) }),
      });
    },

    /** One side objects to the other's word. Whatever became of the food, nobody is offered it again. */
    async dispute(tx: Tx, locked: Locked, actorId: string): Promise<void> {
      await end(tx, locked, {
        status: 'disputed',
        endedBy: sideOf(locked.claim, actorId),
        stock: stockHandedOver(locked),
        event: 'disputed',
        saidBy: actorId,
        closesAt: null,
        told: [otherOf(locked.claim, actorId)],
        kind: 'claim_disputed',
      });
    },
  };
}

export type Endings = ReturnType<typeof makeEnding>;
