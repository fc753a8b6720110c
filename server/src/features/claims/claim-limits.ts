import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_CLAIMS_PER_DAY, MAX_OPEN_CLAIMS } from '@openlarder/domain/claims/taking.ts';
import type { DbOrTx } from '#server/db/database.ts';
import { countOpenClaims, selectClaimTimes } from './claims.store.ts';

/** What a person has taken: open claims, and when they made the claims of the last 24 hours, newest first. */
export type Taken = { readonly open: number; readonly times: readonly Date[] };

export async function readTaken(db: DbOrTx, personId: string, now: Date): Promise<Taken> {
  const since = new Date(now.getTime() - DAY_MS);
  return {
    open: await countOpenClaims(db, personId),
    times: await selectClaimTimes(db, personId, since, MAX_CLAIMS_PER_DAY + 1),
  };
}

export const tooManyOpen = (): AppError =>
  new AppError(
    409,
    'claim-limit',
    `You have ${MAX_OPEN_CLAIMS} open pickups. Once one is handed over or let go, you can claim again.`,
  );

/** `times` are those of claims that stand, newest first; the last of the day's share frees the next one. */
export function tooManyToday(times: readonly Date[], now: Date): AppError {
  const lastOfShare = times[MAX_CLAIMS_PER_DAY - 1] ?? now;
  const waitMs = Math.max(SECOND_MS, lastOfShare.getTime() + DAY_MS - now.getTime());
  return new AppError(
    409,
    'claim-limit',
    `You have claimed ${MAX_CLAIMS_PER_DAY} times in 24 hours. So that there is some for everybody, you can claim again in ${roughly(waitMs)}.`,
    { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) },
  );
}

/** A wait in words, never shorter than it is. */
function roughly(waitMs: number): string {
  const inHours = waitMs > HOUR_MS;
  const count = Math.ceil(waitMs / (inHours ? HOUR_MS : MINUTE_MS));
  return `${count} ${inHours ? 'hour' : 'minute'}${count === 1 ? '' : 's'}`;
}
