import { type ClaimFacts, type ClaimSide, MAX_CODE_TRIES } from '@openlarder/domain/claims/claim-states.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import type { ClaimRow } from '../claims.store.ts';

/** The side of this person in the claim. */
export const sideOf = (claim: Pick<ClaimRow, 'donor_id'>, personId: string): ClaimSide =>
  claim.donor_id === personId ? 'donor' : 'claimer';

/** The claim's other person. */
export const otherOf = (claim: Pick<ClaimRow, 'donor_id' | 'claimer_id'>, personId: string): string =>
  claim.donor_id === personId ? claim.claimer_id : claim.donor_id;

/** Whether one side has confirmed the handover. */
export const isConfirmed = (claim: Pick<ClaimRow, 'donor_confirmed_at' | 'claimer_confirmed_at'>): boolean =>
  claim.donor_confirmed_at !== null || claim.claimer_confirmed_at !== null;

/** The input of the claim rules; the pickup window is the listing’s current one. */
export function factsOf(
  claim: ClaimRow,
  listing: Pick<ListingRow, 'available_from' | 'available_until'>,
  personId: string,
  now: Date,
  placeShared = false,
): ClaimFacts {
  return {
    status: claim.status,
    side: sideOf(claim, personId),
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
