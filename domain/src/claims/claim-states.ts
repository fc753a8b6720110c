import { HOUR_MS } from '../kernel/time.ts';
import { reminderDueMs } from './pickup-times.ts';

/**
 * The life of a claim. One table says which moves exist, from where and who may make them: the server decides by it
 * and the web shows its buttons by it. A new rule for what somebody may do to a claim starts here.
 *
 *     open -> completed | released | no_show | lapsed | disputed        completed -> disputed
 */
export const CLAIM_STATUSES = ['open', 'completed', 'released', 'no_show', 'lapsed', 'disputed'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

export const CLAIM_SIDES = ['donor', 'claimer'] as const;
export type ClaimSide = (typeof CLAIM_SIDES)[number];

/** How a handover was completed: by both sides' word, the ticket's code, or one side's word that nobody objected to. */
export const COMPLETED_BY = ['both', 'code', 'one_side'] as const;
export type CompletedBy = (typeof COMPLETED_BY)[number];

/**
 * - `say_coming`: the claimer answers "Can you still make it?" with yes.
 * - `report_no_food`: the claimer came, and there was none. Nobody is sent there again.
 * - `report_no_show`: the donor waited, and nobody came.
 * - `dispute`: objects to the other's word that it changed hands, to a completed handover, or to being called a no-show.
 */
export const CLAIM_MOVES = [
  'say_coming',
  'share_place',
  'complete_by_code',
  'confirm',
  'report_no_show',
  'report_no_food',
  'release',
  'dispute',
] as const;
export type ClaimMove = (typeof CLAIM_MOVES)[number];

type Rule = { readonly from: readonly ClaimStatus[]; readonly by: readonly ClaimSide[] };

const RULES: Readonly<Record<ClaimMove, Rule>> = {
  say_coming: { from: ['open'], by: ['claimer'] },
  share_place: { from: ['open'], by: ['donor'] },
  complete_by_code: { from: ['open'], by: ['donor'] },
  confirm: { from: ['open'], by: ['donor', 'claimer'] },
  report_no_show: { from: ['open'], by: ['donor'] },
  report_no_food: { from: ['open'], by: ['claimer'] },
  release: { from: ['open'], by: ['donor', 'claimer'] },
  dispute: { from: ['open', 'completed', 'no_show'], by: ['donor', 'claimer'] },
};

/** What the rules need to know of a claim, and when they are asked. */
export type ClaimFacts = {
  readonly status: ClaimStatus;
  readonly side: ClaimSide;
  readonly donorConfirmed: boolean;
  readonly claimerConfirmed: boolean;
  readonly codeLocked: boolean;
  readonly placeShared: boolean;
  /** The claimer has answered that they still come. */
  readonly saidComing: boolean;
  readonly disputed: boolean;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  readonly availableFromMs: number;
  readonly availableUntilMs: number;
  readonly nowMs: number;
};

export type MoveRefusal =
  | 'not-yours'
  | 'claim-ended'
  | 'already-done'
  | 'code-locked'
  | 'too-early'
  | 'too-late'
  | 'handover-said'
  | 'nothing-said';

/** How long a handover, or being called a no-show, can be objected to; and how long one side's word waits. */
export const OBJECTION_HOURS = 48;
/** How long after pickup begins, or after the claim if that is later, a donor waits before "they did not come". */
export const NO_SHOW_AFTER_HOURS = 1;
/** Wrong tries that lock the ticket's code to both sides' word. */
export const MAX_CODE_TRIES = 5;
/** How long the exact place stays readable after a completed handover. */
export const PLACE_AFTER_COMPLETION_HOURS = 24;

/**
 * When the exact address is hidden again after a handover at `handedOverAt`. A grant that still holds then belongs to an
 * open claim; one that does not runs out after an earlier handover of the same two people.
 */
export const addressHiddenAt = (handedOverAt: Date): Date =>
  new Date(handedOverAt.getTime() + PLACE_AFTER_COMPLETION_HOURS * HOUR_MS);

/** From when a donor may say that nobody came: an hour into the pickup, or once it is over. */
export function noShowFromMs(
  claim: Pick<ClaimFacts, 'createdAtMs' | 'availableFromMs' | 'availableUntilMs'>,
): number {
  const waited = Math.max(claim.availableFromMs, claim.createdAtMs) + NO_SHOW_AFTER_HOURS * HOUR_MS;
  return Math.min(claim.availableUntilMs, waited);
}

const ownWord = (claim: ClaimFacts): boolean =>
  claim.side === 'donor' ? claim.donorConfirmed : claim.claimerConfirmed;
const othersWord = (claim: ClaimFacts): boolean =>
  claim.side === 'donor' ? claim.claimerConfirmed : claim.donorConfirmed;

/** Why this side may not make this move now, or null when it may. */
export function moveRefusal(move: ClaimMove, claim: ClaimFacts): MoveRefusal | null {
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
      return ownWord(claim) ? 'already-done' : null;
    case 'report_no_show':
      if (othersWord(claim)) return 'handover-said';
      return claim.nowMs < noShowFromMs(claim) ? 'too-early' : null;
    case 'report_no_food':
      if (othersWord(claim)) return 'handover-said';
      return claim.nowMs < claim.availableFromMs ? 'too-early' : null;
    case 'release':
      return othersWord(claim) ? 'handover-said' : null;
    case 'dispute':
      return disputeRefusal(claim);
    default:
      return move satisfies never;
  }
}

function disputeRefusal(claim: ClaimFacts): MoveRefusal | null {
  if (claim.disputed) return 'already-done';
  if (claim.status === 'open') return othersWord(claim) && !ownWord(claim) ? null : 'nothing-said';
  if (claim.status === 'no_show' && claim.side === 'donor') return 'not-yours';
  const endedAtMs = claim.endedAtMs ?? claim.nowMs;
  return claim.nowMs < endedAtMs + OBJECTION_HOURS * HOUR_MS ? null : 'too-late';
}

/** The moves open to this side now, for the buttons to show. */
export function openMoves(claim: ClaimFacts): readonly ClaimMove[] {
  return CLAIM_MOVES.filter((move) => moveRefusal(move, claim) === null);
}

/**
 * How an open claim ends by itself, and when (epoch milliseconds): one side's word completes it, without points, 48
 * hours after it was said; without a word it lapses 48 hours after its pickup window.
 */
export function settlementOf(claim: {
  readonly donorConfirmedAtMs: number | null;
  readonly claimerConfirmedAtMs: number | null;
  readonly availableUntilMs: number;
}): { readonly outcome: 'completed' | 'lapsed'; readonly atMs: number } {
  const saidAtMs = claim.donorConfirmedAtMs ?? claim.claimerConfirmedAtMs;
  return saidAtMs === null
    ? { outcome: 'lapsed', atMs: claim.availableUntilMs + OBJECTION_HOURS * HOUR_MS }
    : { outcome: 'completed', atMs: saidAtMs + OBJECTION_HOURS * HOUR_MS };
}
