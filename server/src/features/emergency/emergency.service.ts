import type { CreateRequest, EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import type { DbOrTx } from '#server/db/database.ts';
import type { AnsweredRequests } from '#server/features/claims/claims.parts.ts';
import type { Idempotency } from '#server/platform/idempotency.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeAsking } from './requests/create-request.ts';
import type { EmergencyParts } from './emergency.parts.ts';
import type { CancelReason } from './requests/requests.store.ts';
import { makeEnding } from './requests/end-request.ts';
import { makeLeaving } from './requests/end-all-requests.ts';
import { type Help, makeMatching } from './matching/match-request.ts';
import { isMatchedIn } from './matching/matches.store.ts';
import { makeMoving } from './matching/handover.ts';
import { makeOnTheMap } from './requests/map-source.ts';
import { makeReading } from './requests/request-queries.ts';
import { makeRemoval } from './requests/delete-request.ts';
import { makeRequestLocks } from './requests/request-locks.ts';
import { makeSettling } from './requests/expire-requests.ts';
import { makeSharing } from './matching/reveal-address.ts';
import { makeWitnessing } from './requests/report-evidence.ts';

export type Emergency = ReturnType<typeof makeEmergency>;

/**
 * Requests for food: asked, answered by exactly one helper, and ended. A move is refused with 409 under the name that
 * `requestMoveRefusal` gives it, and with 403 where it is the other side's; to a stranger the request does not exist.
 */
export function makeEmergency(parts: EmergencyParts) {
  const locks = makeRequestLocks(parts);
  const endings = makeEnding(parts);
  const { getRequest, listActive, listRequests, requestAfterMove, ...inside } = makeReading(parts);
  const { wordsOf, ...witnessing } = makeWitnessing({ ...parts, ...inside });
  const within = { ...parts, ...locks, ...inside, wordsOf, endings };
  const { writeRequest, ...asking } = makeAsking(parts);
  const matching = makeMatching(within);
  const moving = makeMoving(within);
  const sharing = makeSharing(within);

  const requests: AnsweredRequests = {
    async lockRequest(tx, requestId) {
      await locks.lock(tx, requestId);
    },
    async claimEnded(tx, { requestId, claimId, outcome, endedById }) {
      const now = await locks.lock(tx, requestId);
      // where the match has ended before its claim, the request has gone its way already
      if (now?.match?.claim_id !== claimId) return;
      await endings.followClaim(tx, { row: now.row, match: now.match }, outcome, endedById);
    },
  };

  return {
    getRequest,
    listActive,
    listRequests,
    ...asking,
    ...witnessing,
    ...makeLeaving(within),
    ...makeRemoval(within),
    ...makeOnTheMap(parts),
    ...requests,
    expireDue: makeSettling(within),

    /** Whether the two of a conversation have a match that is open. */
    async hasOpenMatch(dbOrTx: DbOrTx, conversationId: string): Promise<boolean> {
      return isMatchedIn(dbOrTx, conversationId);
    },

    /**
     * Asks for food, for 24 hours. `address` is the network address it comes from, of which thirty a day are taken (429
     * `too-many`). 409 `request-open`, `requests-today`, `asking-paused`; 403 `verify-email`, `account-paused`; 422 on
     * `areaLabel` where nobody knows what the place is called.
     */
    async createRequest(
      caller: Caller,
      body: CreateRequest,
      address: string,
      idempotency: Idempotency | null = null,
    ): Promise<EmergencyRequest> {
      return getRequest(caller, await writeRequest(caller, body, address, idempotency));
    },

    /**
     * Makes the caller the one who helps: with servings of a listing of theirs, which is claimed for the requester in
     * the same transaction, or with something else. The same helper again gets the same answer. 403 `donors-only`,
     * `verify-email`, `account-paused`; 404 across a block and for a listing that is not theirs; 409 `own-request`,
     * `not-pending`, `out-of-reach`, `match-limit`, and for the listing `not-available`, `not-enough`.
     */
    async matchRequest(
      caller: Caller,
      requestId: string,
      help: Help = { listingId: null, servings: null },
      idempotency: Idempotency | null = null,
    ): Promise<EmergencyRequest> {
      await matching.becomeHelper(caller, requestId, help, idempotency);
      return requestAfterMove(caller, requestId);
    },

    /** Lets a match go, by either side: others are asked then while the request lasts. Again is the same. */
    async releaseRequest(
      caller: Caller,
      requestId: string,
      reason: MatchReleaseReason | null = null,
    ): Promise<EmergencyRequest> {
      await moving.release(caller, requestId, reason);
      return requestAfterMove(caller, requestId);
    },

    /**
     * Says that the food changed hands; with both sides' word, or the code from the helper, it is fulfilled. 422 on a
     * wrong `code`, 409 `code-locked` after five of them. Where a claim carries the handover, it is the claim's.
     */
    async fulfilRequest(
      caller: Caller,
      requestId: string,
      code: string | null = null,
    ): Promise<EmergencyRequest> {
      await moving.fulfil(caller, requestId, code);
      return requestAfterMove(caller, requestId);
    },

    /** Takes the caller's own request back. Again is the same. */
    async cancelRequest(
      caller: Caller,
      requestId: string,
      reason: CancelReason | null = null,
    ): Promise<EmergencyRequest> {
      await moving.cancel(caller, requestId, reason);
      return requestAfterMove(caller, requestId);
    },

    /** Shows the helper where the caller is, until the match ends; with words only where to meet. Again is the same. */
    async shareRequestPlace(caller: Caller, requestId: string, meetingPoint = ''): Promise<EmergencyRequest> {
      await sharing.sharePlace(caller, requestId, meetingPoint);
      return requestAfterMove(caller, requestId);
    },
  };
}
