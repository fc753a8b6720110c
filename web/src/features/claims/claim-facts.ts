import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type ClaimFacts, type ClaimMove, openMoves } from '@openlarder/domain/claims/claim-states.ts';

/** The other one of the two, as the person is shown them. */
export const otherSide = (claim: Claim) => (claim.side === 'donor' ? claim.claimer : claim.donor);

/** Whether the donor keeps something from the other yet: an address, or what a public one does not say. */
export function hasMoreToShare({ listing }: Claim): boolean {
  if (listing.placeShared) return false;
  return !listing.placeIsPublic || Boolean(listing.pickupInstructions ?? listing.contactPhone);
}

/** Whether this side, and the other one, has said that the food changed hands. */
export const ownWordAt = (claim: Claim): string | null =>
  claim.side === 'donor' ? claim.donorConfirmedAt : claim.claimerConfirmedAt;
export const othersWordAt = (claim: Claim): string | null =>
  claim.side === 'donor' ? claim.claimerConfirmedAt : claim.donorConfirmedAt;

/** A claim as the rules of `domain` want it, at `nowMs`. */
export function factsOf(claim: Claim, nowMs: number): ClaimFacts {
  return {
    status: claim.status,
    side: claim.side,
    donorConfirmed: claim.donorConfirmedAt !== null,
    claimerConfirmed: claim.claimerConfirmedAt !== null,
    codeLocked: claim.codeLocked,
    placeShared: !hasMoreToShare(claim),
    saidComing: claim.comingAt !== null,
    disputed: claim.disputedAt !== null,
    createdAtMs: Date.parse(claim.createdAt),
    endedAtMs: claim.endedAt === null ? null : Date.parse(claim.endedAt),
    availableFromMs: Date.parse(claim.listing.availableFrom),
    availableUntilMs: Date.parse(claim.listing.availableUntil),
    nowMs,
  };
}

/** What this side may do to a claim now. */
export const movesOf = (claim: Claim, nowMs: number): readonly ClaimMove[] =>
  openMoves(factsOf(claim, nowMs));

/** Where `nowMs` lies from the pickup's window. */
type PickupPhase = 'before' | 'during' | 'after';

export function phaseOf({ listing }: Claim, nowMs: number): PickupPhase {
  if (nowMs < Date.parse(listing.availableFrom)) return 'before';
  return nowMs < Date.parse(listing.availableUntil) ? 'during' : 'after';
}
