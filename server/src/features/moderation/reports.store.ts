import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ModerationTables } from './moderation.tables.ts';

export type ReportRow = Selectable<ModerationTables['report']>;

/** Until the end of the transaction, other reports of this person wait, so that none slips past the count. */
export async function lockReportsOf(tx: Tx, reporterId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('report:' || ${reporterId}, 0))`.execute(tx);
}

export async function insertReport(
  db: DbOrTx,
  report: Insertable<ModerationTables['report']>,
): Promise<void> {
  await db.insertInto('report').values(report).execute();
}

/** How many reports a person has made; with `reason`, those of that reason. */
export async function countReportsSince(
  db: DbOrTx,
  reporterId: string,
  since: Date,
  reason?: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('report')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('reporter_id', '=', reporterId)
    .where('created_at', '>', since)
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Oldest first; the newest `limit` of them, when a limit is told. */
export async function reportsOf(db: DbOrTx, reporterId: string, limit?: number): Promise<ReportRow[]> {
  let query = db.selectFrom('report').selectAll().where('reporter_id', '=', reporterId).orderBy('id', 'desc');
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).toReversed();
}

/** Those nobody is done with, oldest first. */
export function openReports(db: DbOrTx, limit: number): Promise<ReportRow[]> {
  return db
    .selectFrom('report')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countOpenReports(db: DbOrTx): Promise<number> {
  const { count } = await db
    .selectFrom('report')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function reportById(db: DbOrTx, id: string): Promise<ReportRow | undefined> {
  return db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How many reports there are about a person, ever. */
export async function countReportsAbout(db: DbOrTx, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('report')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('about_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Who has open reports about this person's requests for food since then, and when; what one says of oneself is none. */
export async function openRequestReportsAbout(
  db: DbOrTx,
  personId: string,
  since: Date,
): Promise<{ readonly byId: string; readonly at: Date }[]> {
  const rows = await db
    .selectFrom('report')
    .select(['reporter_id', 'created_at'])
    .where('about_id', '=', personId)
    .where('subject_type', '=', 'request')
    .where('closed_at', 'is', null)
    .where('created_at', '>', since)
    .where('reporter_id', '<>', personId)
    .orderBy('created_at')
    .execute();
  return rows.flatMap(({ reporter_id, created_at }) =>
    reporter_id === null ? [] : [{ byId: reporter_id, at: created_at }],
  );
}

/** Whether it was open. */
export async function closeReport(tx: Tx, id: string, note: string | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report')
    .set({ closed_at: now, closing_note: note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Open reports that no mail has told of yet. */
export function unmailedReports(db: DbOrTx): Promise<ReportRow[]> {
  return db
    .selectFrom('report')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('mailed_at', 'is', null)
    .orderBy('created_at')
    .execute();
}

export async function countMailedSince(db: DbOrTx, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('report')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('mailed_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function markMailed(db: DbOrTx, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('report')
    .set({ mailed_at: now })
    .where('id', 'in', [...ids])
    .execute();
}

export async function deleteReportsClosedBefore(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('report').where('closed_at', '<', before).execute();
}
