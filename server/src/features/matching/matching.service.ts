import { requireVisibleListing } from '#server/features/listings/listings.queries.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as store from './matching.store.ts';

/** "Not for me": this food is not recommended to the caller again; 404 if they may not see it. */
export async function dismissMatch(ctx: AppContext, caller: Caller, listingId: string): Promise<void> {
  await requireVisibleListing(ctx, caller.userId, listingId);
  await store.insertDismissed(ctx.db, {
    person_id: caller.userId,
    listing_id: listingId,
    created_at: ctx.clock.now(),
  });
}

/** Undoes `dismissMatch`; no error if there is nothing to undo. */
export const restoreMatch = (ctx: AppContext, caller: Caller, listingId: string): Promise<void> =>
  store.deleteDismissed(ctx.db, caller.userId, listingId);

/** Which of these listings the person has dismissed. */
export const dismissedAmong = (
  ctx: AppContext,
  personId: string,
  listingIds: readonly string[],
): Promise<ReadonlySet<string>> => store.selectDismissedAmong(ctx.db, personId, listingIds);

export const closePerson = (tx: TxContext, personId: string): Promise<void> =>
  store.deleteAllDismissedOf(tx.db, personId);

/** The listings that a person has dismissed, oldest first. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const rows = await store.selectDismissedOf(ctx.db, personId);
  return {
    notForMe: rows.map(({ listing_id, created_at }) => ({
      listingId: listing_id,
      saidAt: created_at.toISOString(),
    })),
  };
}
