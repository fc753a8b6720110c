import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import {
  allowedClaimActions,
  type ClaimAction,
  type ClaimFacts,
} from '@openlarder/domain/claims/claim-states.ts';
import { REMINDER_HOURS } from '@openlarder/domain/claims/pickup-reminders.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';

/** The other person of a claim, as this side sees them. */
export const otherParty = (claim: Claim) => (claim.side === 'donor' ? claim.claimer : claim.donor);

/** Whether the donor can still reveal something to the claimer: the address, or what a public address does not say. */
export function hasMoreToReveal({ listing }: Claim): boolean {
  if (listing.placeShared) return false;
  return !listing.placeIsPublic || Boolean(listing.pickupInstructions ?? listing.contactPhone);
}

/** When this side, and the other side, confirmed the handover. */
export const ownConfirmationAt = (claim: Claim): string | null =>
  claim.side === 'donor' ? claim.donorConfirmedAt : claim.claimerConfirmedAt;
export const otherConfirmationAt = (claim: Claim): string | null =>
  claim.side === 'donor' ? claim.claimerConfirmedAt : claim.donorConfirmedAt;

/** A claim as input of the rules in `domain`, at `nowMs`. */
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

/** The actions that the rules allow this side now. */
export const allowedActions = (claim: Claim, nowMs: number): readonly ClaimAction[] =>
  allowedClaimActions(claimFactsOf(claim, nowMs));

/** Before, during or after the pickup window. */
type PickupPhase = 'before' | 'during' | 'after';

export function pickupPhase({ listing }: Claim, nowMs: number): PickupPhase {
  if (nowMs < Date.parse(listing.availableFrom)) return 'before';
  return nowMs < Date.parse(listing.availableUntil) ? 'during' : 'after';
}

/** The allowed actions, by how likely they are meant. */
type OfferedActions = {
  /** The most likely one. */
  readonly primary: ClaimAction | null;
  /** Visible, less prominent. */
  readonly others: readonly ClaimAction[];
  /** Unlikely now: inside a disclosure. */
  readonly folded: readonly ClaimAction[];
};

type Emphasis = {
  /** The first of these that is allowed becomes the primary action. */
  readonly first: readonly ClaimAction[];
  readonly folded: readonly ClaimAction[];
};

/** The order of the other actions. */
const ORDER: readonly ClaimAction[] = [
  'share_place',
  'say_coming',
  'complete_by_code',
  'confirm',
  'report_no_show',
  'report_no_food',
  'dispute',
  'release',
];

/** Near enough to the window that the claimer may be at the door. */
const isNear = ({ listing }: Claim, nowMs: number): boolean =>
  nowMs >= Date.parse(listing.availableFrom) - REMINDER_HOURS * HOUR_MS;

function emphasisOf(claim: Claim, nowMs: number): Emphasis {
  const isDonor = claim.side === 'donor';
  if (ownConfirmationAt(claim) !== null && otherConfirmationAt(claim) === null)
    return { first: [], folded: ['share_place', 'report_no_show', 'report_no_food', 'release'] };
  if (otherConfirmationAt(claim) !== null) return { first: ['confirm'], folded: ['share_place'] };
  switch (pickupPhase(claim, nowMs)) {
    case 'before':
      // Near the window, a donor may already hand over: the claimer can be early.
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

/** All allowed actions, by how prominently each is offered. */
export function offeredActions(claim: Claim, nowMs: number): OfferedActions {
  const hasOtherConfirmed = otherConfirmationAt(claim) !== null;
  // After the other side's confirmation, a code adds nothing.
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

/** The short form: the primary action and the dispute that answers it, else the first other action. */
export const mainActions = ({ primary, others }: OfferedActions): OfferedActions => ({
  primary,
  others: primary ? others.filter((action) => action === 'dispute') : others.slice(0, 1),
  folded: [],
});

/** Whether the other side, or a report about this person, waits for their reply. */
export function needsReply(claim: Claim, nowMs: number): boolean {
  const { primary, others } = offeredActions(claim, nowMs);
  if (claim.status === 'no_show') return others.includes('dispute');
  if (claim.status !== 'open') return false;
  const isAsked = pickupPhase(claim, nowMs) === 'after' || otherConfirmationAt(claim) !== null;
  return primary === 'say_coming' || (primary === 'confirm' && isAsked);
}
