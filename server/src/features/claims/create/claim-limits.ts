import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import {
  MAX_CLAIMS_PER_DAY,
  MAX_OPEN_CLAIMS,
  openClaimsAllowed,
} from '@openlarder/domain/claims/claim-limits.ts';
import { type AppError, conflict, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type BulkUsage, presentBulkUsage } from './bulk-limit.ts';
import { countOpenClaims, selectClaimTimes } from './claim-limits.store.ts';
import { claimingSlowedUntilMs } from './missed-pickups.ts';

/** What counts to a person’s limits. */
export type ClaimUsage = {
  readonly open: number;
  readonly maxOpen: number;
  /** When they made the claims of the last 24 hours, newest first. */
  readonly times: readonly Date[];
  /** Until when missed pickups leave fewer open claims (epoch milliseconds); null if they do not. */
  readonly slowedUntilMs: number | null;
};

export async function readClaimUsage(ctx: AppContext, personId: string, now: Date): Promise<ClaimUsage> {
  const slowedUntilMs = await claimingSlowedUntilMs(ctx, personId, now);
  const yesterday = new Date(now.getTime() - DAY_MS);
  return {
    open: await countOpenClaims(ctx.db, personId),
    maxOpen: openClaimsAllowed(slowedUntilMs, now.getTime()),
    times: await selectClaimTimes(ctx.db, personId, yesterday, MAX_CLAIMS_PER_DAY + 1),
    slowedUntilMs,
  };
}

/** The usage as shown to the person. */
export const limitsOf = (
  { open, maxOpen, times, slowedUntilMs }: ClaimUsage,
  bulk: BulkUsage | null,
): ClaimLimits => ({
  openClaims: open,
  maxOpenClaims: maxOpen,
  claimsInLastDay: times.length,
  maxClaimsPerDay: MAX_CLAIMS_PER_DAY,
  slowedUntil: slowedUntilMs === null ? null : new Date(slowedUntilMs).toISOString(),
  bulk: presentBulkUsage(bulk),
});

/** Refuses a claim because of the open ones. */
export function tooManyOpen({ maxOpen, slowedUntilMs }: ClaimUsage, now: Date): AppError {
  if (maxOpen === MAX_OPEN_CLAIMS || slowedUntilMs === null)
    return conflict('claim-limit.open', { max: MAX_OPEN_CLAIMS });
  return conflict('claim-limit.missed', { max: maxOpen, waitMs: slowedUntilMs - now.getTime() });
}

/** Refuses a claim because of the claims of the last 24 hours, whose `times` are given newest first. */
export function tooManyToday(times: readonly Date[], now: Date): AppError {
  const lastOfShare = times[MAX_CLAIMS_PER_DAY - 1] ?? now;
  const wait = { untilMs: lastOfShare.getTime() + DAY_MS, nowMs: now.getTime() };
  return conflictUntil('claim-limit.day', wait, { max: MAX_CLAIMS_PER_DAY });
}
