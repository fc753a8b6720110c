import { DAY_MS } from '../kernel/time.ts';

/** Requests a person may have open at a time, and make in any 24 hours, including cancelled ones. */
export const MAX_OPEN_REQUESTS = 1;
export const MAX_REQUESTS_PER_DAY = 3;
/** Matches a helper may make in any 24 hours, including released ones. */
export const MAX_MATCHES_PER_DAY = 3;

/** Complaints by this many different people pause a person's requests. */
export const COMPLAINTS_TO_PAUSE = 3;
/** How long a complaint counts, unless an admin dismisses it. */
export const COMPLAINT_EXPIRY_DAYS = 30;
/** How long requests stay paused, counted from the complaint that paused them. */
export const REQUEST_PAUSE_DAYS = 7;

export type RequestLimitRefusal = 'paused' | 'request-open' | 'requests-today';

/** Why a person may not make a request now, or null if they may. */
export function requestLimitRefusal(facts: {
  readonly openRequests: number;
  readonly requestsInLastDay: number;
  readonly pausedUntilMs: number | null;
  readonly nowMs: number;
}): RequestLimitRefusal | null {
  if (facts.pausedUntilMs !== null && facts.nowMs < facts.pausedUntilMs) return 'paused';
  if (facts.openRequests >= MAX_OPEN_REQUESTS) return 'request-open';
  return facts.requestsInLastDay >= MAX_REQUESTS_PER_DAY ? 'requests-today' : null;
}

/**
 * Until when a person's requests are paused (epoch milliseconds), or null. `complaints` are the ones that
 * were not dismissed: who complained and when (epoch milliseconds). Each person counts once, by their
 * earliest complaint that still counts, so that a single helper cannot cause a pause.
 */
export function requestsPausedUntilMs(
  complaints: readonly { readonly byId: string; readonly atMs: number }[],
  nowMs: number,
): number | null {
  const firstBy = new Map<string, number>();
  for (const { byId, atMs } of complaints) {
    if (atMs > nowMs || nowMs >= atMs + COMPLAINT_EXPIRY_DAYS * DAY_MS) continue;
    firstBy.set(byId, Math.min(atMs, firstBy.get(byId) ?? atMs));
  }
  const times = [...firstBy.values()].sort((a, b) => a - b);
  const pausedAtMs = times.length < COMPLAINTS_TO_PAUSE ? undefined : times.at(-1);
  if (pausedAtMs === undefined) return null;
  const untilMs = pausedAtMs + REQUEST_PAUSE_DAYS * DAY_MS;
  return nowMs < untilMs ? untilMs : null;
}
