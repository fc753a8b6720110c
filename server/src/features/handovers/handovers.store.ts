import type { HandoverStatus } from '@openlarder/domain/handovers/handover-states.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { HandoverRow, HandoverTables } from './handovers.tables.ts';

/** Undefined if the two have an open handover in this conversation already. */
export async function insertHandover(
  tx: Tx,
  handover: Insertable<HandoverTables['handover']>,
): Promise<HandoverRow | undefined> {
  return tx
    .insertInto('handover')
    .values(handover)
    .onConflict((conflict) =>
      conflict.column('conversation_id').where('status', '=', sql.lit('open')).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function selectHandovers(db: DbOrTx, ids: readonly string[]): Promise<HandoverRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('handover')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export async function selectOwnHandover(
  db: DbOrTx,
  id: string,
  personId: string,
): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('id', '=', id)
    .where((is) => is.or([is('giver_id', '=', personId), is('receiver_id', '=', personId)]))
    .executeTakeFirst();
}

/** Locks the handover until the transaction ends. What it is about must be locked before. */
export async function lockHandover(tx: Tx, id: string): Promise<HandoverRow> {
  return tx
    .selectFrom('handover')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes a handover that the transaction has locked, while it is open. */
export async function updateOpenHandover(
  tx: Tx,
  id: string,
  columns: Updateable<HandoverTables['handover']>,
): Promise<HandoverRow> {
  return tx
    .updateTable('handover')
    .set(columns)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores a dispute of an ended handover: a completed one becomes disputed, a no-show stays one. */
export async function disputeHandover(
  tx: Tx,
  id: string,
  by: Pick<HandoverRow, 'disputed_at' | 'disputed_by'>,
): Promise<HandoverRow> {
  return tx
    .updateTable('handover')
    .set({ ...by, status: sql<HandoverStatus>`case status when 'completed' then 'disputed' else status end` })
    .where('id', '=', id)
    .where('status', 'in', ['completed', 'no_show'])
    .where('disputed_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores that the receiver has thanked, or has told who they are. */
export async function markAfterwards(
  tx: Tx,
  id: string,
  column: 'thanked_at' | 'receiver_named_at',
  at: Date,
): Promise<HandoverRow> {
  return tx
    .updateTable('handover')
    .set({ [column]: at })
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .where(column, 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('handover')
    .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** A giver's handovers with this code, open or completed by it since then; two may have the same one. */
export async function selectWithCode(
  db: DbOrTx,
  giverId: string,
  code: string,
  usedSince: Date,
): Promise<HandoverRow[]> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('giver_id', '=', giverId)
    .where('code', '=', code)
    .where((is) =>
      is.or([
        is('status', '=', 'open'),
        is.and([is('completed_by', '=', 'code'), is('ended_at', '>=', usedSince)]),
      ]),
    )
    .execute();
}

/** The conversation's open handover, or else its latest. */
export async function selectLatestIn(db: DbOrTx, conversationId: string): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy(sql`status = 'open'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function selectOpenOf(db: DbOrTx, personId: string): Promise<HandoverRow[]> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('status', '=', 'open')
    .where((is) => is.or([is('giver_id', '=', personId), is('receiver_id', '=', personId)]))
    .orderBy('id')
    .execute();
}

export async function selectBetween(db: DbOrTx, a: string, b: string): Promise<HandoverRow[]> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where((is) =>
      is.or([
        is.and([is('giver_id', '=', a), is('receiver_id', '=', b)]),
        is.and([is('giver_id', '=', b), is('receiver_id', '=', a)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/**
 * A person's handovers that were completed by code or by both sides, oldest first; at most 500, which suffices for
 * their trust.
 */
export async function selectCompletedOf(db: DbOrTx, personId: string) {
  const { rows } = await sql<{ other_id: string; ended_at: Date }>`
    select case giver_id when ${personId} then receiver_id else giver_id end as other_id, ended_at from handover
    where ${personId}::uuid in (giver_id, receiver_id) and status = 'completed' and completed_by <> 'one_side'
    order by ended_at, id limit 500`.execute(db);
  return rows;
}

/**
 * Which of these people have met this person: a handover of the two was completed by code or confirmed by both sides.
 * The confirmation of one side alone does not count, nor does the handover of a request whose requester has not told
 * this person who they are.
 */
export async function selectMetBy(
  db: DbOrTx,
  personId: string,
  otherIds: readonly string[],
): Promise<string[]> {
  if (otherIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select receiver_id as id from handover
    where giver_id = ${personId} and receiver_id = any(${[...otherIds]})
      and status = 'completed' and completed_by <> 'one_side'
      and (receiver_named_at is not null
        or not exists (select from emergency_match as match where match.handover_id = handover.id))
    union select giver_id from handover
    where receiver_id = ${personId} and giver_id = any(${[...otherIds]})
      and status = 'completed' and completed_by <> 'one_side'`.execute(db);
  return rows.map(({ id }) => id);
}

export async function selectHandoverPairs(db: DbOrTx, personIds: readonly string[]) {
  if (personIds.length === 0) return [];
  return db
    .selectFrom('handover')
    .select(['giver_id', 'receiver_id'])
    .distinct()
    .where('giver_id', 'in', [...personIds])
    .where('receiver_id', 'in', [...personIds])
    .execute();
}

export async function updateWindows(
  tx: Tx,
  ids: readonly string[],
  window: Pick<HandoverRow, 'window_from' | 'window_until'>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('handover')
    .set(window)
    .where('id', 'in', [...ids])
    .where('status', '=', 'open')
    .execute();
}

export async function selectGiverRecords(db: DbOrTx, giverIds: readonly string[], since: Date) {
  const { rows } = await sql<{ giver_id: string; completed: number; missed: number }>`
    select giver_id, (count(*) filter (where status = 'completed'))::int as completed,
      (count(*) filter (where release_reason = 'no_food'))::int as missed
    from handover
    where giver_id = any(${[...giverIds]}::uuid[]) and created_at >= ${since}
    group by giver_id`.execute(db);
  return rows;
}

/**
 * How much these people gave until a time, by handovers that were completed by code or by both sides and are
 * undisputed.
 */
export async function selectGiven(db: DbOrTx, giverIds: readonly string[], until: Date) {
  const { rows } = await sql<{ giver_id: string; handovers: number; receivers: number }>`
    select giver_id, count(*)::int as handovers, count(distinct receiver_id)::int as receivers
    from handover
    where giver_id = any(${[...giverIds]}::uuid[]) and status = 'completed' and disputed_at is null
      and completed_by in ('both', 'code') and ended_at < ${until}
    group by giver_id`.execute(db);
  return rows;
}

type CalendarFeedRow = { readonly id: string; readonly created_at: Date };

export async function selectFeed(db: DbOrTx, personId: string): Promise<CalendarFeedRow | undefined> {
  return db
    .selectFrom('calendar_feed')
    .select(['id', 'created_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

/** The owner of a feed, unless their account is closed or paused. */
export async function selectFeedOwner(db: DbOrTx, feedId: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_feed')
    .innerJoin('person', 'person.id', 'calendar_feed.person_id')
    .select('calendar_feed.person_id')
    .where('calendar_feed.id', '=', feedId)
    .where('person.closed_at', 'is', null)
    .where('person.paused_at', 'is', null)
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** Inserts the feed, or replaces the person's earlier one. */
export async function replaceFeed(
  db: DbOrTx,
  feed: { readonly id: string; readonly personId: string; readonly now: Date },
): Promise<void> {
  const row = { id: feed.id, created_at: feed.now };
  await db
    .insertInto('calendar_feed')
    .values({ ...row, person_id: feed.personId })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

export async function deleteFeed(db: DbOrTx, personId: string): Promise<void> {
  await db.deleteFrom('calendar_feed').where('person_id', '=', personId).execute();
}
