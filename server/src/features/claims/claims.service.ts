import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/claims/release-reasons.ts';
import type { Idempotency } from '#server/platform/idempotency.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeAnswering } from './create/claim-for-request.ts';
import { makeClaimLocks } from './lifecycle/claim-locks.ts';
import type { ClaimsParts } from './claims.parts.ts';
import { makeEnding } from './lifecycle/end-claim.ts';
import { makeHandover } from './lifecycle/handover.ts';
import { makeLeaving } from './lifecycle/end-all-claims.ts';
import { makeObjecting } from './lifecycle/dispute-claim.ts';
import { makeReading } from './claims.queries.ts';
import { makeReminding } from './reminders/reminders.ts';
import { makeSettling } from './lifecycle/expire-claims.ts';
import { makeTaking } from './create/create-claim.ts';

export type Claims = ReturnType<typeof makeClaims>;

/**
 * Who gets the food: claiming it, handing it over, letting it go. A move is refused with 409 under the name that
 * `moveRefusal` gives it, and with 403 where it is the other side's; to a stranger the claim does not exist.
 */
export function makeClaims(parts: ClaimsParts) {
  const { withClaim, eachOpen, withOpen } = makeClaimLocks(parts);
  const { ownClaim, getClaim, ...reading } = makeReading(parts);
  const endings = makeEnding(parts);
  const taking = makeTaking(parts);
  const handover = makeHandover({ ...parts, ownClaim, withClaim, endings });
  const object = makeObjecting({ ...parts, ownClaim, withClaim, endings });

  return {
    ...reading,
    getClaim,
    ...makeLeaving({ ...parts, eachOpen, withOpen, endings }),
    ...makeAnswering({ ...parts, withOpen, endings }),
    expireDue: makeSettling({ ...parts, withClaim, endings }),
    ...makeReminding({ ...parts, withClaim }),
    claimLimits: (caller: Caller) => taking.claimLimits(caller),
    /**
     * Claims servings of a listing, all that are left without `servings`. While the claim is open, asking again gives
     * the same claim. 404 for what one may not know of; 403 `verify-email`; 409 `own-listing`, `not-available`,
     * `not-enough` (which says how many are left), `claim-limit`.
     */
    async claimListing(
      caller: Caller,
      listingId: string,
      servings: number | null = null,
      idempotency: Idempotency | null = null,
    ): Promise<Claim> {
      return getClaim(caller, await taking.claimServings(caller, listingId, servings, idempotency));
    },
    /** Lets a claim go, by either side; 422 on a `reason` that is the other side's. Again is the same. */
    async releaseClaim(caller: Caller, claimId: string, reason: ReleaseReason | null = null): Promise<Claim> {
      await handover.release(caller, claimId, reason);
      return getClaim(caller, claimId);
    },
    /** The donor says that nobody came. Again is the same. */
    async reportNoShow(caller: Caller, claimId: string): Promise<Claim> {
      await handover.reportNoShow(caller, claimId);
      return getClaim(caller, claimId);
    },
    /** The claimer answers that they can still make it. Again is the same. */
    async sayComing(caller: Caller, claimId: string): Promise<Claim> {
      await handover.sayComing(caller, claimId);
      return getClaim(caller, claimId);
    },
    /**
     * Says that the food changed hands; with both sides' word, or the code from the donor, it is complete. 422 on a
     * wrong `code`, 409 `code-locked` after five of them.
     */
    async completeClaim(caller: Caller, claimId: string, code: string | null = null): Promise<Claim> {
      await handover.complete(caller, claimId, code);
      return getClaim(caller, claimId);
    },
    /** Objects to the other's word, a handover, or being called a no-show. By the same person again is the same. */
    async disputeClaim(caller: Caller, claimId: string, details = ''): Promise<Claim> {
      await object(caller, claimId, details);
      return getClaim(caller, claimId);
    },
    /** Shows the donor's exact place to the other person of the conversation, until the claim ends. */
    async sharePlace(caller: Caller, conversationId: string): Promise<Claim> {
      return getClaim(caller, await handover.sharePlace(caller, conversationId));
    },
  };
}
