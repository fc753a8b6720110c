import type { Insertable, Selectable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ModerationTables } from './moderation.tables.ts';

export type AdminActRow = Selectable<ModerationTables['admin_act']>;

export async function insertAct(tx: Tx, act: Insertable<ModerationTables['admin_act']>): Promise<void> {
  await tx.insertInto('admin_act').values(act).execute();
}

/** Newest first. */
export function latestActs(db: DbOrTx, limit: number): Promise<AdminActRow[]> {
  return db.selectFrom('admin_act').selectAll().orderBy('id', 'desc').limit(limit).execute();
}
