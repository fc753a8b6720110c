import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';

/** Whether the donor can still reveal something to the claimer: the address, or what a public address does not say. */
export function hasMoreToReveal({ listing, handover }: Claim): boolean {
  if (handover.ownPlace !== 'hidden') return false;
  return !listing.placeIsPublic || Boolean(listing.pickupInstructions ?? listing.contactPhone);
}

/** The claim's handover, in which a public address that says everything counts as revealed. */
export const handoverOf = (claim: Claim): Handover =>
  claim.side === 'donor' && !hasMoreToReveal(claim)
    ? { ...claim.handover, ownPlace: 'revealed' }
    : claim.handover;
