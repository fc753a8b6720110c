import { DAY_MS } from '../kernel/time.ts';
import type { ListingStatus } from '../listings/listing-states.ts';

/** Open claims a person may hold at a time. */
export const MAX_OPEN_CLAIMS = 3;
/** Claims a person may make in any 24 hours, including released ones. */
export const MAX_CLAIMS_PER_DAY = 10;

export type ClaimRefusal =
  | 'own-listing'
  | 'not-posted'
  | 'too-late'
  | 'not-enough'
  | 'open-claims'
  | 'claims-today';

/**
 * Why a person may not claim, or null if they may. The race for the last serving is decided by one guarded
 * statement in the database; this rule gives the reason, before and afterwards.
 *
 * `claimableUntilMs` is the earlier of the end of pickup and the hard expiry.
 */
export function claimRefusal(facts: {
  readonly isOwn: boolean;
  readonly status: ListingStatus;
  readonly servingsLeft: number;
  readonly servingsWanted: number;
  readonly claimableUntilMs: number;
  readonly nowMs: number;
  readonly openClaims: number;
  /** `MAX_OPEN_CLAIMS`, reduced by no-shows. */
  readonly maxOpenClaims: number;
  readonly claimsInLastDay: number;
}): ClaimRefusal | null {
  if (facts.isOwn) return 'own-listing';
  if (facts.status !== 'posted') return 'not-posted';
  if (facts.nowMs >= facts.claimableUntilMs) return 'too-late';
  if (facts.servingsLeft < facts.servingsWanted) return 'not-enough';
  if (facts.openClaims >= facts.maxOpenClaims) return 'open-claims';
  if (facts.claimsInLastDay >= MAX_CLAIMS_PER_DAY) return 'claims-today';
  return null;
}

/** How long a no-show counts. */
export const NO_SHOW_EXPIRY_DAYS = 60;

/**
 * Open claims allowed by number of counted no-shows. The first has no effect, and one claim is always
 * allowed.
 */
const OPEN_CLAIMS_BY_NO_SHOWS = [MAX_OPEN_CLAIMS, MAX_OPEN_CLAIMS, 2, 1] as const;

export type NoShowLimits = {
  /** No-shows that still count. */
  readonly counted: number;
  readonly maxOpenClaims: number;
  /** When the oldest of them stops counting, in epoch milliseconds; null if none counts. */
  readonly easesAtMs: number | null;
};

/**
 * The limits that a person's no-shows cause now. `noShowTimesMs` (epoch milliseconds) are the undisputed
 * ones. The first changes nothing; two allow two open claims at a time, three or more allow one. Each expires
 * after sixty days.
 */
export function noShowLimits(noShowTimesMs: readonly number[], nowMs: number): NoShowLimits {
  const counting = noShowTimesMs.filter((atMs) => nowMs < atMs + NO_SHOW_EXPIRY_DAYS * DAY_MS);
  const step = Math.min(counting.length, OPEN_CLAIMS_BY_NO_SHOWS.length - 1);
  return {
    counted: counting.length,
    maxOpenClaims: OPEN_CLAIMS_BY_NO_SHOWS[step] ?? 1,
    easesAtMs: counting.length === 0 ? null : Math.min(...counting) + NO_SHOW_EXPIRY_DAYS * DAY_MS,
  };
}
