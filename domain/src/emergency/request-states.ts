import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/**
 * The life cycle of an emergency request. One table says which actions exist, from which status and for whom:
 * the server enforces it and the web shows its buttons by it.
 *
 *     pending -> matched | expired | cancelled
 *     matched -> fulfilled | cancelled | pending (released, or in silence; expired if past its time)
 */
export const REQUEST_STATUSES = ['pending', 'matched', 'fulfilled', 'expired', 'cancelled'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** A viewer's role: the requester, the helper of the match, or any donor who looks. */
export const REQUEST_SIDES = ['requester', 'helper', 'donor'] as const;
export type RequestSide = (typeof REQUEST_SIDES)[number];

/**
 * - `match`: a donor helps; from then on no other donor can.
 * - `cancel`: the requester no longer needs it.
 *
 * What requester and helper do with each other are actions of the match's handover.
 */
export const REQUEST_ACTIONS = ['match', 'cancel'] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

type Rule = { readonly from: readonly RequestStatus[]; readonly by: readonly RequestSide[] };

const RULES: Readonly<Record<RequestAction, Rule>> = {
  match: { from: ['pending'], by: ['donor'] },
  cancel: { from: ['pending', 'matched'], by: ['requester'] },
};

/** How long a request is open; the browser's value is ignored. */
export const REQUEST_HOURS = 24;
/**
 * A match ends after this long without a message from either side, and so does a rejoined match that is not answered.
 */
export const HELPER_SILENT_MINUTES = 20;
/** A match ends after this long with messages from one side only. */
export const ANSWER_HOURS = 2;
/** After this many silent helpers a request is shown to known people only, if it reaches this many known donors. */
export const SILENT_HELPERS_TO_RESTRICT = 2;
export const KNOWN_PEOPLE_TO_RESTRICT = 10;

/** What the rules need to know of a request, and the current time. */
export type RequestFacts = {
  readonly status: RequestStatus;
  readonly side: RequestSide;
  /** Whether either side has confirmed the handover. */
  readonly isConfirmed: boolean;
  readonly expiresAtMs: number;
  readonly nowMs: number;
};

export type RequestActionRefusal =
  | 'not-yours'
  | 'not-pending'
  | 'request-ended'
  | 'too-late'
  | 'handover-said';

/** Why this viewer may not take this action now, or null if they may. */
export function requestActionRefusal(
  action: RequestAction,
  request: RequestFacts,
): RequestActionRefusal | null {
  const rule = RULES[action];
  if (!rule.by.includes(request.side)) return 'not-yours';
  if (!rule.from.includes(request.status)) return action === 'match' ? 'not-pending' : 'request-ended';
  switch (action) {
    case 'match':
      return request.nowMs < request.expiresAtMs ? null : 'too-late';
    case 'cancel':
      // a confirmation given by mistake is undone by a release of the handover
      return request.isConfirmed ? 'handover-said' : null;
    default:
      return action satisfies never;
  }
}

/** The actions this viewer may take now. */
export function availableRequestActions(request: RequestFacts): readonly RequestAction[] {
  return REQUEST_ACTIONS.filter((action) => requestActionRefusal(action, request) === null);
}

/** The status of a request whose match ended without a handover: open to others, unless its time is over. */
export const statusAfterRelease = (request: { readonly expiresAtMs: number; readonly nowMs: number }) =>
  request.nowMs < request.expiresAtMs ? ('pending' as const) : ('expired' as const);

/** Who has written in a match. */
export type MatchMessages = {
  readonly matchedAtMs: number;
  /** Whether the helper's earlier match of this request had ended in silence. */
  readonly isRejoin: boolean;
  /** Whether the helper has written, sent a photo or revealed a place since the match. */
  readonly helperSpoke: boolean;
  /** The same of the requester, since this helper's first match. */
  readonly requesterAnswered: boolean;
  /** Whether either side has confirmed the handover. */
  readonly isConfirmed: boolean;
};

/**
 * When an open match ends in silence, so that others can help (epoch milliseconds); null once both sides have written,
 * or one has confirmed the handover. Until the requester answers, a rejoined match has `HELPER_SILENT_MINUTES` only,
 * since the first match had the full time.
 */
export function silentMatchEndMs(match: MatchMessages): number | null {
  const { matchedAtMs, isRejoin, helperSpoke, requesterAnswered } = match;
  if (match.isConfirmed || (helperSpoke && requesterAnswered)) return null;
  const isShort = !requesterAnswered && (isRejoin || !helperSpoke);
  return matchedAtMs + (isShort ? HELPER_SILENT_MINUTES * MINUTE_MS : ANSWER_HOURS * HOUR_MS);
}

/** How a person's earlier matches of a request ended: in silence, or otherwise (released by either side). */
export type EarlierMatches = {
  readonly count: number;
  readonly lastEndedInSilence: boolean;
  /** Whether the requester has written to this helper since their first match. */
  readonly requesterAnswered: boolean;
};

/**
 * Whether a helper may help with a request again, without counting towards the limit. One account helps with a request
 * once; after a silent end it may rejoin once by itself, and as often as the requester answers.
 */
export const mayRejoin = ({ count, lastEndedInSilence, requesterAnswered }: EarlierMatches): boolean =>
  lastEndedInSilence && (count === 1 || requesterAnswered);
