import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type ClaimFacts, type ClaimMove, openMoves } from '@openlarder/domain/claims/claim-states.ts';
import { REMINDER_HOURS } from '@openlarder/domain/claims/pickup-times.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';

/** The other one of the two, as the person is shown them. */
export const otherParty = (claim: Claim) => (claim.side === 'donor' ? claim.claimer : claim.donor);

/** Whether the donor keeps something from the other yet: an address, or what a public one does not say. */
export function hasMoreToReveal({ listing }: Claim): boolean {
  if (listing.placeShared) return false;
  return !listing.placeIsPublic || Boolean(listing.pickupInstructions ?? listing.contactPhone);
}

/** Whether this side, and the other one, has said that the food changed hands. */
export const ownConfirmationAt = (claim: Claim): string | null =>
  claim.side === 'donor' ? claim.donorConfirmedAt : claim.claimerConfirmedAt;
export const otherConfirmationAt = (claim: Claim): string | null =>
  claim.side === 'donor' ? claim.claimerConfirmedAt : claim.donorConfirmedAt;

/** A claim as the rules of `domain` want it, at `nowMs`. */
export function claimFactsOf(claim: Claim, nowMs: number): ClaimFacts {
  return {
    status: claim.status,
    side: claim.side,
    donorConfirmed: claim.donorConfirmedAt !== null,
    claimerConfirmed: claim.claimerConfirmedAt !== null,
    codeLocked: claim.codeLocked,
    placeShared: !hasMoreToReveal(claim),
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
export const allowedActions = (claim: Claim, nowMs: number): readonly ClaimMove[] =>
  openMoves(claimFactsOf(claim, nowMs));

/** Where `nowMs` lies from the pickup's window. */
type PickupPhase = 'before' | 'during' | 'after';

export function pickupPhase({ listing }: Claim, nowMs: number): PickupPhase {
  if (nowMs < Date.parse(listing.availableFrom)) return 'before';
  return nowMs < Date.parse(listing.availableUntil) ? 'during' : 'after';
}

/** What somebody may do now, by how likely they mean it. */
type OfferedActions = {
  /** The one that stands out. */
  readonly primary: ClaimMove | null;
  /** In sight, and quieter. */
  readonly others: readonly ClaimMove[];
  /** Rarely meant now: unfolded by who wants it. */
  readonly folded: readonly ClaimMove[];
};

type Emphasis = {
  /** The first of these that is open stands out. */
  readonly first: readonly ClaimMove[];
  readonly folded: readonly ClaimMove[];
};

/** The order in which quieter moves stand. */
const ORDER: readonly ClaimMove[] = [
  'share_place',
  'say_coming',
  'complete_by_code',
  'confirm',
  'report_no_show',
  'report_no_food',
  'dispute',
  'release',
];

/** From when people may well be at the door. */
const isNear = ({ listing }: Claim, nowMs: number): boolean =>
  nowMs >= Date.parse(listing.availableFrom) - REMINDER_HOURS * HOUR_MS;

function emphasisOf(claim: Claim, nowMs: number): Emphasis {
  const isDonor = claim.side === 'donor';
  if (ownConfirmationAt(claim) !== null && otherConfirmationAt(claim) === null)
    return { first: [], folded: ['share_place', 'report_no_show', 'report_no_food', 'release'] };
  if (otherConfirmationAt(claim) !== null) return { first: ['confirm'], folded: ['share_place'] };
  switch (pickupPhase(claim, nowMs)) {
    case 'before':
      // who shares has somebody at the door early more often than who comes has the food early
      return {
        first: ['share_place', 'say_coming'],
        folded: isDonor && isNear(claim, nowMs) ? [] : ['complete_by_code', 'confirm'],
      };
    case 'during':
      return { first: isDonor ? ['share_place', 'complete_by_code', 'confirm'] : ['confirm'], folded: [] };
    case 'after':
      return { first: ['confirm'], folded: ['share_place', 'complete_by_code'] };
    default:
      return { first: [], folded: [] };
  }
}

/** Every action that is open to this side now, and how each is offered. */
export function offeredActions(claim: Claim, nowMs: number): OfferedActions {
  const hasOtherConfirmed = otherConfirmationAt(claim) !== null;
  // what the other has said already, a code would only say again
  const allowed = allowedActions(claim, nowMs).filter(
    (action) => !(hasOtherConfirmed && action === 'complete_by_code'),
  );
  const emphasis = claim.status === 'open' ? emphasisOf(claim, nowMs) : { first: [], folded: [] };
  const primary = emphasis.first.find((action) => allowed.includes(action)) ?? null;
  const rest = ORDER.filter((action) => allowed.includes(action) && action !== primary);
  return {
    primary,
    others: rest.filter((action) => !emphasis.folded.includes(action)),
    folded: rest.filter((action) => emphasis.folded.includes(action)),
  };
}

/** No more of an offer than what is meant now: the action that stands out with the "no" to it, else the first in sight. */
export const mainActions = ({ primary, others }: OfferedActions): OfferedActions => ({
  primary,
  others: primary ? others.filter((action) => action === 'dispute') : others.slice(0, 1),
  folded: [],
});

/** Whether somebody waits for this person's answer: yes or no, or something said about them. */
export function needsReply(claim: Claim, nowMs: number): boolean {
  const { primary, others } = offeredActions(claim, nowMs);
  if (claim.status === 'no_show') return others.includes('dispute');
  if (claim.status !== 'open') return false;
  const isAsked = pickupPhase(claim, nowMs) === 'after' || otherConfirmationAt(claim) !== null;
  return primary === 'say_coming' || (primary === 'confirm' && isAsked);
}
