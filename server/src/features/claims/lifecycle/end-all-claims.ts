import type { DbOrTx, Tx } from '#server/db/database.ts';
import { isSaid, sideOf } from './claim-facts.ts';
import type { ClaimLocks, Locked } from './claim-locks.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import * as store from '../claims.store.ts';
import type { Endings } from './end-claim.ts';

type LeavingParts = Pick<ClaimsParts, 'messaging' | 'requests'> &
  Pick<ClaimLocks, 'eachOpen' | 'withOpen'> & { readonly endings: Pick<Endings, 'letGo' | 'completeAlone'> };

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What becomes of claims when somebody closes their account or blocks the other, and what people take along. */
export function makeLeaving({ messaging, requests, eachOpen, withOpen, endings }: LeavingParts) {
  /** What one side has said already stands, since nobody will answer it; the rest is let go by who leaves. */
  async function endFor(tx: Tx, locked: Locked, leaverId: string): Promise<void> {
    if (isSaid(locked.claim)) await endings.completeAlone(tx, locked, leaverId);
    else await endings.letGo(tx, locked, leaverId, null);
  }

  return {
    /**
     * Ends every open claim on either side: where one of the two has said that the food changed hands it is complete,
     * else it is let go by the person who leaves. The other is notified, told in the conversation and live.
     */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      await eachOpen(tx, await store.selectOpenClaimsOf(tx, personId), async (locked) => {
        await endFor(tx, locked, personId);
        // what is still written in after a handover hears it as it is closed
        if (!isSaid(locked.claim))
          await messaging.postSystemMessage(tx, locked.claim.conversation_id, 'account_closed', personId);
      });
    },

    /**
     * Ends every open claim between two people, for `personId` who has blocked the other: complete where one of them has
     * said so, else let go. The other hears what they would of any release, and no more.
     *
     * It locks requests, listings, claims and conversations, in this order: the transaction holds the pair by then, so
     * that no claim between them comes in, and must have locked none of the last three, nor anybody's row.
     */
    async releaseBetween(tx: Tx, personId: string, otherId: string): Promise<void> {
      await eachOpen(tx, await store.selectOpenClaimsBetween(tx, personId, otherId), (locked) =>
        endFor(tx, locked, personId),
      );
    },

    /** The same to one claim, as somebody leaves or blocks the other; one that has ended is no error. */
    async endClaimForPerson(tx: Tx, claimId: string, leaverId: string): Promise<void> {
      await withOpen(tx, claimId, async (locked) => {
        await endFor(tx, locked, leaverId);
        return true;
      });
    },

    /** Locks the requests that are answered with a listing, which is to be locked behind them. */
    async lockRequestsOnListing(tx: Tx, listingId: string): Promise<void> {
      const open = await store.selectOpenClaimsOnListing(tx, listingId);
      const ids = open.flatMap(({ request_id }) => request_id ?? []);
      for (const id of ids.toSorted()) await requests.lockRequest(tx, id);
    },

    /**
     * Ends every open claim on a listing that is taken away, as its donor would: complete where one of the two has said
     * so, else let go. Who has locked the listing by then has held its requests before. Gives the ids of all claims there
     * ever were on it.
     */
    async endClaimsOnListing(tx: Tx, listingId: string): Promise<string[]> {
      await eachOpen(tx, await store.selectOpenClaimsOnListing(tx, listingId), (locked) =>
        endFor(tx, locked, locked.claim.donor_id),
      );
      return store.selectClaimIdsOn(tx, listingId);
    },

    /** The conversation of a claim; null where there is no such claim. */
    async claimConversationId(dbOrTx: DbOrTx, claimId: string): Promise<string | null> {
      return store.selectConversationOfClaim(dbOrTx, claimId);
    },

    /** Whether the two of a conversation have something to hand over. */
    async hasOpenClaim(dbOrTx: DbOrTx, conversationId: string): Promise<boolean> {
      return (await store.selectLatestClaimIn(dbOrTx, conversationId))?.status === 'open';
    },

    /** A person's claims on both sides, oldest first; no code, and nothing of the other person. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const rows = await store.selectAllClaimsOf(dbOrTx, personId);
      // as it was then: what the other calls it by now may be from behind a block
      const titles = await messaging.titlesWhenClaimed(
        dbOrTx,
        rows.map((row) => row.conversation_id),
      );
      return rows.map((row) => ({
        id: row.id,
        listingId: row.listing_id,
        emergencyRequestId: row.request_id,
        listingTitle: titles.get(row.conversation_id) ?? null,
        side: sideOf(row, personId),
        servings: row.servings,
        status: row.status,
        claimedAt: row.created_at.toISOString(),
        endedAt: isoOrNull(row.ended_at),
        endedBy: row.ended_by,
        releaseReason: row.release_reason,
        donorConfirmedAt: isoOrNull(row.donor_confirmed_at),
        claimerConfirmedAt: isoOrNull(row.claimer_confirmed_at),
        completedBy: row.completed_by,
        comingAt: isoOrNull(row.coming_at),
        disputedAt: isoOrNull(row.disputed_at),
        disputedBy: row.disputed_by,
      }));
    },
  };
}
