import * as photos from '#server/features/photos/photos.service.ts';
import { endAllGrants } from '#server/features/places/address-access.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { announceChange } from '../listings.events.ts';
import { onListingRemoved } from '../listings.hooks.ts';
import * as store from '../listings.store.ts';
import { withdrawRest } from './stock.ts';

// Admin actions; callers have checked that the actor is an admin.

/** The title that replaces that of removed content. */
export const REMOVED_TITLE = 'Removed';

/** With texts, photos and access to its address. The caller ends its open claims. False if unknown. */
export async function removeListing(tx: TxContext, listingId: string): Promise<boolean> {
  const row = await store.lockListing(tx.db, listingId);
  if (!row) return false;
  if (row.withdrawn_at === null) await withdrawRest(tx, row);
  // the pickup instructions are free text too
  await endAllGrants(tx, { type: 'listing', id: listingId }, tx.clock.now());
  const shown = (await store.selectPhotos(tx.db, [listingId])).get(listingId) ?? [];
  for (const { photoId } of shown) await photos.deletePhoto(tx, photoId);
  await store.updateListing(tx.db, listingId, {
    title: REMOVED_TITLE,
    description: '',
    closing_time: null,
    updated_at: tx.clock.now(),
  });
  await announceChange(tx, (await store.selectListing(tx.db, listingId)) ?? row);
  for (const handle of onListingRemoved.handlersOf(tx)) await handle(tx, listingId);
  return true;
}

/** Removes a photo from the listing that shows it, if any. */
export async function removePhotoFromListing(tx: TxContext, photoId: string): Promise<void> {
  const listingId = await store.listingWithPhoto(tx.db, photoId);
  const row = listingId && (await store.lockListing(tx.db, listingId));
  if (!row) return;
  const shown = (await store.selectPhotos(tx.db, [row.id])).get(row.id) ?? [];
  await store.replacePhotos(
    tx.db,
    row.id,
    shown.filter((photo) => photo.photoId !== photoId),
  );
  await announceChange(tx, row);
}
