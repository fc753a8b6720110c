import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/** Keeps the blocks that others have set against a person who leaves. */
export async function rememberBlocks(tx: Tx, personId: string, key: string, now: Date): Promise<void> {
  await sql`
    insert into former_block (blocker_id, blocked_key, created_at, closed_at, request_id)
    select blocker_id, ${key}, created_at, ${now}::timestamptz, request_id from block where blocked_id = ${personId}
    on conflict (blocker_id, blocked_key) do update
      set closed_at = excluded.closed_at, request_id = excluded.request_id`.execute(tx);
}

/** Keeps that a person who leaves is paused. */
export async function rememberPause(
  tx: Tx,
  key: string,
  pause: { readonly pausedAt: Date; readonly reason: string | null },
  now: Date,
): Promise<void> {
  const values = { reason: pause.reason, paused_at: pause.pausedAt, closed_at: now };
  await tx
    .insertInto('former_pause')
    .values({ paused_key: key, ...values })
    .onConflict((conflict) => conflict.column('paused_key').doUpdateSet(values))
    .execute();
}

/** Forgets what a person had set against people who have left since. */
export async function deleteFormerBlocksBy(tx: Tx, blockerId: string): Promise<void> {
  await tx.deleteFrom('former_block').where('blocker_id', '=', blockerId).execute();
}

/** When somebody has blocked people who have left since. */
export function formerBlocksBy(db: DbOrTx, blockerId: string) {
  return db
    .selectFrom('former_block')
    .select('created_at')
    .where('blocker_id', '=', blockerId)
    .orderBy('created_at')
    .execute();
}

export async function forgetFormer(db: DbOrTx, closedBefore: Date): Promise<void> {
  await db.deleteFrom('former_block').where('closed_at', '<', closedBefore).execute();
  await db.deleteFrom('former_pause').where('closed_at', '<', closedBefore).execute();
}
