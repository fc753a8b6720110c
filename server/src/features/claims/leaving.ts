import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import type { ClaimsParts } from './claims.parts.ts';
import * as store from './claims.store.ts';

type LeavingParts = Pick<ClaimsParts, 'listings' | 'messaging'> & {
  readonly letGo: (tx: Tx, claim: store.ClaimRow, listing: ListingRow, actorId: string) => Promise<void>;
};

/** What becomes of the claims of a person who closes their account, and what they take along. */
export function makeLeaving({ listings, messaging, letGo }: LeavingParts) {
  return {
    /**
     * Lets go of every open claim on either side, as a release by the person who leaves: the other is notified, told
     * in the conversation and live. All listings concerned are locked first, by id, then each claim.
     */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      const open = await store.selectOpenClaimsOf(tx, personId);
      for (const { listing_id } of open) await listings.lockListing(tx, listing_id);
      for (const { id, listing_id } of open) {
        // as it is now: the claim before may have changed it
        const listing = await listings.lockListing(tx, listing_id);
        const claim = await store.lockClaim(tx, id);
        if (claim.status !== 'open') continue;
        await letGo(tx, claim, listing, personId);
        await messaging.say(tx, claim.conversation_id, 'account_closed', personId);
      }
    },

    /** A person's claims on both sides, oldest first; no code, and nothing of the other person. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const rows = await store.selectAllClaimsOf(dbOrTx, personId);
      const about = await listings.listingsById(
        dbOrTx,
        rows.map((row) => row.listing_id),
      );
      return rows.map((row) => ({
        id: row.id,
        listingId: row.listing_id,
        listingTitle: about.get(row.listing_id)?.title ?? null,
        side: row.donor_id === personId ? 'donor' : 'claimer',
        servings: row.servings,
        status: row.status,
        claimedAt: row.created_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
        donorConfirmedAt: row.donor_confirmed_at?.toISOString() ?? null,
        claimerConfirmedAt: row.claimer_confirmed_at?.toISOString() ?? null,
      }));
    },
  };
}
