/**
 * The life of a claim. One table says which moves exist, from where to where and who may make them: the server
 * decides by it and the web shows its buttons by it. A new rule for what somebody may do to a claim starts here.
 */
export const CLAIM_STATUSES = ['open', 'completed', 'released', 'no_show', 'lapsed', 'disputed'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

export type ClaimSide = 'donor' | 'claimer';
const CLAIM_MOVES = ['release', 'confirm', 'complete_by_code', 'share_place'] as const;
export type ClaimMove = (typeof CLAIM_MOVES)[number];

type Rule = { readonly from: ClaimStatus; readonly by: readonly ClaimSide[] };

const RULES: Readonly<Record<ClaimMove, Rule>> = {
  release: { from: 'open', by: ['donor', 'claimer'] },
  confirm: { from: 'open', by: ['donor', 'claimer'] },
  complete_by_code: { from: 'open', by: ['donor'] },
  share_place: { from: 'open', by: ['donor'] },
};

/** What the rules need to know of a claim. */
export type ClaimFacts = {
  readonly status: ClaimStatus;
  readonly side: ClaimSide;
  readonly donorConfirmed: boolean;
  readonly claimerConfirmed: boolean;
  readonly codeLocked: boolean;
  readonly placeShared: boolean;
};

export type MoveRefusal = 'not-yours' | 'claim-ended' | 'already-done' | 'code-locked';

/** Why this side may not make this move now, or null when it may. */
export function moveRefusal(move: ClaimMove, claim: ClaimFacts): MoveRefusal | null {
  const rule = RULES[move];
  if (!rule.by.includes(claim.side)) return 'not-yours';
  if (claim.status !== rule.from) return 'claim-ended';
  if (move === 'confirm' && (claim.side === 'donor' ? claim.donorConfirmed : claim.claimerConfirmed))
    return 'already-done';
  if (move === 'share_place' && claim.placeShared) return 'already-done';
  if (move === 'complete_by_code' && claim.codeLocked) return 'code-locked';
  return null;
}

/** The moves open to this side now, for the buttons to show. */
export function openMoves(claim: ClaimFacts): readonly ClaimMove[] {
  return CLAIM_MOVES.filter((move) => moveRefusal(move, claim) === null);
}

/** Wrong tries that lock the ticket's code to both sides' word. */
export const MAX_CODE_TRIES = 5;

/** How long the exact place stays readable after a completed handover. */
export const PLACE_AFTER_COMPLETION_HOURS = 24;
