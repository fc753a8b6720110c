import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { ModerationTables } from './moderation.tables.ts';

export async function insertBlock(db: DbOrTx, block: ModerationTables['block']): Promise<void> {
  await db
    .insertInto('block')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteBlock(db: DbOrTx, blockerId: string, blockedId: string): Promise<void> {
  await db
    .deleteFrom('block')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute();
}

export function blocksOf(db: DbOrTx, blockerId: string) {
  return db
    .selectFrom('block')
    .select(['blocked_id', 'created_at'])
    .where('blocker_id', '=', blockerId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Everybody with a block between them and `personId`, whoever set it. */
export async function blockedWith(db: DbOrTx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ other_id: string }>`
    select blocked_id as other_id from block where blocker_id = ${personId}
    union select blocker_id from block where blocked_id = ${personId}`.execute(db);
  return rows.map((row) => row.other_id);
}

export async function insertReport(db: DbOrTx, report: ModerationTables['report']): Promise<void> {
  await db.insertInto('report').values(report).execute();
}

export async function countReportsSince(db: DbOrTx, reporterId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('report')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('reporter_id', '=', reporterId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
