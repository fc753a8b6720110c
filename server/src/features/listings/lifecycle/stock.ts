import {
  type AppError,
  conflict,
  errorText,
  notFound,
  unprocessable,
} from '@openlarder/domain/kernel/app-error.ts';
import {
  canRemoveRemainder,
  type ListingStock,
  releasedServingsOutcome,
  stockAfterRelease,
  stockWithoutRemainder,
  stockWithServings,
  takenServings,
} from '@openlarder/domain/listings/listing-states.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { processDue } from '#server/platform/process-due.ts';
import { announceChange } from '../listings.events.ts';
import * as store from '../listings.store.ts';
import type { ListingRow } from '../listings.tables.ts';
import { laterMoment } from '#server/platform/clock.ts';

export const stockOf = (row: ListingRow): ListingStock => ({
  status: row.status,
  estimatedServings: row.estimated_servings,
  servingsLeft: row.servings_left,
  servingsClaimed: row.servings_claimed,
});

/** The listing after a claim of `servings` ended without a handover: they come back while they can still be offered. */
export const stockReleased = (
  row: ListingRow,
  stock: ListingStock,
  servings: number,
  hasFood: boolean,
  now: Date,
): ListingStock =>
  stockAfterRelease(
    stock,
    servings,
    releasedServingsOutcome({
      returnsServings: hasFood,
      isWithdrawn: row.withdrawn_at !== null,
      isOfferedInTime: row.offered_until > now,
    }),
  );

/** The same as its donor sees it: what was let go is on offer again, or gone, though others see it later. */
export function settledStock(row: ListingRow, now: Date): ListingStock {
  let stock = stockOf(row);
  if (row.servings_gone > 0) stock = stockReleased(row, stock, row.servings_gone, false, now);
  if (row.servings_returning > 0) stock = stockReleased(row, stock, row.servings_returning, true, now);
  return stock;
}

/** Shows everyone what the donor sees of a locked listing. */
export async function settleStock(tx: TxContext, row: ListingRow): Promise<ListingRow> {
  if (row.settles_at === null) return row;
  await store.updateListing(tx.db, row.id, { servings_returning: 0, servings_gone: 0, settles_at: null });
  return saveStock(tx, row, settledStock(row, tx.clock.now()));
}

/** Settles every listing that is due, each in its own transaction. Idempotent. Returns how many. */
export const settleDueListings = async (ctx: AppContext): Promise<number> =>
  processDue(
    (page) => store.selectDueToSettle(ctx.db, ctx.clock.now(), page),
    ({ id }) =>
      inTransaction(ctx, async (tx) => {
        const row = await lockListing(tx, id);
        if (row.settles_at === null || row.settles_at > tx.clock.now()) return false;
        await settleStock(tx, row);
        return true;
      }),
    'listings',
  );

/**
 * Ends a claim of servings of a locked listing without a handover, where `hasFood` says whether there is any. With
 * `isLater` others see them as claimed for another 10 to 40 minutes: until then nobody can claim them.
 */
export async function releaseServings(
  tx: TxContext,
  row: ListingRow,
  servings: number,
  { hasFood, isLater }: { readonly hasFood: boolean; readonly isLater: boolean },
): Promise<void> {
  const now = tx.clock.now();
  if (!isLater) {
    await saveStock(tx, row, stockReleased(row, stockOf(row), servings, hasFood, now));
    return;
  }
  await store.updateListing(tx.db, row.id, {
    servings_returning: row.servings_returning + (hasFood ? servings : 0),
    servings_gone: row.servings_gone + (hasFood ? 0 : servings),
    settles_at: new Date(Math.max(laterMoment(now).getTime(), row.settles_at?.getTime() ?? 0)),
  });
}

export const notPosted = (): AppError => conflict('not-posted');

/** Locks the listing until the transaction ends; 404 if it does not exist. */
export async function lockListing(tx: TxContext, id: string): Promise<ListingRow> {
  const row = await store.lockListing(tx.db, id);
  if (!row) throw notFound();
  return row;
}

/** Locks the caller's own listing; 404 to anyone else. */
export async function lockOwnListing(tx: TxContext, caller: Caller, id: string): Promise<ListingRow> {
  const row = await store.lockListing(tx.db, id);
  if (!row || row.donor_id !== caller.userId) throw notFound();
  return row;
}

/**
 * Takes servings for a claim of `takerId`, all that are left if `servings` is null. Null if too few are left, the
 * listing is over, or it is the taker's own.
 */
export async function takeServings(
  tx: TxContext,
  take: { listingId: string; takerId: string; servings: number | null },
): Promise<{ row: ListingRow; taken: number } | null> {
  const result = await store.takeServings(tx.db, { ...take, now: tx.clock.now() });
  if (result) await announceChange(tx, result.row);
  return result;
}

/** Saves the result of a `listing-states` rule for a locked listing and announces it. */
export async function saveStock(tx: TxContext, row: ListingRow, stock: ListingStock): Promise<ListingRow> {
  const saved = await store.updateStock(tx.db, row.id, stock, tx.clock.now());
  await announceChange(tx, saved);
  // withdrawn by its donor now, or earlier and its last claim has ended; or offered again
  if ((saved.status === 'withdrawn') !== (row.status === 'withdrawn')) {
    const shown = (await store.selectPhotos(tx.db, [row.id])).get(row.id) ?? [];
    await photos.showPhotosTo(
      tx,
      saved.status === 'withdrawn' ? 'owner' : 'signed_in',
      shown.map(({ photoId }) => photoId),
    );
  }
  return saved;
}

/** The stock with this many servings in all; 422 on `estimatedServings` if more are taken. */
export function changedStock(row: ListingRow, servings: number): ListingStock {
  const before = stockOf(row);
  const after = stockWithServings(before, servings);
  if (after) return after;
  throw unprocessable({ estimatedServings: errorText('servings.taken', { taken: takenServings(before) }) });
}

/** Withdraws what is left of a locked listing; servings released later are not offered again. */
export async function withdrawRest(tx: TxContext, listing: ListingRow): Promise<void> {
  const row = await settleStock(tx, listing);
  await store.updateListing(tx.db, row.id, { withdrawn_at: tx.clock.now() });
  if (canRemoveRemainder(row)) await saveStock(tx, row, stockWithoutRemainder(stockOf(row), 'withdrawn'));
}
