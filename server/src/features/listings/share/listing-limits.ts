import type { ListingLimits } from '@openlarder/domain/listings/listing-contract.ts';
import { conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { trustLimitsOf } from '#server/features/accounts/trust/trust.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { lockListingsOf, selectListingTimes } from './listing-limits.store.ts';

/** How many listings the caller may still share in 24 hours, by their trust level. */
export async function listingLimits(ctx: AppContext, caller: Caller): Promise<ListingLimits> {
  const { listings: max, level } = await trustLimitsOf(ctx, caller.userId);
  const times = await timesOf(ctx, caller.userId, max);
  const last = times[max - 1];
  return {
    listingsInLastDay: times.length,
    maxListingsPerDay: max,
    nextAt: last ? new Date(last.getTime() + DAY_MS).toISOString() : null,
    level,
  };
}

/** Refuses (409 `listing-limit`) another listing today. The person's listings pass one after the other. */
export async function enforceListingLimit(tx: TxContext, donorId: string): Promise<void> {
  await lockListingsOf(tx.db, donorId);
  const { listings: max } = await trustLimitsOf(tx, donorId);
  const last = (await timesOf(tx, donorId, max))[max - 1];
  if (!last) return;
  const wait = { untilMs: last.getTime() + DAY_MS, nowMs: tx.clock.now().getTime() };
  throw conflictUntil('listing-limit', wait, { max });
}

/** When the listings of the last 24 hours were shared, newest first, at most `limit`. */
const timesOf = (ctx: AppContext, donorId: string, limit: number): Promise<Date[]> =>
  selectListingTimes(ctx.db, donorId, new Date(ctx.clock.now().getTime() - DAY_MS), limit);
