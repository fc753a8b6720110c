import type { DbOrTx } from '#server/db/database.ts';

type MatchingTables = {
  /** Food that a person does not want recommended again. */
  dismissed_match: { person_id: string; listing_id: string; created_at: Date };
};

declare module '#server/db/database.ts' {
  interface Tables extends MatchingTables {}
}

/** Idempotent. */
export async function insertDismissed(
  db: DbOrTx,
  row: { person_id: string; listing_id: string; created_at: Date },
): Promise<void> {
  await db
    .insertInto('dismissed_match')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteDismissed(db: DbOrTx, personId: string, listingId: string): Promise<void> {
  await db
    .deleteFrom('dismissed_match')
    .where('person_id', '=', personId)
    .where('listing_id', '=', listingId)
    .execute();
}

export async function selectDismissing(db: DbOrTx, listingId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('dismissed_match')
    .select('person_id')
    .where('listing_id', '=', listingId)
    .execute();
  return new Set(rows.map(({ person_id }) => person_id));
}

export async function deleteAllDismissedOf(db: DbOrTx, personId: string): Promise<void> {
  await db.deleteFrom('dismissed_match').where('person_id', '=', personId).execute();
}

export async function selectDismissedAmong(
  db: DbOrTx,
  personId: string,
  listingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (listingIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('dismissed_match')
    .select('listing_id')
    .where('person_id', '=', personId)
    .where('listing_id', 'in', [...listingIds])
    .execute();
  return new Set(rows.map(({ listing_id }) => listing_id));
}

/** Oldest first. */
export const selectDismissedOf = (db: DbOrTx, personId: string) =>
  db
    .selectFrom('dismissed_match')
    .select(['listing_id', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('listing_id')
    .execute();
