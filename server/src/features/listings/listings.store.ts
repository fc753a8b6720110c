import type { ListingStatus, ListingStock } from '@openlarder/domain/listings/listing-states.ts';
import { indexedWords } from '@openlarder/domain/kernel/search-words.ts';
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ListingRow, ListingTables, ListingThumbnail } from './listings.tables.ts';
import type { DuePage } from '#server/platform/process-due.ts';
import { compileOnce, type Placeholder, usePreparedStatement } from '#server/platform/postgres/database.ts';

export type ListingPhoto = { readonly photoId: string; readonly caption: string };

type Words = 'title_words' | 'words';

/** The columns by which the search finds a listing. */
export const wordColumns = ({ title, description }: Pick<ListingRow, 'title' | 'description'>) => ({
  title_words: indexedWords(title),
  words: indexedWords(`${title} ${description}`),
});

export async function insertListing(
  tx: Tx,
  listing: Omit<Insertable<ListingTables['food_listing']>, Words>,
  photos: readonly ListingPhoto[],
): Promise<ListingRow> {
  const row = await tx
    .insertInto('food_listing')
    .values({ ...listing, ...wordColumns(listing) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertPhotos(tx, row.id, photos);
  return row;
}

async function insertPhotos(tx: Tx, listingId: string, photos: readonly ListingPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  await tx
    .insertInto('listing_photo')
    .values(
      photos.map(({ photoId, caption }, position) => ({
        listing_id: listingId,
        position,
        photo_id: photoId,
        caption,
      })),
    )
    .execute();
}

export async function replacePhotos(
  tx: Tx,
  listingId: string,
  photos: readonly ListingPhoto[],
): Promise<void> {
  await tx.deleteFrom('listing_photo').where('listing_id', '=', listingId).execute();
  await insertPhotos(tx, listingId, photos);
}

export async function selectListings(db: DbOrTx, ids: readonly string[]): Promise<ListingRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('food_listing')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export async function selectThumbnails(db: DbOrTx, ids: readonly string[]): Promise<ListingThumbnail[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('food_listing')
    .select(['id', 'donor_id', 'title', 'category', 'status'])
    .select((of) => [firstPhotoOf(of).as('first_photo_id')])
    .where('id', 'in', [...ids])
    .execute();
}

const firstPhotoOf = (of: ExpressionBuilder<ListingTables, 'food_listing'>) =>
  of
    .selectFrom('listing_photo')
    .select('photo_id')
    .whereRef('listing_photo.listing_id', '=', 'food_listing.id')
    .orderBy('position')
    .limit(1);

/** Posted listings with a place that are offered at `now`: those of `ids`, or a page after an id. */
export async function selectOnTheMap(
  db: DbOrTx,
  page: { readonly ids: readonly string[] } | DuePage,
  now: Date,
) {
  return db
    .selectFrom('food_listing')
    .select([
      'id',
      'donor_id',
      'title',
      'category',
      'is_bulk',
      'urgency_level',
      'area_label',
      'place_is_public',
      'servings_left',
      'public_point',
      'created_at',
      'available_from',
      'available_until',
      'offered_until',
      'feed_end_at',
      'diets',
      'allergens',
    ])
    .select((of) => [firstPhotoOf(of).as('first_photo_id')])
    .where('status', '=', 'posted')
    .where('public_point', 'is not', null)
    .where('offered_until', '>', now)
    .$if('ids' in page, (query) => query.where('id', 'in', 'ids' in page ? [...page.ids] : []))
    .$if('limit' in page, (query) =>
      'limit' in page
        ? query
            .where((is) => (page.after === null ? is.val(true) : is('id', '>', page.after)))
            .orderBy('id')
            .limit(page.limit)
        : query,
    )
    .execute();
}

export async function selectOffering(db: DbOrTx, personIds: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('food_listing')
    .select('donor_id')
    .distinct()
    .where('donor_id', '=', sql<string>`any(${personIds}::uuid[])`)
    .where('status', '=', 'posted')
    .where('offered_until', '>', now)
    .execute();
  return rows.map(({ donor_id }) => donor_id);
}

export async function selectListing(db: DbOrTx, id: string): Promise<ListingRow | undefined> {
  return db.selectFrom('food_listing').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockListing(tx: Tx, id: string): Promise<ListingRow | undefined> {
  return tx.selectFrom('food_listing').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Newest first, those after `after`. With `offeredAt` only posted ones that are offered at that time. */
export async function selectListingsOf(
  db: DbOrTx,
  donorId: string,
  page: {
    readonly offeredAt?: Date | null;
    readonly after?: Pick<ListingRow, 'created_at' | 'id'> | undefined;
    readonly limit: number;
  },
): Promise<ListingRow[]> {
  const { offeredAt, after, limit } = page;
  let query = db.selectFrom('food_listing').selectAll().where('donor_id', '=', donorId);
  if (offeredAt) query = query.where('status', '=', 'posted').where('offered_until', '>', offeredAt);
  if (after)
    query = query.where((is) =>
      is(is.refTuple('created_at', 'id'), '<', is.tuple(after.created_at, after.id)),
    );
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

const selectPhotoRows = compileOnce((db: DbOrTx, given: Placeholder<{ listingIds: readonly string[] }>) =>
  db
    .selectFrom('listing_photo')
    .modifyFront(usePreparedStatement)
    .select(['listing_id', 'photo_id', 'caption'])
    .where('listing_id', '=', sql<string>`any(${given('listingIds')}::uuid[])`)
    .orderBy('listing_id')
    .orderBy('position'),
);

/** Photos by listing, in the donor's order. */
export async function selectPhotos(
  db: DbOrTx,
  listingIds: readonly string[],
): Promise<Map<string, ListingPhoto[]>> {
  const byListing = new Map<string, ListingPhoto[]>();
  if (listingIds.length === 0) return byListing;
  for (const { listing_id, photo_id, caption } of await selectPhotoRows(db, { listingIds }))
    byListing.set(listing_id, [...(byListing.get(listing_id) ?? []), { photoId: photo_id, caption }]);
  return byListing;
}

export async function listingWithPhoto(db: DbOrTx, photoId: string): Promise<string | null> {
  const row = await db
    .selectFrom('listing_photo')
    .select('listing_id')
    .where('photo_id', '=', photoId)
    .executeTakeFirst();
  return row?.listing_id ?? null;
}

/**
 * Takes servings of a listing for a claim, or null: the one statement that decides between concurrent claims. Null
 * `servings` takes all that are left. The inner select locks the row, so `taken` belongs to the state that is updated.
 */
export async function takeServings(
  tx: Tx,
  take: { listingId: string; takerId: string; servings: number | null; now: Date },
): Promise<{ row: ListingRow; taken: number } | null> {
  const { listingId, takerId, servings, now } = take;
  const { rows } = await sql<ListingRow & { taken: number }>`
    update food_listing as listing set
      servings_left = listing.servings_left - before.taken,
      servings_claimed = listing.servings_claimed + before.taken,
      status = case when listing.servings_left = before.taken then 'claimed' else 'posted' end,
      updated_at = ${now}
    from (
      select id, coalesce(${servings}::int, servings_left) as taken
      from food_listing where id = ${listingId} for no key update
    ) as before
    where listing.id = before.id and listing.status = 'posted' and listing.offered_until > ${now}
      and before.taken > 0 and listing.servings_left >= before.taken and listing.donor_id <> ${takerId}
    returning listing.*, before.taken`.execute(tx);
  const [row] = rows;
  return row ? { row, taken: row.taken } : null;
}

/** Saves a new stock of a locked listing. */
export async function updateStock(
  tx: Tx,
  listingId: string,
  stock: ListingStock,
  now: Date,
): Promise<ListingRow> {
  return updateListing(tx, listingId, { ...stockColumns(stock), updated_at: now });
}

export const stockColumns = (stock: ListingStock) => ({
  status: stock.status,
  estimated_servings: stock.estimatedServings,
  servings_left: stock.servingsLeft,
  servings_claimed: stock.servingsClaimed,
});

/** Locks a person's listings with these statuses until the transaction ends. */
export async function lockListingsOf(
  tx: Tx,
  donorId: string,
  statuses: readonly ListingStatus[],
): Promise<ListingRow[]> {
  return tx
    .selectFrom('food_listing')
    .selectAll()
    .where('donor_id', '=', donorId)
    .where('status', 'in', [...statuses])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Deletes places and texts of a person's listings, but for their titles. */
export async function deleteTextsOf(tx: Tx, donorId: string): Promise<void> {
  await tx
    .updateTable('food_listing')
    .set({
      description: '',
      words: sql`title_words`,
      closing_time: null,
      public_point: null,
      area_label: '',
      place_is_public: false,
    })
    .where('donor_id', '=', donorId)
    .execute();
}

type Columns = Omit<Updateable<ListingTables['food_listing']>, Words | 'title' | 'description'>;
type Texts = Pick<ListingRow, 'title' | 'description'>;

/** Updates columns of a locked listing; its texts both or neither. */
export async function updateListing(
  tx: Tx,
  listingId: string,
  columns: Columns | (Columns & Texts),
): Promise<ListingRow> {
  return tx
    .updateTable('food_listing')
    .set({ ...columns, ...('title' in columns && wordColumns(columns)) })
    .where('id', '=', listingId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Listings that show others what their donor sees, at `now`. */
export async function selectDueToSettle(db: DbOrTx, now: Date, { after, limit }: DuePage) {
  return db
    .selectFrom('food_listing')
    .select('id')
    .where('settles_at', '<=', now)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Locks some posted listings whose offer is over; skips those locked by another process. */
export async function lockOverdue(tx: Tx, now: Date, limit: number): Promise<ListingRow[]> {
  return tx
    .selectFrom('food_listing')
    .selectAll()
    .where('status', '=', 'posted')
    .where('offered_until', '<=', now)
    .orderBy('offered_until')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}
