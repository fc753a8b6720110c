import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/** Serializes the new listings of this person until the end of the transaction, so that the daily limit holds. */
export async function lockListingsOf(tx: Tx, donorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('listing:' || ${donorId}, 0))`.execute(tx);
}

/** When this person shared listings after `since`, newest first, in any status. */
export async function selectListingTimes(
  db: DbOrTx,
  donorId: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('food_listing')
    .select('created_at')
    .where('donor_id', '=', donorId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}
