import { type AppError, conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import {
  canRemoveRemainder,
  type ListingStock,
  stockWithoutRemainder,
} from '@openlarder/domain/listings/listing-states.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { announceChange } from '../listings.events.ts';
import * as store from '../listings.store.ts';
import type { ListingRow } from '../listings.tables.ts';

/** The stock of a listing. */
export const stockOf = (row: ListingRow): ListingStock => ({
  status: row.status,
  estimatedServings: row.estimated_servings,
  servingsLeft: row.servings_left,
  servingsClaimed: row.servings_claimed,
});

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
  // withdrawn by its donor now, or earlier and its last claim has ended
  if (saved.status === 'withdrawn' && row.status !== 'withdrawn') {
    const shown = (await store.selectPhotos(tx.db, [row.id])).get(row.id) ?? [];
    await photos.hidePhotos(
      tx,
      shown.map(({ photoId }) => photoId),
    );
  }
  return saved;
}

/** Withdraws what is left of a locked listing; servings released later are not offered again. */
export async function withdrawRest(tx: TxContext, row: ListingRow): Promise<void> {
  await store.updateListing(tx.db, row.id, { withdrawn_at: tx.clock.now() });
  if (canRemoveRemainder(row)) await saveStock(tx, row, stockWithoutRemainder(stockOf(row), 'withdrawn'));
}
