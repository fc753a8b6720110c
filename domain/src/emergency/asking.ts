import { DAY_MS } from '../kernel/time.ts';

/** Requests one person may have open at a time, and make in any 24 hours, cancelled ones counted. */
export const MAX_OPEN_REQUESTS = 1;
export const MAX_REQUESTS_PER_DAY = 3;
/** Matches one helper may make in any 24 hours, those let go counted. */
export const MAX_MATCHES_PER_DAY = 3;

/** So many different people's complaints about somebody's requests pause their asking. */
export const COMPLAINTS_THAT_PAUSE = 3;
/** A complaint counts for so long, unless those who run the community have put it aside. */
export const COMPLAINT_COUNTS_DAYS = 30;
/** Asking is paused for so long from the complaint that paused it. */
export const PAUSE_DAYS = 7;

export type AskingRefusal = 'paused' | 'request-open' | 'requests-today';

/** Why a person may not ask now, or null when they may. */
export function askingRefusal(facts: {
  readonly openRequests: number;
  readonly requestsInLastDay: number;
  readonly pausedUntilMs: number | null;
  readonly nowMs: number;
}): AskingRefusal | null {
  if (facts.pausedUntilMs !== null && facts.nowMs < facts.pausedUntilMs) return 'paused';
  if (facts.openRequests >= MAX_OPEN_REQUESTS) return 'request-open';
  return facts.requestsInLastDay >= MAX_REQUESTS_PER_DAY ? 'requests-today' : null;
}

/**
 * Until when somebody's asking is paused (epoch milliseconds), null when it is not. Given are the complaints about
 * their requests that nobody has put aside: who complained and when (epoch milliseconds). One person counts once,
 * however often they complain, by their earliest complaint that still counts; one helper who is cross changes nothing.
 */
export function askingPausedUntilMs(
  complaints: readonly { readonly byId: string; readonly atMs: number }[],
  nowMs: number,
): number | null {
  const firstBy = new Map<string, number>();
  for (const { byId, atMs } of complaints) {
    if (atMs > nowMs || nowMs >= atMs + COMPLAINT_COUNTS_DAYS * DAY_MS) continue;
    firstBy.set(byId, Math.min(atMs, firstBy.get(byId) ?? atMs));
  }
  const times = [...firstBy.values()].sort((a, b) => a - b);
  const pausedAtMs = times.length < COMPLAINTS_THAT_PAUSE ? undefined : times.at(-1);
  if (pausedAtMs === undefined) return null;
  const untilMs = pausedAtMs + PAUSE_DAYS * DAY_MS;
  return nowMs < untilMs ? untilMs : null;
}
