import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ModerationTables } from './moderation.tables.ts';
import { usePreparedStatement } from '#server/platform/postgres/database.ts';

export async function insertBlock(tx: Tx, block: Insertable<ModerationTables['block']>): Promise<void> {
  await tx
    .insertInto('block')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertRequestBlock(
  tx: Tx,
  block: Insertable<ModerationTables['request_block']>,
): Promise<void> {
  await tx
    .insertInto('request_block')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes a block by the id under which its owner knows the other: the person's, or the request's. */
export async function deleteBlock(tx: Tx, blockerId: string, knownId: string): Promise<void> {
  await tx
    .deleteFrom('block')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', knownId)
    .execute();
  await tx
    .deleteFrom('request_block')
    .where('blocker_id', '=', blockerId)
    .where((is) =>
      is.or([
        is.and([is('request_id', '=', knownId), is('is_by_requester', '=', false)]),
        is.and([is('blocked_id', '=', knownId), is('is_by_requester', '=', true)]),
      ]),
    )
    .execute();
}

/**
 * All blocks of a person, one for each blocked person, latest first; with the request if they know the person by a
 * request only.
 */
export async function blocksOf(db: DbOrTx, blockerId: string) {
  const { rows } = await sql<{ blocked_id: string; request_id: string | null; created_at: Date }>`
    select blocked_id, request_id, max(created_at) as created_at from (
      select blocked_id, null::uuid as request_id, created_at from block where blocker_id = ${blockerId}
      union all
      select blocked_id, case when not is_by_requester then request_id end, created_at from request_block
      where blocker_id = ${blockerId}) as one
    group by blocked_id, request_id order by created_at desc`.execute(db);
  return rows;
}

/** Whether there is a block by a request between the two, in either direction. */
export async function hasRequestBlockBetween(db: DbOrTx, a: string, b: string): Promise<boolean> {
  const row = await db
    .selectFrom('request_block')
    .select('blocker_id')
    .where((is) =>
      is.or([
        is.and([is('blocker_id', '=', a), is('blocked_id', '=', b)]),
        is.and([is('blocker_id', '=', b), is('blocked_id', '=', a)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The requests by which a person has blocked their requesters. */
export async function requestsBlockedBy(db: DbOrTx, blockerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('request_block')
    .select('request_id')
    .where('blocker_id', '=', blockerId)
    .execute();
  return rows.map(({ request_id }) => request_id);
}

export async function hasBlocked(db: DbOrTx, blockerId: string, blockedId: string): Promise<boolean> {
  const row = await db
    .selectFrom('block')
    .modifyFront(usePreparedStatement)
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The people who have blocked the requester of this request. */
export async function blockersByRequest(db: DbOrTx, requestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('request_block')
    .select('blocker_id')
    .where('request_id', '=', requestId)
    .execute();
  return rows.map(({ blocker_id }) => blocker_id);
}

/**
 * The blocks by and against a person; `helper_id` is set for a block by a request, and is the side that does not know
 * the other.
 */
export async function blocksWith(db: DbOrTx, personId: string) {
  const { rows } = await sql<{ blocker_id: string; blocked_id: string; helper_id: string | null }>`
    ${usePreparedStatement} select blocker_id, blocked_id, null::uuid as helper_id from block
    where blocker_id = ${personId} or blocked_id = ${personId}
    union
    select blocker_id, blocked_id, case when is_by_requester then blocked_id else blocker_id end from request_block
    where blocker_id = ${personId} or blocked_id = ${personId}`.execute(db);
  return rows;
}

/** The ids of all people with a block between them and `personId`, in either direction. */
export async function blockedWith(db: DbOrTx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ other_id: string }>`
    select blocked_id as other_id from block where blocker_id = ${personId}
    union select blocker_id from block where blocked_id = ${personId}`.execute(db);
  return rows.map((row) => row.other_id);
}

const pairKey = (a: string, b: string) =>
  sql`hashtextextended('pair:' || least(${a}::uuid, ${b}::uuid) || greatest(${a}::uuid, ${b}::uuid), 0)`;

/** Locks the pair exclusively until the end of the transaction. */
export async function lockPairExclusively(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${pairKey(a, b)})`.execute(tx);
}

/** Locks the pair in shared mode until the end of the transaction. */
export async function lockPairShared(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${pairKey(a, b)})`.execute(tx);
}

/** Deletes the blocks by and against a person, and anonymizes their reports. */
export async function deletePersonFromBlocksAndReports(tx: Tx, personId: string): Promise<void> {
  for (const table of ['block', 'request_block'] as const)
    await tx
      .deleteFrom(table)
      .where((is) => is.or([is('blocker_id', '=', personId), is('blocked_id', '=', personId)]))
      .execute();
  await tx.updateTable('report').set({ reporter_id: null }).where('reporter_id', '=', personId).execute();
}

export type AdminActionRow = Selectable<ModerationTables['admin_action']>;

export async function insertAdminAction(
  tx: Tx,
  act: Insertable<ModerationTables['admin_action']>,
): Promise<void> {
  await tx.insertInto('admin_action').values(act).execute();
}

/** Newest first. */
export function latestAdminActions(db: DbOrTx, limit: number): Promise<AdminActionRow[]> {
  return db.selectFrom('admin_action').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** Keeps the blocks that others have set against a person whose account is closed. */
export async function keepFormerBlocks(tx: Tx, personId: string, key: string, now: Date): Promise<void> {
  await sql`
    insert into former_block (blocker_id, email_digest, created_at, closed_at, request_id, is_by_requester)
    select blocker_id, ${key}, created_at, ${now}::timestamptz, null, false from block where blocked_id = ${personId}
    union all select blocker_id, ${key}, created_at, ${now}::timestamptz, request_id, is_by_requester
    from request_block where blocked_id = ${personId}
    on conflict (blocker_id, email_digest, request_id) do update set closed_at = excluded.closed_at`.execute(
    tx,
  );
}

export async function keepFormerPause(
  tx: Tx,
  key: string,
  pause: { readonly pausedAt: Date; readonly reason: string | null },
  now: Date,
): Promise<void> {
  const values = { reason: pause.reason, paused_at: pause.pausedAt, closed_at: now };
  await tx
    .insertInto('former_pause')
    .values({ email_digest: key, ...values })
    .onConflict((conflict) => conflict.column('email_digest').doUpdateSet(values))
    .execute();
}

/** Deletes a person's blocks against closed accounts. */
export async function deleteFormerBlocksBy(tx: Tx, blockerId: string): Promise<void> {
  await tx.deleteFrom('former_block').where('blocker_id', '=', blockerId).execute();
}

/** The times of a person's blocks against closed accounts. */
export function formerBlocksBy(db: DbOrTx, blockerId: string) {
  return db
    .selectFrom('former_block')
    .select('created_at')
    .where('blocker_id', '=', blockerId)
    .orderBy('created_at')
    .execute();
}
