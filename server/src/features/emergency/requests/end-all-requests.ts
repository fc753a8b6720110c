import type { DbOrTx, Tx } from '#server/db/database.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import * as store from './requests.store.ts';
import type { Endings } from './end-request.ts';
import * as matches from '../matching/matches.store.ts';
import { isSaid, type Matched, type RequestNow } from './request-facts.ts';
import type { RequestLocks } from './request-locks.ts';

type LeavingParts = EmergencyParts & Pick<RequestLocks, 'eachLocked'> & { readonly endings: Endings };

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What becomes of requests when somebody leaves, is paused or blocks the other, and what people take along. */
export function makeLeaving({ messaging, claims, eachLocked, endings }: LeavingParts) {
  /** What one side has said already stands, since nobody will answer it; else the match is let go by who leaves. */
  async function endMatchFor(tx: Tx, matched: Matched, leaverId: string): Promise<void> {
    if (matched.match.claim_id) await claims.endClaimForPerson(tx, matched.match.claim_id, leaverId);
    else if (isSaid(matched.match)) await endings.fulfilAlone(tx, matched, leaverId);
    else await endings.letGo(tx, matched, leaverId);
  }

  async function leave(tx: Tx, { row, match }: RequestNow, personId: string): Promise<void> {
    const wasSaid = match !== undefined && isSaid(match);
    if (match && (wasSaid || row.requester_id !== personId)) await endMatchFor(tx, { row, match }, personId);
    else if (row.status === 'pending' || match) await endings.cancel(tx, { row, match });
    // what is still written in after a handover hears it as it is closed
    if (match && !wasSaid)
      await messaging.postSystemMessage(tx, match.conversation_id, 'account_closed', personId);
  }

  async function openOf(dbOrTx: DbOrTx, personId: string): Promise<string[]> {
    const own = await store.selectOpenRequestOf(dbOrTx, personId);
    return [...(own ? [own.id] : []), ...(await matches.selectOpenHelpOf(dbOrTx, personId))];
  }

  return {
    /**
     * Ends what is open on either side: a handover that one of the two has said is complete, what they asked for is
     * taken back, and what they were going to help with is open to others again. What they wrote is forgotten, but for
     * the title, for who has helped.
     */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      await eachLocked(tx, await openOf(tx, personId), async (now) => {
        const isTheirs = now.row.requester_id === personId || now.match?.helper_id === personId;
        if (isTheirs) await leave(tx, now, personId);
      });
      await store.forgetWords(tx, { requesterId: personId }, null);
      await store.deleteAlertsOf(tx, personId);
    },

    /**
     * Ends every open match between two people, for `personId` who has blocked the other: fulfilled where one of them
     * has said so, else let go. The other hears what they would of any release, and no more. It locks requests first, as
     * everybody does: the transaction holds the pair by then.
     */
    async releaseBetween(tx: Tx, personId: string, otherId: string): Promise<void> {
      await eachLocked(tx, await matches.selectOpenBetween(tx, personId, otherId), async ({ row, match }) => {
        const people = [row.requester_id, match?.helper_id];
        if (match && people.includes(personId) && people.includes(otherId))
          await endMatchFor(tx, { row, match }, personId);
      });
    },

    /** Takes back what a person has asked for and nobody has answered yet; what is matched goes on. */
    async cancelPendingRequestsOf(tx: Tx, personId: string): Promise<void> {
      const own = await store.selectOpenRequestOf(tx, personId);
      await eachLocked(tx, own ? [own.id] : [], async (now) => {
        if (now.row.status === 'pending') await endings.cancel(tx, now);
      });
    },

    /** A person's requests, the matches they made, and what they were alerted to, oldest first; no code. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const [requests, helped, alerts] = [
        await store.selectAllRequestsOf(dbOrTx, personId),
        await matches.selectAllMatchesOf(dbOrTx, personId),
        await store.selectAlertsOf(dbOrTx, personId),
      ];
      return {
        asked: requests.map((row) => ({
          id: row.id,
          title: row.title,
          description: row.description,
          urgencyLevel: row.urgency_level,
          householdSize: row.household_size,
          specialNeeds: row.special_needs,
          dietaryRestrictions: row.dietary_restrictions,
          preferredCategories: row.preferred_categories,
          radiusKm: row.radius_km,
          meetingPoint: row.meeting_point,
          shownToOthers: { ...geoPointOf(row.public_point), area: row.area_label },
          status: row.status,
          askedAt: row.created_at.toISOString(),
          expiresAt: row.expires_at.toISOString(),
          endedAt: isoOrNull(row.ended_at),
          cancelReason: row.cancel_reason,
        })),
        helpedWith: helped.map((row) => ({
          requestId: row.request_id,
          title: row.title,
          status: row.status,
          matchedAt: row.created_at.toISOString(),
          confirmedAt: isoOrNull(row.helper_confirmed_at),
          endedAt: isoOrNull(row.ended_at),
          endedBy: row.ended_by,
          releaseReason: row.ended_by === 'helper' ? row.release_reason : null,
        })),
        alertedTo: alerts.map((row) => ({
          requestId: row.request_id,
          alertedAt: row.alerted_at.toISOString(),
        })),
      };
    },
  };
}
