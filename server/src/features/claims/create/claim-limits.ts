import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import {
  MAX_CLAIMS_PER_DAY,
  MAX_OPEN_CLAIMS,
  NO_SHOW_EXPIRY_DAYS,
  noShowLimits,
  type NoShowLimits,
} from '@openlarder/domain/claims/claim-limits.ts';
import { type AppError, conflict, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { DbOrTx } from '#server/db/database.ts';
import { countOpenClaims, selectClaimTimes, selectNoShows } from './claim-limits.store.ts';

/** What counts to a person’s limits. */
export type ClaimUsage = {
  readonly open: number;
  /** When they made the claims of the last 24 hours, newest first. */
  readonly times: readonly Date[];
  readonly noShows: NoShowLimits;
};

export async function readClaimUsage(db: DbOrTx, personId: string, now: Date): Promise<ClaimUsage> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const missed = await selectNoShows(db, personId, before(NO_SHOW_EXPIRY_DAYS));
  return {
    open: await countOpenClaims(db, personId),
    times: await selectClaimTimes(db, personId, before(1), MAX_CLAIMS_PER_DAY + 1),
    noShows: noShowLimits(
      missed.map(({ reported_by, at }) => ({ reportedById: reported_by, atMs: at.getTime() })),
      now.getTime(),
    ),
  };
}

/** The usage as shown to the person. */
export const limitsOf = ({ open, times, noShows }: ClaimUsage): ClaimLimits => ({
  openClaims: open,
  maxOpenClaims: noShows.maxOpenClaims,
  claimsInLastDay: times.length,
  maxClaimsPerDay: MAX_CLAIMS_PER_DAY,
  noShows: noShows.counted,
  noShowsEaseAt: noShows.easesAtMs === null ? null : new Date(noShows.easesAtMs).toISOString(),
});

/** Refuses a claim because of the open ones. */
export function tooManyOpen({ counted, maxOpenClaims, easesAtMs }: NoShowLimits, now: Date): AppError {
  if (maxOpenClaims === MAX_OPEN_CLAIMS || easesAtMs === null)
    return conflict('claim-limit.open', { max: MAX_OPEN_CLAIMS });
  const waitMs = easesAtMs - now.getTime();
  return conflict('claim-limit.missed', { missed: counted, max: maxOpenClaims, waitMs });
}

/** Refuses a claim because of the claims of the last 24 hours, whose `times` are given newest first. */
export function tooManyToday(times: readonly Date[], now: Date): AppError {
  const lastOfShare = times[MAX_CLAIMS_PER_DAY - 1] ?? now;
  const wait = { untilMs: lastOfShare.getTime() + DAY_MS, nowMs: now.getTime() };
  return conflictUntil('claim-limit.day', wait, { max: MAX_CLAIMS_PER_DAY });
}
