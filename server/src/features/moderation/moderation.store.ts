import { type Insertable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ModerationTables } from './moderation.tables.ts';

export async function insertBlock(tx: Tx, block: Insertable<ModerationTables['block']>): Promise<void> {
  await tx
    .insertInto('block')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes a block back, by the id that its owner knows the other by: their own, or that of the request. */
export async function deleteBlock(db: DbOrTx, blockerId: string, knownId: string): Promise<void> {
  await db
    .deleteFrom('block')
    .where('blocker_id', '=', blockerId)
    .where(sql`coalesce(request_id, blocked_id)`, '=', knownId)
    .execute();
}

/** The blocker knows by now who it is. */
export async function nameBlocked(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
  await tx
    .updateTable('block')
    .set({ request_id: null })
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute();
}

export function blocksOf(db: DbOrTx, blockerId: string) {
  return db
    .selectFrom('block')
    .select(['blocked_id', 'created_at', 'request_id'])
    .where('blocker_id', '=', blockerId)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function hasBlocked(db: DbOrTx, blockerId: string, blockedId: string): Promise<boolean> {
  const row = await db
    .selectFrom('block')
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Everybody with a block between them and `personId`, whoever set it. */
export async function blockedWith(db: DbOrTx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ other_id: string }>`
    select blocked_id as other_id from block where blocker_id = ${personId}
    union select blocker_id from block where blocked_id = ${personId}`.execute(db);
  return rows.map((row) => row.other_id);
}

const pairKey = (a: string, b: string) =>
  sql`hashtextextended('pair:' || least(${a}::uuid, ${b}::uuid) || greatest(${a}::uuid, ${b}::uuid), 0)`;

/** Until the end of the transaction, nobody else holds or locks these two. */
export async function lockPair(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${pairKey(a, b)})`.execute(tx);
}

/** Until the end of the transaction, nobody locks these two; others may hold them as well. */
export async function holdPair(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${pairKey(a, b)})`.execute(tx);
}

/** Deletes the blocks a person set and those set against them, and takes their name off their reports. */
export async function deletePersonFromBlocksAndReports(tx: Tx, personId: string): Promise<void> {
  await tx
    .deleteFrom('block')
    .where((is) => is.or([is('blocker_id', '=', personId), is('blocked_id', '=', personId)]))
    .execute();
  await tx.updateTable('report').set({ reporter_id: null }).where('reporter_id', '=', personId).execute();
}
