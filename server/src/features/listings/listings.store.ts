import type { ListingStock } from '@openlarder/domain/listings/listing-states.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ListingTables } from './listings.tables.ts';

export type ListingRow = Selectable<ListingTables['food_listing']>;

export async function insertListing(
  tx: Tx,
  listing: Insertable<ListingTables['food_listing']>,
  photoIds: readonly string[],
): Promise<ListingRow> {
  const row = await tx.insertInto('food_listing').values(listing).returningAll().executeTakeFirstOrThrow();
  if (photoIds.length > 0)
    await tx
      .insertInto('listing_photo')
      .values(photoIds.map((photoId, position) => ({ listing_id: row.id, position, photo_id: photoId })))
      .execute();
  return row;
}

export async function selectListings(db: DbOrTx, ids: readonly string[]): Promise<ListingRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('food_listing')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export async function selectListing(db: DbOrTx, id: string): Promise<ListingRow | undefined> {
  return db.selectFrom('food_listing').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The listing, which nobody else changes until the transaction ends. */
export async function lockListing(tx: Tx, id: string): Promise<ListingRow | undefined> {
  return tx.selectFrom('food_listing').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Newest first. With `offeredAt`, only what is posted and still offered then. */
export async function selectListingsOf(
  db: DbOrTx,
  donorId: string,
  offeredAt: Date | null,
  limit: number,
): Promise<ListingRow[]> {
  return db
    .selectFrom('food_listing')
    .selectAll()
    .where('donor_id', '=', donorId)
    .$if(offeredAt !== null, (query) =>
      query.where('status', '=', 'posted').where('offered_until', '>', offeredAt ?? new Date(0)),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Photo ids by listing, in the order the donor put them. */
export async function selectPhotoIds(
  db: DbOrTx,
  listingIds: readonly string[],
): Promise<Map<string, string[]>> {
  const byListing = new Map<string, string[]>();
  if (listingIds.length === 0) return byListing;
  const rows = await db
    .selectFrom('listing_photo')
    .select(['listing_id', 'photo_id'])
    .where('listing_id', 'in', [...listingIds])
    .orderBy('listing_id')
    .orderBy('position')
    .execute();
  for (const row of rows)
    byListing.set(row.listing_id, [...(byListing.get(row.listing_id) ?? []), row.photo_id]);
  return byListing;
}

/**
 * Takes servings of a listing for a claim, or nothing: the one statement that decides who was first. Without
 * `servings` all that are left. The inner select locks the row, so `taken` is of the state the update sees.
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

/** Writes what a rule made of a listing that the transaction has locked. */
export async function updateStock(
  tx: Tx,
  listingId: string,
  stock: ListingStock,
  now: Date,
): Promise<ListingRow> {
  return tx
    .updateTable('food_listing')
    .set({
      status: stock.status,
      estimated_servings: stock.estimatedServings,
      servings_left: stock.servingsLeft,
      servings_claimed: stock.servingsClaimed,
      updated_at: now,
    })
    .where('id', '=', listingId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Some listings that are posted though their time is over, locked; those another process has are left to it. */
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
