import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import {
  NO_SHOW_COUNTS_DAYS,
  noShowStanding,
  type NoShowStanding,
} from '@openlarder/domain/claims/no-shows.ts';
import { MAX_CLAIMS_PER_DAY, MAX_OPEN_CLAIMS } from '@openlarder/domain/claims/taking.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import type { DbOrTx } from '#server/db/database.ts';
import { countOpenClaims, selectClaimTimes, selectNoShowTimes } from './claim-limits.store.ts';
import { formatWait } from '@openlarder/domain/kernel/format-wait.ts';

/**
 * What a person has taken: open claims, when they made the claims of the last 24 hours, newest first, and how many
 * claims they may have open after pickups that they missed.
 */
export type Taken = {
  readonly open: number;
  readonly times: readonly Date[];
  readonly standing: NoShowStanding;
};

export async function readTaken(db: DbOrTx, personId: string, now: Date): Promise<Taken> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const missed = await selectNoShowTimes(db, personId, before(NO_SHOW_COUNTS_DAYS));
  return {
    open: await countOpenClaims(db, personId),
    times: await selectClaimTimes(db, personId, before(1), MAX_CLAIMS_PER_DAY + 1),
    standing: noShowStanding(
      missed.map((at) => at.getTime()),
      now.getTime(),
    ),
  };
}

/** The same for the person to read. */
export const limitsOf = ({ open, times, standing }: Taken): ClaimLimits => ({
  openClaims: open,
  maxOpenClaims: standing.maxOpenClaims,
  claimsInLastDay: times.length,
  maxClaimsPerDay: MAX_CLAIMS_PER_DAY,
  noShows: standing.counted,
  noShowsEaseAt: standing.easesAtMs === null ? null : new Date(standing.easesAtMs).toISOString(),
});

const pickups = (count: number): string => `${count} ${count === 1 ? 'pickup' : 'pickups'}`;

/** Why no further claim can be open, and what ends that. */
export function tooManyOpen({ counted, maxOpenClaims, easesAtMs }: NoShowStanding, now: Date): AppError {
  const refused = (sentence: string): AppError => new AppError(409, 'claim-limit', sentence);
  if (maxOpenClaims === MAX_OPEN_CLAIMS || easesAtMs === null)
    return refused(
      `You have ${MAX_OPEN_CLAIMS} open pickups. Once one is handed over or let go, you can claim again.`,
    );
  return refused(
    `You missed ${pickups(counted)} lately, so for now you can have ${maxOpenClaims} open at a time. Once one is handed over or let go, you can claim again; the oldest missed one is forgotten in ${formatWait(easesAtMs - now.getTime())}.`,
  );
}

/** `times` are those of claims that stand, newest first; the last of the day's share frees the next one. */
export function tooManyToday(times: readonly Date[], now: Date): AppError {
  const lastOfShare = times[MAX_CLAIMS_PER_DAY - 1] ?? now;
  const waitMs = Math.max(SECOND_MS, lastOfShare.getTime() + DAY_MS - now.getTime());
  return new AppError(
    409,
    'claim-limit',
    `You have claimed ${MAX_CLAIMS_PER_DAY} times in 24 hours. So that there is some for everybody, you can claim again in ${formatWait(waitMs)}.`,
    { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) },
  );
}
