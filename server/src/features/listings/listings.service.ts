import { conflict, notFound, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ChangeListing, CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  canTakeAway,
  type ListingStock,
  stockTakenAway,
} from '@openlarder/domain/listings/listing-states.ts';
import type { SearchLanguage } from '@openlarder/domain/listings/search-words.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Photos } from '#server/features/photos/photos.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { LISTING_CHANGED, LISTING_EDITED, type ListingChanged } from './listings.events.ts';
import { makeChange } from './share/change-listing.ts';
import { writeListing } from './share/create-listing.ts';
import { makeFeed } from './feed/feed.ts';
import { makeLeaving } from './lifecycle/account-closure.ts';
import { makeListingsPage } from './listings.queries.ts';
import { makeListingPresenter } from './listings.presenter.ts';
import * as store from './listings.store.ts';
import { makeOnTheMap } from './map-source.ts';
import { makeRemoval } from './lifecycle/moderation-delete.ts';
import { makeSearch } from './feed/search.ts';
import { makeListingWitness } from './report-evidence.ts';

/** A stored listing, for the features that come after this one; people get it through `presentListings`. */
export type ListingRow = store.ListingRow;

export type { ListingOnMap, MapPage } from './map-source.ts';
export { REMOVED_TITLE } from './lifecycle/moderation-delete.ts';

export type ListingsParts = {
  readonly db: Db;
  readonly clock: Clock;
  /** The community's, in which words are searched for. */
  readonly language: SearchLanguage;
  readonly newId: NewId;
  readonly eventLog: EventLog;
  readonly accounts: Pick<Accounts, 'summaries' | 'requireActive'>;
  readonly places: Places;
  readonly photos: Photos;
  readonly moderation: Moderation;
};

/** How many overdue listings one transaction of the expiry job takes. */
const EXPIRY_BATCH = 100;
/** How much of what a person shares is listed. */
const MAX_OF_A_PERSON = 200;

const notPosted = () => conflict('not-posted', 'Nothing of this is offered any more.');

/** Whether everybody sees the one elsewhere than the other. */
const isElsewhere = (a: ListingRow, b: ListingRow): boolean =>
  a.public_point?.x !== b.public_point?.x || a.public_point?.y !== b.public_point?.y;

export type Listings = ReturnType<typeof makeListings>;

/** Food that people share: offering it, finding it, taking it back. */
export function makeListings(parts: ListingsParts) {
  const { db, clock, newId, eventLog, moderation } = parts;
  const presentRows = makeListingPresenter(parts);
  const search = makeSearch(parts);
  const change = makeChange(parts);

  async function announceChange(tx: Tx, row: ListingRow, isNew = false): Promise<void> {
    const changed: ListingChanged = {
      listingId: row.id,
      donorId: row.donor_id,
      status: row.status,
      isNew,
      point: row.public_point && geoPointOf(row.public_point),
    };
    await eventLog.append(tx, LISTING_CHANGED, changed);
  }

  /** Listings as `viewerId` may see them, in the given order. The caller has decided that they may. */
  async function presentListings(
    viewerId: string,
    rows: readonly ListingRow[],
    near: GeoPoint | null = null,
  ): Promise<Listing[]> {
    return presentRows(db, viewerId, rows, { now: clock.now(), near });
  }

  async function presentOne(viewerId: string, row: ListingRow): Promise<Listing> {
    const [listing] = await presentListings(viewerId, [row]);
    if (!listing) throw notFound();
    return listing;
  }

  /** The listing, if this person may know of it: 404 for what a blocked pair shares and what was withdrawn. */
  async function requireVisibleListing(dbOrTx: DbOrTx, viewerId: string, id: string): Promise<ListingRow> {
    const row = await store.selectListing(dbOrTx, id);
    if (!row) throw notFound();
    if (row.donor_id === viewerId) return row;
    if (row.status === 'withdrawn') throw notFound();
    if (await moderation.isBlockedBetween(dbOrTx, viewerId, row.donor_id)) throw notFound();
    return row;
  }

  async function getListing(caller: Caller, id: string): Promise<Listing> {
    return presentOne(caller.userId, await requireVisibleListing(db, caller.userId, id));
  }

  /**
   * Shares food. Refuses with 422 what is over already and a place without a name, with 403 `bulk-not-for-you` bulk
   * food of who is neither a donor nor an organization, `account-paused` of who is paused.
   */
  async function createListing(
    caller: Caller,
    body: CreateListing,
    idempotency: Idempotency | null = null,
  ): Promise<Listing> {
    const { listingId } = await inTransaction(db, (tx) =>
      once(tx, caller.userId, idempotency, clock, async () => {
        if (!(await store.holdPerson(tx, caller.userId))) throw signedOut();
        await parts.accounts.requireActive(tx, caller.userId);
        const listing = { id: newId(), donorId: caller.userId, body, now: clock.now() };
        const row = await writeListing(tx, parts, listing);
        await announceChange(tx, row, true);
        return { listingId: row.id };
      }),
    );
    return getListing(caller, listingId);
  }

  /** The caller's own listing, locked; to anybody else it does not exist. */
  async function lockOwn(tx: Tx, caller: Caller, id: string): Promise<ListingRow> {
    const row = await store.lockListing(tx, id);
    if (!row || row.donor_id !== caller.userId) throw notFound();
    return row;
  }

  const listingsPageOfPerson = makeListingsPage({ ...parts, presentListings });

  /** The first page of what a person shares. */
  async function listingsOfPerson(caller: Caller, personId: string): Promise<Listing[]> {
    return (await listingsPageOfPerson(caller, personId, { limit: MAX_OF_A_PERSON, cursor: null })).listings;
  }

  /**
   * Changes what the caller shares, or offers it for longer; absent fields stay, and the same again changes nothing.
   * 404 for another's, 409 `not-posted` once it is not offered any more, 409 `has-claims` for another place or a
   * shorter pickup while somebody is coming, 422 on the field for what could not be shared so either.
   */
  async function changeListing(caller: Caller, id: string, body: ChangeListing): Promise<Listing> {
    await inTransaction(db, async (tx) => {
      const row = await lockOwn(tx, caller, id);
      if (row.status !== 'posted') throw notPosted();
      await parts.accounts.requireActive(tx, caller.userId);
      const changed = await change(tx, row, body, clock.now());
      if (!changed) return;
      // who looks at where it was has to hear of it as well
      if (isElsewhere(row, changed)) await announceChange(tx, { ...changed, public_point: row.public_point });
      await announceChange(tx, changed);
      if (changed.servings_claimed > 0) await eventLog.append(tx, LISTING_EDITED, { listingId: id });
    });
    return getListing(caller, id);
  }

  /**
   * Takes back what nobody has claimed; what is let go later is not offered again either. Again is the same; 409
   * `not-posted` when nothing is offered any more.
   */
  async function withdrawListing(caller: Caller, id: string): Promise<Listing> {
    await inTransaction(db, async (tx) => {
      const row = await lockOwn(tx, caller, id);
      if (row.status === 'withdrawn' || row.withdrawn_at !== null) return;
      if (!canTakeAway(row)) throw notPosted();
      await withdrawRest(tx, row);
    });
    return getListing(caller, id);
  }

  /** Ends what was offered until now or earlier; safe to run twice and in several processes. Gives the count. */
  async function expireOverdue(): Promise<number> {
    let expired = 0;
    for (;;) {
      const batch = await inTransaction(db, async (tx) => {
        const overdue = await store.lockOverdue(tx, clock.now(), EXPIRY_BATCH);
        for (const row of overdue) await saveStock(tx, row, stockTakenAway(store.stockOf(row), 'expired'));
        return overdue.length;
      });
      expired += batch;
      if (batch < EXPIRY_BATCH) return expired;
    }
  }

  /**
   * Takes servings for a claim of `takerId`, all that are left when `servings` is null. Null when too few are left,
   * the listing is over, or it is their own.
   */
  async function takeServings(
    tx: Tx,
    take: { listingId: string; takerId: string; servings: number | null },
  ): Promise<{ row: ListingRow; taken: number } | null> {
    const result = await store.takeServings(tx, { ...take, now: clock.now() });
    if (result) await announceChange(tx, result.row);
    return result;
  }

  /** The listing, which nobody else changes until the transaction ends. */
  async function lockListing(tx: Tx, id: string): Promise<ListingRow> {
    const row = await store.lockListing(tx, id);
    if (!row) throw notFound();
    return row;
  }

  /** Writes what a rule of `listing-states` made of a locked listing, and tells those who see it. */
  async function saveStock(tx: Tx, row: ListingRow, stock: ListingStock): Promise<ListingRow> {
    const settled = await store.updateStock(tx, row.id, stock, clock.now());
    await announceChange(tx, settled);
    // nobody sees it any more, whether its donor has just taken it back or its last claim was let go behind that
    if (settled.status === 'withdrawn' && row.status !== 'withdrawn') {
      const shown = (await store.selectPhotos(tx, [row.id])).get(row.id) ?? [];
      await parts.photos.hidePhotos(
        tx,
        shown.map(({ photoId }) => photoId),
      );
    }
    return settled;
  }

  /** Takes the rest of a locked listing back; what is let go from here on is not offered again. */
  async function withdrawRest(tx: Tx, row: ListingRow): Promise<void> {
    await store.updateListing(tx, row.id, { withdrawn_at: clock.now() });
    if (canTakeAway(row)) await saveStock(tx, row, stockTakenAway(store.stockOf(row), 'withdrawn'));
  }

  /** Stored listings by id; who asks decides what becomes of them. */
  async function listingsById(dbOrTx: DbOrTx, ids: readonly string[]): Promise<Map<string, ListingRow>> {
    const rows = await store.selectListings(dbOrTx, [...new Set(ids)]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  return {
    createListing,
    getListing,
    feed: makeFeed({ ...parts, termsOf: (asked) => search.termsOf(asked), presentListings }),
    applySearchLanguage: () => search.applySearchLanguage(),
    deleteUnusedSearchWords: () => search.deleteUnusedSearchWords(),
    listingsOfPerson,
    listingsPageOfPerson,
    changeListing,
    withdrawListing,
    expireOverdue,
    requireVisibleListing,
    presentListings,
    takeServings,
    lockListing,
    saveStock,
    stockOf: store.stockOf,
    listingsById,
    /** Which of these people offer food now. */
    peopleOffering: async (dbOrTx: DbOrTx, personIds: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(await store.selectOffering(dbOrTx, personIds, clock.now())),
    ...makeLeaving({ clock, presentRows, withdrawRest }),
    ...makeListingWitness(parts),
    ...makeOnTheMap(parts),
    ...makeRemoval({ ...parts, withdrawRest, announceChange: (tx, row) => announceChange(tx, row) }),
  };
}
