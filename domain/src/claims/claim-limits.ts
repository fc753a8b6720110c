import type { ListingStatus } from '../listings/listing-states.ts';
import { HOUR_MS } from '../kernel/time.ts';

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
  /** `openClaimsAllowed`. */
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

/** Open claims at a time while independent reports of missed pickups slow claiming, which is never stopped. */
export const SLOWED_OPEN_CLAIMS = 1;

/** Claims that a person may have open; `slowedUntilMs` is `slowdownEndMs` of `independent-complaints.ts`. */
export const openClaimsAllowed = (slowedUntilMs: number | null, nowMs: number): number =>
  slowedUntilMs !== null && nowMs < slowedUntilMs ? SLOWED_OPEN_CLAIMS : MAX_OPEN_CLAIMS;

/** In its last two hours bulk food has no daily share, so that it does not go to waste. */
const OPEN_TO_ALL_MS = 2 * HOUR_MS;

/**
 * Whether servings of this listing count to a person's daily share of bulk food: not a household's own dish, not what
 * its donor lets one person take, and not in its last two hours.
 */
export const isSharedOut = (
  listing: { readonly isBulk: boolean; readonly mayGoToOne: boolean; readonly offeredUntilMs: number },
  nowMs: number,
): boolean => listing.isBulk && !listing.mayGoToOne && nowMs < listing.offeredUntilMs - OPEN_TO_ALL_MS;
