import { randomInt } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import { tellChange } from './claim-events.ts';
import type { ClaimsParts } from './claims.parts.ts';
import * as store from './claims.store.ts';

type OpeningParts = Pick<ClaimsParts, 'clock' | 'newId' | 'eventLog' | 'places' | 'messaging'>;

/** Servings that are taken of a listing already, and for whom. */
type Taken = {
  readonly listing: ListingRow;
  readonly servings: number;
  readonly claimerId: string;
  /** The request for food that the donor answers with them; null when the claimer came for them. */
  readonly requestId: string | null;
};

/** Four digits that nobody can foresee. */
const newCode = (): string => String(randomInt(10_000)).padStart(4, '0');

/** How a claim comes to be, once its servings are taken. */
export function makeOpening({ clock, newId, eventLog, places, messaging }: OpeningParts) {
  /**
   * The claim with its conversation and first message, and with the place where the donor shows it at once; both are
   * told live. Undefined when the claimer has an open claim on the listing already.
   */
  return async function openClaim(tx: Tx, taken: Taken): Promise<store.ClaimRow | undefined> {
    const { listing, claimerId, requestId } = taken;
    const conversationId = await messaging.openConversation(tx, {
      listingId: listing.id,
      hostId: listing.donor_id,
      guestId: claimerId,
    });
    const claim = await store.insertClaim(tx, {
      id: newId(),
      listing_id: listing.id,
      donor_id: listing.donor_id,
      claimer_id: claimerId,
      conversation_id: conversationId,
      request_id: requestId,
      servings: taken.servings,
      code: newCode(),
      donor_confirmed_at: null,
      claimer_confirmed_at: null,
      created_at: clock.now(),
      ended_at: null,
    });
    if (!claim) return undefined;
    if (requestId === null) await messaging.say(tx, conversationId, 'claimed', claimerId);
    else await messaging.say(tx, conversationId, 'request_matched', listing.donor_id);
    if (listing.share_place_at_once) {
      await places.grantPlace(tx, { type: 'listing', id: listing.id }, claimerId, clock.now());
      await messaging.say(tx, conversationId, 'place_shared', listing.donor_id);
    }
    await tellChange(eventLog, tx, claim);
    return claim;
  };
}
