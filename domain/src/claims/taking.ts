import type { ListingStatus } from '../listings/listing-states.ts';

/** Open claims one person may hold at a time. */
export const MAX_OPEN_CLAIMS = 3;
/** Claims one person may make in any 24 hours, released ones counted. */
export const MAX_CLAIMS_PER_DAY = 10;

export type ClaimRefusal =
  | 'own-listing'
  | 'not-posted'
  | 'too-late'
  | 'not-enough'
  | 'open-claims'
  | 'claims-today';

/**
 * Why a person may not claim, or null when they may. The database decides the race for the last serving by one
 * guarded statement; this rule says beforehand, and afterwards, what the reason is.
 *
 * `claimableUntilMs` is the earlier of the end of pickup and of hard expiry.
 */
export function claimRefusal(facts: {
  readonly isOwn: boolean;
  readonly status: ListingStatus;
  readonly servingsLeft: number;
  readonly servingsWanted: number;
  readonly claimableUntilMs: number;
  readonly nowMs: number;
  readonly openClaims: number;
  /** What missed pickups leave of `MAX_OPEN_CLAIMS`. */
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
