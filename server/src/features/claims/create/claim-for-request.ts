import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { Tx } from '#server/db/database.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import { factsOf, isSaid } from '../lifecycle/claim-facts.ts';
import type { ClaimLocks } from '../lifecycle/claim-locks.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import * as store from '../claims.store.ts';
import type { Endings } from '../lifecycle/end-claim.ts';
import { refuseUnless } from '../lifecycle/move-refusals.ts';
import { makeOpening, allTaken, comingAlready, notEnough, tooLate } from './create-claim.ts';

type AnsweringParts = ClaimsParts &
  Pick<ClaimLocks, 'withOpen'> & { readonly endings: Pick<Endings, 'letGo' | 'fallSilent'> };

/**
 * How food answers a request for it: the donor gives some of a listing to who asked. From there on the claim goes its
 * way like any other, but for nobody's limits. Whoever calls this has locked the request, and holds the pair.
 */
export function makeAnswering(parts: AnsweringParts) {
  const { clock, listings, withOpen, endings } = parts;
  const openClaim = makeOpening(parts);

  /** The listing as it is until the transaction ends; 404 unless it is this donor's own. */
  async function lockOwn(tx: Tx, listingId: string, donorId: string): Promise<ListingRow> {
    // looked at before it is locked: nobody holds up what is another's
    const seen = (await listings.listingsById(tx, [listingId])).get(listingId);
    if (seen?.donor_id !== donorId) throw notFound();
    return listings.lockListing(tx, listingId);
  }

  return {
    /**
     * Claims servings of the donor's listing for the requester: as many as told, or as the household has people, as far
     * as there are some left. 404 for a listing that is not the donor's own; 409 `not-available` for one that is over,
     * taken, or already being collected by the requester, `not-enough` for fewer than were told.
     */
    async claimForRequest(
      tx: Tx,
      answer: {
        readonly requestId: string;
        readonly listingId: string;
        readonly donorId: string;
        readonly requesterId: string;
        readonly servings: number | null;
        readonly householdSize: number;
      },
    ): Promise<{ claimId: string; conversationId: string; madeAt: Date }> {
      const { requestId, listingId, donorId, requesterId } = answer;
      const { status, servings_left: left, offered_until } = await lockOwn(tx, listingId, donorId);
      if (await store.selectOpenClaimOn(tx, listingId, requesterId)) throw comingAlready();
      if (status === 'claimed' || status === 'completed') throw allTaken();
      if (status !== 'posted' || offered_until <= clock.now()) throw tooLate();
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
      if (!claim) throw comingAlready();
      return { claimId: claim.id, conversationId: claim.conversation_id, madeAt: claim.created_at };
    },

    /**
     * Lets an open claim go as one of its two, by the claim's own rules: 409 `handover-said` once the other says that
     * the food changed hands. The other is told of it as of any claim. One that has ended is no error.
     */
    async releaseForPerson(tx: Tx, claimId: string, actorId: string): Promise<void> {
      await withOpen(tx, claimId, async (locked) => {
        refuseUnless('release', factsOf(locked.claim, locked.listing, actorId, clock.now()));
        await endings.letGo(tx, locked, actorId, null);
        return true;
      });
    },

    /**
     * Ends an open claim whose donor has not said anything. Nobody is notified: that is the request's to do. Gives
     * whether it has ended: not where one of the two has said by now that the food changed hands.
     */
    async lapseForSilentDonor(tx: Tx, claimId: string): Promise<boolean> {
      return withOpen(tx, claimId, async (locked) => {
        if (isSaid(locked.claim)) return false;
        await endings.fallSilent(tx, locked);
        return true;
      });
    },
  };
}
