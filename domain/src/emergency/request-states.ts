import { HOUR_MS } from '../kernel/time.ts';

/**
 * The life cycle of an emergency request. One table says which actions exist, from which status and for whom:
 * the server enforces it and the web shows its buttons by it.
 *
 *     pending -> matched | expired | cancelled
 *     matched -> fulfilled | cancelled | pending (released, or the helper is silent; expired if past its time)
 */
export const REQUEST_STATUSES = ['pending', 'matched', 'fulfilled', 'expired', 'cancelled'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** A viewer's role: the requester, the helper of the match, or any donor who looks. */
export const REQUEST_SIDES = ['requester', 'helper', 'donor'] as const;
export type RequestSide = (typeof REQUEST_SIDES)[number];

/** How a match ended; it is open until then. */
export const MATCH_STATUSES = ['open', 'fulfilled', 'released', 'silent', 'cancelled'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/**
 * - `match`: a donor helps; from then on no other donor can.
 * - `share_place`: the requester reveals the address to the helper, or names a public meeting point.
 * - `fulfil`: one of the two confirms the handover; `fulfil_by_code`: the helper enters the ticket's code.
 * - `release`: one of the two ends the match, and the request is open to other donors again.
 * - `cancel`: the requester no longer needs it.
 */
export const REQUEST_ACTIONS = [
  'match',
  'share_place',
  'fulfil_by_code',
  'fulfil',
  'release',
  'cancel',
] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

type Rule = { readonly from: readonly RequestStatus[]; readonly by: readonly RequestSide[] };

const RULES: Readonly<Record<RequestAction, Rule>> = {
  match: { from: ['pending'], by: ['donor'] },
  share_place: { from: ['matched'], by: ['requester'] },
  fulfil_by_code: { from: ['matched'], by: ['helper'] },
  fulfil: { from: ['matched'], by: ['requester', 'helper'] },
  release: { from: ['matched'], by: ['requester', 'helper'] },
  cancel: { from: ['pending', 'matched'], by: ['requester'] },
};

/** How long a request is open, whatever the browser sends. */
export const REQUEST_HOURS = 24;
/** After this long without any word from the helper the match ends. */
export const HELPER_SILENT_HOURS = 2;
/**
 * One side's confirmation counts after this long without a dispute; without any the match lapses after as
 * long.
 */
export const ONE_SIDED_CONFIRMATION_HOURS = 48;

/** What the rules need to know of a request, and the current time. */
export type RequestFacts = {
  readonly status: RequestStatus;
  readonly side: RequestSide;
  readonly requesterConfirmed: boolean;
  readonly helperConfirmed: boolean;
  readonly codeLocked: boolean;
  readonly expiresAtMs: number;
  readonly nowMs: number;
};

export type RequestActionRefusal =
  | 'not-yours'
  | 'not-pending'
  | 'request-ended'
  | 'too-late'
  | 'already-done'
  | 'code-locked'
  | 'handover-said';

const ownConfirmation = (request: RequestFacts): boolean =>
  request.side === 'requester' ? request.requesterConfirmed : request.helperConfirmed;
const othersConfirmation = (request: RequestFacts): boolean =>
  request.side === 'requester' ? request.helperConfirmed : request.requesterConfirmed;

/** Why this viewer may not take this action now, or null if they may. */
export function requestActionRefusal(
  move: RequestAction,
  request: RequestFacts,
): RequestActionRefusal | null {
  const rule = RULES[move];
  if (!rule.by.includes(request.side)) return 'not-yours';
  if (!rule.from.includes(request.status)) return move === 'match' ? 'not-pending' : 'request-ended';
  switch (move) {
    case 'match':
      return request.nowMs < request.expiresAtMs ? null : 'too-late';
    case 'fulfil_by_code':
      return request.codeLocked ? 'code-locked' : null;
    case 'fulfil':
      return ownConfirmation(request) ? 'already-done' : null;
    case 'release':
      return othersConfirmation(request) ? 'handover-said' : null;
    case 'cancel':
      // a requester cannot cancel after a confirmation; one given by mistake is undone by a release
      return ownConfirmation(request) || othersConfirmation(request) ? 'handover-said' : null;
    case 'share_place':
      return null;
    default:
      return move satisfies never;
  }
}

/** The actions this viewer may take now. */
export function availableRequestActions(request: RequestFacts): readonly RequestAction[] {
  return REQUEST_ACTIONS.filter((move) => requestActionRefusal(move, request) === null);
}

/** The status of a request whose match ended without a handover: open to others, unless its time is over. */
export const statusAfterRelease = (request: { readonly expiresAtMs: number; readonly nowMs: number }) =>
  request.nowMs < request.expiresAtMs ? ('pending' as const) : ('expired' as const);

/**
 * How and when (epoch milliseconds) an open match ends automatically. For matches without a claim; silence
 * ends both kinds. `helperSpoke`: the helper has written, sent a photo or revealed their place since the
 * match.
 */
export function automaticMatchEnd(match: {
  readonly matchedAtMs: number;
  readonly helperSpoke: boolean;
  readonly requesterConfirmedAtMs: number | null;
  readonly helperConfirmedAtMs: number | null;
  readonly expiresAtMs: number;
}): { readonly outcome: 'silent' | 'fulfilled' | 'lapsed'; readonly atMs: number } {
  const saidAtMs = match.requesterConfirmedAtMs ?? match.helperConfirmedAtMs;
  if (saidAtMs !== null)
    return { outcome: 'fulfilled', atMs: saidAtMs + ONE_SIDED_CONFIRMATION_HOURS * HOUR_MS };
  if (!match.helperSpoke)
    return { outcome: 'silent', atMs: match.matchedAtMs + HELPER_SILENT_HOURS * HOUR_MS };
  return {
    outcome: 'lapsed',
    atMs: Math.max(match.expiresAtMs, match.matchedAtMs) + ONE_SIDED_CONFIRMATION_HOURS * HOUR_MS,
  };
}
