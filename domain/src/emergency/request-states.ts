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
/** How long a match lasts without the word that keeps it: `matchEnd`. */
export const HELPER_SILENT_MINUTES = 20;
/** How long it lasts with that word alone. */
export const ANSWER_HOURS = 2;
/** For how long a request that a helper left is known donors' alone, and then everyone's at least. */
export const TURN_MINUTES = 30;

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

export function availableRequestActions(request: RequestFacts): readonly RequestAction[] {
  return REQUEST_ACTIONS.filter((action) => requestActionRefusal(action, request) === null);
}

/** The status of a request whose match ended without a handover: open to others, unless its time is over. */
export const statusAfterRelease = (request: { readonly expiresAtMs: number; readonly nowMs: number }) =>
  request.nowMs < request.expiresAtMs ? ('pending' as const) : ('expired' as const);

/** What has been said in a match, and agreed. */
export type MatchMessages = {
  readonly matchedAtMs: number;
  readonly isRejoin: boolean;
  readonly isKnownHelper: boolean;
  readonly helperSpoke: boolean;
  /** When the requester last did, since this helper's first match; null for never. */
  readonly answeredAtMs: number | null;
  readonly isAgreed: boolean;
  readonly giverConfirmed: boolean;
  readonly receiverConfirmed: boolean;
};

/** What a match still needs in order to stay: a word of each side, an answer of the requester, or an agreed time. */
export const MATCH_NEEDS = ['words', 'answer', 'time'] as const;
export type MatchNeed = (typeof MATCH_NEEDS)[number];

/**
 * When an open match ends by itself, so that others can help (epoch milliseconds), and what it needs in order to stay;
 * null once it stays. A known helper needs a word of each side. Another helper's own words hold nothing, since an account
 * costs nothing: it is the requester's that give them `ANSWER_HOURS` more, until the two agree on a time. Nor does it hold
 * anything that they say the food was handed over, to someone who never wrote to them. Until the
 * requester answers, a rejoined match has `HELPER_SILENT_MINUTES` only, since the first match had the full time.
 */
export function matchEnd(match: MatchMessages): { readonly atMs: number; readonly needs: MatchNeed } | null {
  const { matchedAtMs, answeredAtMs, isRejoin, isKnownHelper, helperSpoke } = match;
  if (match.receiverConfirmed || match.isAgreed) return null;
  if (match.giverConfirmed && (isKnownHelper || answeredAtMs !== null)) return null;
  const unheardAtMs = matchedAtMs + HELPER_SILENT_MINUTES * MINUTE_MS;
  if (!isKnownHelper) {
    if (answeredAtMs === null) return { atMs: unheardAtMs, needs: 'answer' };
    return { atMs: Math.max(matchedAtMs, answeredAtMs) + ANSWER_HOURS * HOUR_MS, needs: 'time' };
  }
  if (helperSpoke && answeredAtMs !== null) return null;
  const isShort = answeredAtMs === null && (isRejoin || !helperSpoke);
  return { atMs: isShort ? unheardAtMs : matchedAtMs + ANSWER_HOURS * HOUR_MS, needs: 'words' };
}

/**
 * Until when a request is known donors' alone, after helpers left it without food at these times (epoch milliseconds,
 * in order); null if it is everyone's. Known donors and everyone take turns: who leaves while it is everyone's turn does
 * not end that.
 */
export function knownTurnEndMs(leftAtMs: readonly number[], nowMs: number): number | null {
  const turnMs = TURN_MINUTES * MINUTE_MS;
  let untilMs = Number.NEGATIVE_INFINITY;
  for (const atMs of leftAtMs) if (atMs >= untilMs + turnMs) untilMs = atMs + turnMs;
  return nowMs < untilMs ? untilMs : null;
}

/** How a person's earlier matches of a request ended: in silence, or otherwise (released by either side). */
export type EarlierMatches = {
  readonly count: number;
  /** Also of an offer beside another match. */
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

/** How many known donors may offer their help beside one match. */
const MAX_OFFERS = 3;

/** What the rules need to know of a donor who would help with a request that has a helper. */
export type BesideFacts = {
  readonly isKnown: boolean;
  readonly isKnownHelper: boolean;
  readonly giverConfirmed: boolean;
  readonly receiverConfirmed: boolean;
  readonly offers: number;
  readonly earlier: EarlierMatches | undefined;
};

/**
 * What a donor may do while another person helps. Someone who is not known keeps a request from others who are not, and
 * from no known donor: these may offer their help beside that match, and take its place (`replace`) once the requester
 * has written to them. Null if the request is taken to the donor.
 */
export function helpBeside(facts: BesideFacts): 'offer' | 'offered' | 'replace' | null {
  if (!facts.isKnown || facts.isKnownHelper || facts.receiverConfirmed) return null;
  if (!facts.earlier) return facts.offers < MAX_OFFERS ? 'offer' : null;
  if (!mayRejoin(facts.earlier)) return null;
  return facts.earlier.requesterAnswered && !facts.giverConfirmed ? 'replace' : 'offered';
}

/** How long help usually takes is said in these hours, so coarse that no single match changes what is read. */
const STEPS_HOURS = [1, 2, 4, 8, 12, 24] as const;
/** With fewer people nothing is said. */
const LEAST_PEOPLE = 10;
/** Said of this share of them, those without any help counted. */
const USUAL_SHARE = 2 / 3;

/**
 * The hours within which help usually came: one wait for each person who asked, in hours, null for no help. Null where
 * too few have asked, or where help is not usual.
 */
export function usualWaitHours(waits: readonly (number | null)[]): number | null {
  if (waits.length < LEAST_PEOPLE) return null;
  const within = (hours: number) => waits.filter((wait) => wait !== null && wait <= hours).length;
  return STEPS_HOURS.find((hours) => within(hours) >= waits.length * USUAL_SHARE) ?? null;
}
