import { DISPUTE_HOURS } from '../handovers/handover-states.ts';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
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
 * Open claims allowed by how many different people reported a no-show. A single person's word has no effect,
 * and one claim is always allowed.
 */
const OPEN_CLAIMS_BY_REPORTERS = [MAX_OPEN_CLAIMS, MAX_OPEN_CLAIMS, 2, 1] as const;

/** An undisputed no-show, reported by a person of standing. */
export type NoShow = { readonly reportedById: string; readonly atMs: number };

export type NoShowLimits = {
  /** Different people whose report counts now. */
  readonly counted: number;
  readonly maxOpenClaims: number;
  /** When the oldest of them stops counting, in epoch milliseconds; null if none counts. */
  readonly easesAtMs: number | null;
};

/**
 * The limits that a person's no-shows cause now. Each counts once it can no longer be disputed, and for sixty
 * days. Reports by two different people allow two open claims at a time, by three or more one.
 */
export function noShowLimits(noShows: readonly NoShow[], nowMs: number): NoShowLimits {
  const lastBy = new Map<string, number>();
  for (const { reportedById, atMs } of noShows) {
    const isCounting = nowMs >= atMs + DISPUTE_HOURS * HOUR_MS && nowMs < atMs + NO_SHOW_EXPIRY_DAYS * DAY_MS;
    if (isCounting) lastBy.set(reportedById, Math.max(atMs, lastBy.get(reportedById) ?? atMs));
  }
  const step = Math.min(lastBy.size, OPEN_CLAIMS_BY_REPORTERS.length - 1);
  return {
    counted: lastBy.size,
    maxOpenClaims: OPEN_CLAIMS_BY_REPORTERS[step] ?? 1,
    easesAtMs: lastBy.size === 0 ? null : Math.min(...lastBy.values()) + NO_SHOW_EXPIRY_DAYS * DAY_MS,
  };
}
