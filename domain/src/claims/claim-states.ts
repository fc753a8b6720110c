import { HOUR_MS } from '../kernel/time.ts';
import { reminderDueMs } from './pickup-reminders.ts';

/**
 * The life cycle of a claim. One table says which actions exist, from which status and for which side: the
 * server enforces it and the web shows its buttons by it. A new rule about actions on a claim starts here.
 *
 *     open -> completed | released | no_show | lapsed | disputed        completed -> disputed
 */
export const CLAIM_STATUSES = ['open', 'completed', 'released', 'no_show', 'lapsed', 'disputed'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

export const CLAIM_SIDES = ['donor', 'claimer'] as const;
export type ClaimSide = (typeof CLAIM_SIDES)[number];

/**
 * How a handover was completed: confirmed by both sides, by the ticket's code, or by one side without a
 * dispute.
 */
export const COMPLETED_BY = ['both', 'code', 'one_side'] as const;
export type CompletedBy = (typeof COMPLETED_BY)[number];

/**
 * - `say_coming`: the claimer answers "Can you still make it?" with yes.
 * - `share_place`: the donor reveals the address to the claimer.
 * - `report_no_food`: the claimer came and there was no food. Its servings are not offered again.
 * - `report_no_show`: the donor waited and the claimer did not come.
 * - `dispute`: contests the other side's confirmation, a completed handover, or a no-show report.
 */
export const CLAIM_ACTIONS = [
  'say_coming',
  'share_place',
  'complete_by_code',
  'confirm',
  'report_no_show',
  'report_no_food',
  'release',
  'dispute',
] as const;
export type ClaimAction = (typeof CLAIM_ACTIONS)[number];

type Rule = { readonly from: readonly ClaimStatus[]; readonly by: readonly ClaimSide[] };

const RULES: Readonly<Record<ClaimAction, Rule>> = {
  say_coming: { from: ['open'], by: ['claimer'] },
  share_place: { from: ['open'], by: ['donor'] },
  complete_by_code: { from: ['open'], by: ['donor'] },
  confirm: { from: ['open'], by: ['donor', 'claimer'] },
  report_no_show: { from: ['open'], by: ['donor'] },
  report_no_food: { from: ['open'], by: ['claimer'] },
  release: { from: ['open'], by: ['donor', 'claimer'] },
  dispute: { from: ['open', 'completed', 'no_show'], by: ['donor', 'claimer'] },
};

/** What the rules need to know of a claim, and the current time. */
export type ClaimFacts = {
  readonly status: ClaimStatus;
  readonly side: ClaimSide;
  readonly donorConfirmed: boolean;
  readonly claimerConfirmed: boolean;
  readonly codeLocked: boolean;
  readonly placeShared: boolean;
  /** The claimer has confirmed that they still come. */
  readonly saidComing: boolean;
  readonly disputed: boolean;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  readonly availableFromMs: number;
  readonly availableUntilMs: number;
  readonly nowMs: number;
};

export type ClaimActionRefusal =
  | 'not-yours'
  | 'claim-ended'
  | 'already-done'
  | 'code-locked'
  | 'too-early'
  | 'too-late'
  | 'handover-said'
  | 'nothing-said';

/** How long a handover or a no-show can be disputed, and how long one side's confirmation waits for the other. */
export const DISPUTE_HOURS = 48;
/** How long after the start of pickup, or after the claim if that is later, a no-show can be reported. */
export const NO_SHOW_AFTER_HOURS = 1;
/** Wrong attempts after which the ticket's code is locked and both sides have to confirm. */
export const MAX_CODE_TRIES = 5;
/** How long the exact place stays visible after a completed handover. */
export const ADDRESS_VISIBLE_HOURS = 24;

/**
 * When the exact address is hidden again after a handover at `handedOverAt`. A place grant that is still
 * valid then belongs to an open claim; one that is not ends after an earlier handover of the same two people.
 */
export const addressHiddenAt = (handedOverAt: Date): Date =>
  new Date(handedOverAt.getTime() + ADDRESS_VISIBLE_HOURS * HOUR_MS);

/** From when the donor may report a no-show: an hour into the pickup, or once it is over. */
export function noShowFromMs(
  claim: Pick<ClaimFacts, 'createdAtMs' | 'availableFromMs' | 'availableUntilMs'>,
): number {
  const waited = Math.max(claim.availableFromMs, claim.createdAtMs) + NO_SHOW_AFTER_HOURS * HOUR_MS;
  return Math.min(claim.availableUntilMs, waited);
}

const ownConfirmation = (claim: ClaimFacts): boolean =>
  claim.side === 'donor' ? claim.donorConfirmed : claim.claimerConfirmed;
const othersConfirmation = (claim: ClaimFacts): boolean =>
  claim.side === 'donor' ? claim.claimerConfirmed : claim.donorConfirmed;

/** Why this side may not take this action now, or null if it may. */
export function claimActionRefusal(move: ClaimAction, claim: ClaimFacts): ClaimActionRefusal | null {
  const rule = RULES[move];
  if (!rule.by.includes(claim.side)) return 'not-yours';
  if (!rule.from.includes(claim.status)) return 'claim-ended';
  switch (move) {
    case 'say_coming':
      if (claim.saidComing || claim.donorConfirmed || claim.claimerConfirmed) return 'already-done';
      if (claim.nowMs >= claim.availableUntilMs) return 'too-late';
      return claim.nowMs < reminderDueMs(claim) ? 'too-early' : null;
    case 'share_place':
      return claim.placeShared ? 'already-done' : null;
    case 'complete_by_code':
      return claim.codeLocked ? 'code-locked' : null;
    case 'confirm':
      return ownConfirmation(claim) ? 'already-done' : null;
    case 'report_no_show':
      if (othersConfirmation(claim)) return 'handover-said';
      return claim.nowMs < noShowFromMs(claim) ? 'too-early' : null;
    case 'report_no_food':
      if (othersConfirmation(claim)) return 'handover-said';
      return claim.nowMs < claim.availableFromMs ? 'too-early' : null;
    case 'release':
      return othersConfirmation(claim) ? 'handover-said' : null;
    case 'dispute':
      return disputeRefusal(claim);
    default:
      return move satisfies never;
  }
}

function disputeRefusal(claim: ClaimFacts): ClaimActionRefusal | null {
  if (claim.disputed) return 'already-done';
  if (claim.status === 'open')
    return othersConfirmation(claim) && !ownConfirmation(claim) ? null : 'nothing-said';
  if (claim.status === 'no_show' && claim.side === 'donor') return 'not-yours';
  const endedAtMs = claim.endedAtMs ?? claim.nowMs;
  return claim.nowMs < endedAtMs + DISPUTE_HOURS * HOUR_MS ? null : 'too-late';
}

/** The actions this side may take now. */
export function allowedClaimActions(claim: ClaimFacts): readonly ClaimAction[] {
  return CLAIM_ACTIONS.filter((move) => claimActionRefusal(move, claim) === null);
}

/**
 * How and when (epoch milliseconds) an open claim ends automatically: 48 hours after one side's confirmation
 * it is completed, without points; without a confirmation it lapses 48 hours after its pickup window.
 */
export function automaticClaimEnd(claim: {
  readonly donorConfirmedAtMs: number | null;
  readonly claimerConfirmedAtMs: number | null;
  readonly availableUntilMs: number;
}): { readonly outcome: 'completed' | 'lapsed'; readonly atMs: number } {
  const saidAtMs = claim.donorConfirmedAtMs ?? claim.claimerConfirmedAtMs;
  return saidAtMs === null
    ? { outcome: 'lapsed', atMs: claim.availableUntilMs + DISPUTE_HOURS * HOUR_MS }
    : { outcome: 'completed', atMs: saidAtMs + DISPUTE_HOURS * HOUR_MS };
}

/**
 * Why a claim is released. `no_food` is reported by the claimer and is an action of its own
 * (`report_no_food`).
 */
export const RELEASE_REASONS = [
  'cannot_come',
  'no_longer_needed',
  'cannot_hand_over',
  'food_gone',
  'no_answer',
  'no_food',
  'other',
] as const;
export type ReleaseReason = (typeof RELEASE_REASONS)[number];

/** The reasons each side can choose from. */
export const RELEASE_REASONS_BY_SIDE: Readonly<Record<ClaimSide, readonly ReleaseReason[]>> = {
  donor: ['cannot_hand_over', 'food_gone', 'no_answer', 'other'],
  claimer: ['cannot_come', 'no_longer_needed', 'no_answer', 'no_food', 'other'],
};

/** Whether the released servings are offered again. */
export const returnsServings = (reason: ReleaseReason | null): boolean =>
  reason !== 'food_gone' && reason !== 'no_food';
