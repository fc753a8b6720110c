import { HOUR_MS } from '../kernel/time.ts';

/**
 * The life of a request for food. One table says which moves exist, from where and who may make them: the server
 * decides by it and the web shows its buttons by it.
 *
 *     pending -> matched | expired | cancelled
 *     matched -> fulfilled | cancelled | pending (let go, or the helper is silent; expired once past its time)
 */
export const REQUEST_STATUSES = ['pending', 'matched', 'fulfilled', 'expired', 'cancelled'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Who somebody is to a request: who asked, who has said they help, or any donor who looks. */
export const REQUEST_SIDES = ['requester', 'helper', 'donor'] as const;
export type RequestSide = (typeof REQUEST_SIDES)[number];

/** How one helper's part ended; a match is open until then. */
export const MATCH_STATUSES = ['open', 'fulfilled', 'released', 'silent', 'cancelled'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/**
 * - `match`: a donor says that they help; nobody else can then.
 * - `share_place`: the requester shows the helper the address, or names a public meeting point.
 * - `fulfil`: one of the two says that the food changed hands; `fulfil_by_code`: the helper enters the ticket's code.
 * - `release`: one of the two lets the match go, and the request is open to others again.
 * - `cancel`: the requester does not need it any more.
 */
export const REQUEST_MOVES = [
  'match',
  'share_place',
  'fulfil_by_code',
  'fulfil',
  'release',
  'cancel',
] as const;
export type RequestMove = (typeof REQUEST_MOVES)[number];

type Rule = { readonly from: readonly RequestStatus[]; readonly by: readonly RequestSide[] };

const RULES: Readonly<Record<RequestMove, Rule>> = {
  match: { from: ['pending'], by: ['donor'] },
  share_place: { from: ['matched'], by: ['requester'] },
  fulfil_by_code: { from: ['matched'], by: ['helper'] },
  fulfil: { from: ['matched'], by: ['requester', 'helper'] },
  release: { from: ['matched'], by: ['requester', 'helper'] },
  cancel: { from: ['pending', 'matched'], by: ['requester'] },
};

/** A request is open for so long, whatever a browser says. */
export const REQUEST_HOURS = 24;
/** A helper who says nothing at all for so long after the match has let it go. */
export const HELPER_SILENT_HOURS = 2;
/** One side's word that the food changed hands stands after so long without an objection; the match lapses as late. */
export const ONE_WORD_HOURS = 48;

/** What the rules need to know of a request, and when they are asked. */
export type RequestFacts = {
  readonly status: RequestStatus;
  readonly side: RequestSide;
  readonly requesterConfirmed: boolean;
  readonly helperConfirmed: boolean;
  readonly codeLocked: boolean;
  readonly expiresAtMs: number;
  readonly nowMs: number;
};

export type RequestRefusal =
  | 'not-yours'
  | 'not-pending'
  | 'request-ended'
  | 'too-late'
  | 'already-done'
  | 'code-locked'
  | 'handover-said';

const ownWord = (request: RequestFacts): boolean =>
  request.side === 'requester' ? request.requesterConfirmed : request.helperConfirmed;
const othersWord = (request: RequestFacts): boolean =>
  request.side === 'requester' ? request.helperConfirmed : request.requesterConfirmed;

/** Why this side may not make this move now, or null when it may. */
export function requestMoveRefusal(move: RequestMove, request: RequestFacts): RequestRefusal | null {
  const rule = RULES[move];
  if (!rule.by.includes(request.side)) return 'not-yours';
  if (!rule.from.includes(request.status)) return move === 'match' ? 'not-pending' : 'request-ended';
  switch (move) {
    case 'match':
      return request.nowMs < request.expiresAtMs ? null : 'too-late';
    case 'fulfil_by_code':
      return request.codeLocked ? 'code-locked' : null;
    case 'fulfil':
      return ownWord(request) ? 'already-done' : null;
    case 'release':
      return othersWord(request) ? 'handover-said' : null;
    case 'cancel':
      // food that has come is not taken back by who asked for it: a word said by mistake is, by letting go
      return ownWord(request) || othersWord(request) ? 'handover-said' : null;
    case 'share_place':
      return null;
    default:
      return move satisfies never;
  }
}

/** The moves open to this side now, for the buttons to show. */
export function openRequestMoves(request: RequestFacts): readonly RequestMove[] {
  return REQUEST_MOVES.filter((move) => requestMoveRefusal(move, request) === null);
}

/** What becomes of a request whose match has ended without food: open to others, unless its time is over. */
export const afterLetGo = (request: { readonly expiresAtMs: number; readonly nowMs: number }) =>
  request.nowMs < request.expiresAtMs ? ('pending' as const) : ('expired' as const);

/**
 * How an open match ends by itself, and when (epoch milliseconds). Given is a match that no claim carries, except that
 * silence ends either kind. `helperSpoke`: the helper has written, sent a photo or shared their place since the match.
 */
export function matchSettlementOf(match: {
  readonly matchedAtMs: number;
  readonly helperSpoke: boolean;
  readonly requesterConfirmedAtMs: number | null;
  readonly helperConfirmedAtMs: number | null;
  readonly expiresAtMs: number;
}): { readonly outcome: 'silent' | 'fulfilled' | 'lapsed'; readonly atMs: number } {
  const saidAtMs = match.requesterConfirmedAtMs ?? match.helperConfirmedAtMs;
  if (saidAtMs !== null) return { outcome: 'fulfilled', atMs: saidAtMs + ONE_WORD_HOURS * HOUR_MS };
  if (!match.helperSpoke)
    return { outcome: 'silent', atMs: match.matchedAtMs + HELPER_SILENT_HOURS * HOUR_MS };
  return {
    outcome: 'lapsed',
    atMs: Math.max(match.expiresAtMs, match.matchedAtMs) + ONE_WORD_HOURS * HOUR_MS,
  };
}
