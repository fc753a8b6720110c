import { isSharedOut } from '@openlarder/domain/claims/bulk-share.ts';
import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import { type AppError, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import type * as listings from '#server/features/listings/listings.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { selectBulkClaims } from './claim-limits.store.ts';

/** What a person has taken of bulk food in the last 24 hours, and may; null for who may take any number. */
export type BulkUsage = {
  readonly level: accounts.TrustLimits['level'];
  readonly max: number;
  readonly maxNext: number | null;
  readonly taken: number;
  /** When the oldest of it stops counting; null if nothing is taken. */
  readonly easesAt: Date | null;
};

export async function readBulkUsage(ctx: AppContext, personId: string, now: Date): Promise<BulkUsage | null> {
  const { level, bulkServings: max, bulkServingsNext: maxNext } = await accounts.trustLimitsOf(ctx, personId);
  if (max === null) return null;
  const claims = await selectBulkClaims(ctx.db, personId, new Date(now.getTime() - DAY_MS));
  const taken = claims.reduce((sum, { servings }) => sum + servings, 0);
  const [oldest] = claims;
  return {
    level,
    max,
    maxNext,
    taken,
    easesAt: oldest ? new Date(oldest.created_at.getTime() + DAY_MS) : null,
  };
}

/** Whether servings of this listing count to a daily share now. */
export const isListingSharedOut = (row: listings.ListingRow, now: Date): boolean =>
  isSharedOut(
    { isBulk: row.is_bulk, mayGoToOne: row.may_go_to_one, offeredUntilMs: row.offered_until.getTime() },
    now.getTime(),
  );

/** Refuses servings beyond the share; `takenBefore` is without them. */
export function tooMuchBulk({ max, easesAt }: BulkUsage, takenBefore: number, now: Date): AppError {
  const wait = { untilMs: easesAt?.getTime() ?? now.getTime(), nowMs: now.getTime() };
  return conflictUntil('claim-limit.bulk', wait, { max, left: Math.max(0, max - takenBefore) });
}

/** The share as shown to the person. */
export const presentBulkUsage = (usage: BulkUsage | null): ClaimLimits['bulk'] =>
  usage && {
    servingsTaken: usage.taken,
    maxServings: usage.max,
    nextAt: usage.taken < usage.max ? null : (usage.easesAt?.toISOString() ?? null),
    level: usage.level,
    maxServingsNext: usage.maxNext,
  };
