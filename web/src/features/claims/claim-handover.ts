import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { ClaimedServings } from '#web/features/handovers/handover-labels.ts';
import { formatServings } from '#web/lib/format.ts';

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

export const claimedServings = ({ servings, listing }: Claim): ClaimedServings => ({
  claimed: servings,
  shared: listing.estimatedServings,
});

/** The same as text: "4 of 6 servings", "6 servings" for all of it. */
export function claimedServingsLine(claim: Claim): string {
  const { claimed, shared } = claimedServings(claim);
  const all = formatServings(shared, claim.handover.countedAs);
  return claimed < shared ? t`${claimed} of ${all}` : all;
}
