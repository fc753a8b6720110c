import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type ClaimMove, type ClaimStatus, openMoves } from '@openlarder/domain/claims/claim-states.ts';

/** The other one of the two, as the person is shown them. */
export const otherSide = (claim: Claim) => (claim.side === 'donor' ? claim.claimer : claim.donor);

/** Whether the donor keeps something from the other yet: an address, or what a public one does not say. */
export function hasMoreToShare({ listing }: Claim): boolean {
  if (listing.placeShared) return false;
  return !listing.placeIsPublic || Boolean(listing.pickupInstructions ?? listing.contactPhone);
}

/** What this side may do to a claim now. */
export function movesOf(claim: Claim, nowMs: number): readonly ClaimMove[] {
  return openMoves({
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
  });
}

/** Where an open claim stands: who has said already that it happened. */
function openSentence(claim: Claim, name: string): string {
  const isDonor = claim.side === 'donor';
  if (isDonor && claim.donorConfirmedAt) return t`You said you handed it over. ${name} still has to confirm.`;
  if (!isDonor && claim.claimerConfirmedAt)
    return t`You said you picked it up. ${name} still has to confirm.`;
  if (isDonor && claim.claimerConfirmedAt) return t`${name} says the food was picked up. Is that so?`;
  if (!isDonor && claim.donorConfirmedAt) return t`${name} says the food was handed over. Did you get it?`;
  return isDonor ? t`${name} wants to pick this up.` : t`This is kept for you.`;
}

/** Where a claim stands, in one sentence to whoever looks at it. */
export function claimSentence(claim: Claim): string {
  const name = otherSide(claim).displayName;
  const isDonor = claim.side === 'donor';
  const words: Readonly<Record<ClaimStatus, () => string>> = {
    open: () => openSentence(claim, name),
    completed: () => (isDonor ? t`You handed it over to ${name}` : t`You picked it up from ${name}`),
    released: () => t`This pickup was let go.`,
    no_show: () => (isDonor ? t`${name} did not come.` : t`This pickup was not collected.`),
    lapsed: () => t`Time ran out before anybody confirmed it.`,
    disputed: () => t`One of you says that this did not happen.`,
  };
  return words[claim.status]();
}
