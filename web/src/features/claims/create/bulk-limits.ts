import { isSharedOut } from '@openlarder/domain/claims/bulk-share.ts';
import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';

export type BulkLimits = NonNullable<ClaimLimits['bulk']>;

/** The limit of bulk food that applies to this listing now; null if none does. */
export function bulkShareOf(
  listing: Listing,
  limits: ClaimLimits | undefined,
  nowMs: number,
): BulkLimits | null {
  const { availableUntil, expiryDate } = listing;
  const offeredUntilMs = Math.min(
    Date.parse(availableUntil),
    expiryDate === null ? Number.POSITIVE_INFINITY : Date.parse(expiryDate),
  );
  return isSharedOut({ ...listing, offeredUntilMs }, nowMs) ? (limits?.bulk ?? null) : null;
}

export const bulkServingsLeft = ({ maxServings, servingsTaken }: BulkLimits): number =>
  Math.max(0, maxServings - servingsTaken);

/** From this many servings on, the form does not suggest all of it. */
const LARGE_LOT_SERVINGS = 10;

/** Whether a household's part is suggested instead of all that is left. */
export const isLargeLot = ({ servingsLeft }: Pick<Listing, 'servingsLeft'>): boolean =>
  servingsLeft >= LARGE_LOT_SERVINGS;
