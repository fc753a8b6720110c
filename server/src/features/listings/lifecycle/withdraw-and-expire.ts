import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  canRemoveRemainder,
  type ListingStatus,
  RESUME_MS,
  stockWithoutRemainder,
  takenServings,
} from '@openlarder/domain/listings/listing-states.ts';
import { notify } from '#server/features/notifications/notifications.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { ListingRow } from '../listings.tables.ts';
import { getListing } from '../listings.queries.ts';
import * as store from '../listings.store.ts';
import { requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import {
  changedStock,
  lockOwnListing,
  notPosted,
  saveStock,
  settledStock,
  settleStock,
  stockOf,
  withdrawRest,
} from './stock.ts';
import { presentListings } from '../listings.presenter.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import { endAllGrants } from '#server/features/places/address-access.ts';
import { announceChange } from '../listings.events.ts';
import { onListingRemoved } from '../listings.hooks.ts';

const EXPIRY_BATCH = 100;

/**
 * Withdraws the unclaimed rest; servings released later are not offered again. Idempotent; 409 `not-posted` if nothing
 * is offered any more.
 */
export async function withdrawListing(ctx: AppContext, caller: Caller, id: string): Promise<Listing> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwnListing(tx, caller, id);
    const { status } = settledStock(row, tx.clock.now());
    // stopped before: what was given to a request still ends later for others
    if (status === 'withdrawn' || row.withdrawn_at !== null) return;
    if (status !== 'posted') throw notPosted();
    await withdrawRest(tx, row);
  });
  return getListing(ctx, caller, id);
}

/**
 * Offers a listing again that its donor stopped sharing minutes ago, as it was, with `estimatedServings` in all: what
 * was left is not kept. Idempotent; 409 `not-posted` if the stop is longer ago or the offer is over, 422 on
 * `estimatedServings` below what is taken.
 */
export async function resumeListing(
  ctx: AppContext,
  caller: Caller,
  id: string,
  estimatedServings: number,
): Promise<Listing> {
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const locked = await lockOwnListing(tx, caller, id);
    // before the listing is settled: undoing nothing shows nothing
    if (locked.withdrawn_at === null && canRemoveRemainder(settledStock(locked, now))) return;
    const row = await settleStock(tx, locked);
    const resumableFrom = new Date(now.getTime() - RESUME_MS);
    // one that an admin has removed was withdrawn too
    if (row.withdrawn_at === null || row.withdrawn_at < resumableFrom || row.title === REMOVED_TITLE)
      throw notPosted();
    if (row.offered_until <= now) throw notPosted();
    await requireActive(tx, caller.userId);
    await store.updateListing(tx.db, id, { withdrawn_at: null });
    await saveStock(tx, row, changedStock(row, estimatedServings));
  });
  return getListing(ctx, caller, id);
}

/** Withdraws all listings of a person; open claims continue, and servings released later are not offered again. */
export async function withdrawAllOf(tx: TxContext, personId: string): Promise<void> {
  for (const row of await store.lockListingsOf(tx.db, personId, ['posted', 'claimed']))
    if (row.withdrawn_at === null) await withdrawRest(tx, row);
}

/** Tells the donor that nobody took any of it. */
const tellOfLapse = (tx: TxContext, row: ListingRow): Promise<void> =>
  notify(tx, {
    personId: row.donor_id,
    kind: 'listing_lapsed',
    subject: { type: 'listing', id: row.id },
    actorId: null,
    listingTitle: row.title,
  });

/** Expires listings whose offer is over; idempotent, also in several processes. Returns the count. */
export async function expireListings(ctx: AppContext): Promise<number> {
  let expired = 0;
  for (;;) {
    const batch = await inTransaction(ctx, async (tx) => {
      const overdue = await store.lockOverdue(tx.db, tx.clock.now(), EXPIRY_BATCH);
      for (const listing of overdue) {
        const row = await settleStock(tx, listing);
        const stock = stockOf(row);
        await saveStock(tx, row, stockWithoutRemainder(stock, 'expired'));
        if (takenServings(stock) === 0) await tellOfLapse(tx, row);
      }
      return overdue.length;
    });
    expired += batch;
    if (batch < EXPIRY_BATCH) return expired;
  }
}

/** A listing in a person's export, with all that they could see of it. */
type ExportedListing = Omit<Listing, 'donor' | 'donorId' | 'distanceKm' | 'placeShared'>;

const OFFERED: readonly ListingStatus[] = ['posted', 'claimed'];
const EXPORT_BATCH = 50;

/**
 * Withdraws all listings of a person and deletes texts and places; titles stay for people who received food. Locks
 * posted and claimed listings against new claims; open claims end afterwards and are not offered again. The account
 * must be locked, so that no listing is created concurrently.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  const now = tx.clock.now();
  for (const row of await store.lockListingsOf(tx.db, personId, OFFERED)) {
    await withdrawRest(tx, row);
    if (row.available_until > now) await store.updateListing(tx.db, row.id, { available_until: now });
  }
  await store.deleteTextsOf(tx.db, personId);
}

/** Everything a person has shared, newest first. */
export async function exportPerson(ctx: AppContext, personId: string): Promise<ExportedListing[]> {
  const exported: ExportedListing[] = [];
  for (let last: ListingRow | undefined; ; ) {
    const rows = await store.selectListingsOf(ctx.db, personId, { after: last, limit: EXPORT_BATCH });
    for (const listing of await presentListings(ctx, personId, rows)) {
      const { donor: _donor, donorId: _donorId, distanceKm: _km, placeShared: _shared, ...own } = listing;
      exported.push(own);
    }
    last = rows.at(-1);
    if (rows.length < EXPORT_BATCH) return exported;
  }
}

// Admin actions; callers have checked that the actor is an admin.

/** The title that replaces that of removed content. */
export const REMOVED_TITLE = 'Removed';

/**
 * Withdraws a listing, deletes its texts and photos and ends all access to its address. The caller ends its open
 * claims afterwards. False if it does not exist.
 */
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
