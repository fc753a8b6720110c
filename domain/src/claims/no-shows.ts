import { DAY_MS } from '../kernel/time.ts';
import { MAX_OPEN_CLAIMS } from './taking.ts';

/** A no-show counts this long, and is forgotten then. */
export const NO_SHOW_COUNTS_DAYS = 60;

/** Open claims at a time by counted no-shows: the first is nobody's business, and nobody is ever shut out. */
const OPEN_CLAIMS_BY_NO_SHOWS = [MAX_OPEN_CLAIMS, MAX_OPEN_CLAIMS, 2, 1] as const;

export type NoShowStanding = {
  /** How many still count. */
  readonly counted: number;
  readonly maxOpenClaims: number;
  /** When the oldest one is forgotten, in epoch milliseconds; null when none counts. */
  readonly easesAtMs: number | null;
};

/**
 * What missed pickups mean for somebody now. Given are the times (epoch milliseconds) of their no-shows that nobody
 * objects to. The first changes nothing; two leave two open claims at a time, three or more leave one. Each fades
 * after sixty days, so that it ends by itself.
 */
export function noShowStanding(noShowTimesMs: readonly number[], nowMs: number): NoShowStanding {
  const counting = noShowTimesMs.filter((atMs) => nowMs < atMs + NO_SHOW_COUNTS_DAYS * DAY_MS);
  const step = Math.min(counting.length, OPEN_CLAIMS_BY_NO_SHOWS.length - 1);
  return {
    counted: counting.length,
    maxOpenClaims: OPEN_CLAIMS_BY_NO_SHOWS[step] ?? 1,
    easesAtMs: counting.length === 0 ? null : Math.min(...counting) + NO_SHOW_COUNTS_DAYS * DAY_MS,
  };
}
