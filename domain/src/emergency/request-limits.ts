import type { HandoverSide, HandoverStatus, ReleaseReason } from '../handovers/handover-states.ts';

/** Requests a person may have open at a time, and make in any 24 hours, including cancelled ones. */
export const MAX_OPEN_REQUESTS = 1;
export const MAX_REQUESTS_PER_DAY = 3;
/** Requests in any 24 hours while independent complaints slow asking. It is never stopped. */
export const SLOWED_REQUESTS_PER_DAY = 1;
/** Matches a helper may make in any 24 hours, of those that `countsTowardsDay`. */
export const MAX_MATCHES_PER_DAY = 3;
export const MAX_OPEN_MATCHES = 20;
/** Matches in any 24 hours that are refused because another person helps; they count towards nothing else. */
const ATTEMPTS_PER_DAY = { known: 30, others: 10 } as const;
/** Matches in any 24 hours while independent complaints slow helping. It is never stopped. */
export const SLOWED_MATCHES_PER_DAY = 1;

export type RequestLimitRefusal = 'request-open' | 'requests-today';

/**
 * Requests that a person may make in any 24 hours; `slowedUntilMs` is `slowdownEndMs` of `independent-complaints.ts`.
 */
export const requestsPerDay = (slowedUntilMs: number | null, nowMs: number): number =>
  slowedUntilMs !== null && nowMs < slowedUntilMs ? SLOWED_REQUESTS_PER_DAY : MAX_REQUESTS_PER_DAY;

/**
 * How many refused attempts a helper has in any 24 hours. Known donors see the same requests first, and a match with a
 * listing shows up to forty minutes later: who was second must not be refused the next request for it.
 */
export const attemptsPerDay = (isKnownHelper: boolean): number =>
  isKnownHelper ? ATTEMPTS_PER_DAY.known : ATTEMPTS_PER_DAY.others;

/** Matches that a helper may make in any 24 hours; `slowedUntilMs` as of `requestsPerDay`. */
export const matchesPerDay = (slowedUntilMs: number | null, nowMs: number): number =>
  slowedUntilMs !== null && nowMs < slowedUntilMs ? SLOWED_MATCHES_PER_DAY : MAX_MATCHES_PER_DAY;

/** Why a person may not make a request now, or null if they may. */
export function requestLimitRefusal(facts: {
  readonly openRequests: number;
  readonly requestsInLastDay: number;
  readonly slowedUntilMs: number | null;
  readonly nowMs: number;
}): RequestLimitRefusal | null {
  if (facts.openRequests >= MAX_OPEN_REQUESTS) return 'request-open';
  const max = requestsPerDay(facts.slowedUntilMs, facts.nowMs);
  return facts.requestsInLastDay >= max ? 'requests-today' : null;
}

/** Why a side ends a match because of the other one, who does not answer, does not come, or is not in need. */
const BECAUSE_OF_THE_OTHER: readonly (ReleaseReason | null)[] = [
  'no_answer',
  'no_food',
  'not_genuine',
  'stopped_waiting',
];

/**
 * Whether a match counts among its helper's matches of a day. One that the requester ends does not, unless because of a
 * helper who is not known. Of a known helper's, those count in which they say nothing, or that they let go for a reason of
 * their own: what they hand over or talk about limits nobody's help, and false requests would use up the day of those who
 * help. An offer beside another match holds nothing.
 */
export function countsTowardsDay(match: {
  readonly status: HandoverStatus;
  readonly endedBy: HandoverSide | null;
  readonly reason: ReleaseReason | null;
  readonly isKnownHelper: boolean;
  readonly helperSpoke: boolean;
}): boolean {
  const { status, endedBy, reason } = match;
  const isForOther = BECAUSE_OF_THE_OTHER.includes(reason);
  if (!match.isKnownHelper) return status === 'disputed' || endedBy !== 'receiver' || isForOther;
  if (reason === 'beside' || isForOther) return false;
  return endedBy === 'giver' || ((status === 'open' || status === 'lapsed') && !match.helperSpoke);
}
