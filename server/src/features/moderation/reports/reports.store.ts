import { DISPUTE_REASON, type ReportReason } from '@openlarder/domain/moderation/report-reasons.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ModerationTables } from '../moderation.tables.ts';

export type ReportRow = Selectable<ModerationTables['report']>;

/** Serializes the reports of this person until the end of the transaction, so that the daily limit holds. */
export async function lockReportsOf(tx: Tx, reporterId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('report:' || ${reporterId}, 0))`.execute(tx);
}

export async function insertReport(
  db: DbOrTx,
  report: Insertable<ModerationTables['report']>,
): Promise<void> {
  await db.insertInto('report').values(report).execute();
}

/** Counts the reports of a person; with `reason`, only those with it. */
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

/** Oldest first; with `limit`, only the newest. */
export async function reportsOf(db: DbOrTx, reporterId: string, limit?: number): Promise<ReportRow[]> {
  let query = db.selectFrom('report').selectAll().where('reporter_id', '=', reporterId).orderBy('id', 'desc');
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).toReversed();
}

/** Oldest first. */
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

export async function countReportsAbout(db: DbOrTx, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('report')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('about_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const HARASSMENT = 'harassment' satisfies ReportReason;

export type RequestReport = { readonly byId: string; readonly requestId: string; readonly at: Date };

/**
 * Each open report about this person's requests since then, except their own, and except disputes of a handover, which
 * are not complaints about the request.
 */
export async function openRequestReportsAbout(
  db: DbOrTx,
  personId: string,
  since: Date,
): Promise<RequestReport[]> {
  const rows = await db
    .selectFrom('report')
    .select(['reporter_id', 'subject_id', 'created_at'])
    .where('about_id', '=', personId)
    .where('subject_type', '=', 'request')
    .where('reason', '<>', DISPUTE_REASON)
    .where('closed_at', 'is', null)
    .where('created_at', '>', since)
    .where('reporter_id', '<>', personId)
    .orderBy('created_at')
    .execute();
  return rows.flatMap(({ reporter_id, subject_id, created_at }) =>
    reporter_id === null ? [] : [{ byId: reporter_id, requestId: subject_id, at: created_at }],
  );
}

export type PersonReport = { readonly byId: string; readonly at: Date };

/** Each reporter's first open report of harassment about this person. A later one does not count again. */
export async function openHarassmentReportsAbout(db: DbOrTx, aboutId: string): Promise<PersonReport[]> {
  const { rows } = await sql<{ reporter_id: string; created_at: Date }>`
    select first.reporter_id, first.created_at from (
      select distinct on (reporter_id) reporter_id, created_at, closed_at from report
      where about_id = ${aboutId} and reason = ${HARASSMENT}
        and subject_type in ('person', 'conversation', 'message') and reporter_id <> about_id
      order by reporter_id, created_at, id) as first
    where first.closed_at is null order by first.created_at`.execute(db);
  return rows.map(({ reporter_id, created_at }) => ({ byId: reporter_id, at: created_at }));
}

/** Returns false if it was closed already. */
export async function closeReport(tx: Tx, id: string, note: string | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report')
    .set({ closed_at: now, closing_note: note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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
