import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { TimeCursor } from '#server/platform/http/paging.ts';
import type { NotificationTables } from './notifications.tables.ts';

type Row = Selectable<NotificationTables['notification']>;

/**
 * Inserts the same notification for each of these people, in the app for those with `inApp`; or updates the unread one about
 * messages of the same conversation, which keeps its mail time and is mailed once, and is shown in the app as the new one
 * is. Returns its id by person, without those whose account is closed.
 */
export async function insertNotifications(
  tx: Tx,
  people: readonly { readonly personId: string; readonly id: string; readonly inApp: boolean }[],
  row: Omit<Insertable<NotificationTables['notification']>, 'id' | 'person_id' | 'in_app'>,
): Promise<Map<string, string>> {
  // three array parameters for any number of people: a statement takes at most 65,535 parameters
  const { rows } = await sql<{ person_id: string; id: string }>`
    insert into notification
      (id, person_id, kind, subject_type, subject_id, actor_id, listing_title, servings_claimed, servings_shared,
        correction, created_at, mail_due_at, in_app)
    select told.id, person.id, ${row.kind}, ${row.subject_type}, ${row.subject_id}::uuid, ${row.actor_id}::uuid,
      ${row.listing_title}, ${row.servings_claimed ?? null}::int, ${row.servings_shared ?? null}::int,
      ${row.correction ?? null}::jsonb,
      ${row.created_at}::timestamptz, ${row.mail_due_at}::timestamptz, told.in_app
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ personId }) => personId)}::uuid[],
      ${people.map(({ inApp }) => inApp)}::boolean[]) as told (id, person_id, in_app)
    join person on person.id = told.person_id and person.closed_at is null
    on conflict (person_id, subject_id) where kind = 'message_received' and read_at is null do update set
      actor_id = excluded.actor_id, listing_title = excluded.listing_title, created_at = excluded.created_at,
      in_app = excluded.in_app, mail_due_at = coalesce(notification.mail_due_at, excluded.mail_due_at)
    returning person_id, id`.execute(tx);
  return new Map(rows.map(({ person_id, id }) => [person_id, id]));
}

/** The notifications shown in the app, newest first; with a cursor, those older than it. */
export function selectPage(
  db: DbOrTx,
  personId: string,
  after: TimeCursor | null,
  limit: number,
): Promise<Row[]> {
  let query = db
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', personId)
    .where('in_app', '=', true);
  if (after)
    query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countUnread(db: DbOrTx, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('person_id', '=', personId)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Which notifications are meant: those with these values, and of these ids if given. */
export type WhichNotifications = Partial<Pick<Row, 'in_app' | 'subject_type' | 'subject_id' | 'kind'>> & {
  readonly ids?: readonly string[] | null;
};

/** Marks unread notifications of these people as read; returns the ids of the people who had some. */
export async function markRead(
  db: DbOrTx,
  personIds: readonly string[],
  { ids, ...values }: WhichNotifications,
  now: Date,
): Promise<string[]> {
  let update = db
    .updateTable('notification')
    .set({ read_at: now })
    .where('person_id', '=', sql<string>`any(${[...personIds]}::uuid[])`)
    .where((is) => is.and(values))
    .where('read_at', 'is', null);
  if (ids) update = update.where('id', 'in', [...ids]);
  const read = await update.returning('person_id').execute();
  return [...new Set(read.map(({ person_id }) => person_id))].toSorted();
}

/** Deletes the person's unread ones with these values, and so their mails; returns them, oldest first. */
export async function deleteUnread(
  tx: Tx,
  personId: string,
  values: Pick<Row, 'subject_type' | 'subject_id' | 'kind'>,
): Promise<Row[]> {
  const rows = await tx
    .deleteFrom('notification')
    .where('person_id', '=', personId)
    .where((is) => is.and(values))
    .where('read_at', 'is', null)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/** Hides the unread ones that `isHidden` selects in the app; their mails stay due. */
export async function hideUnread(
  tx: Tx,
  personId: string,
  isHidden: (row: Pick<Row, 'kind' | 'subject_type'>) => boolean,
): Promise<void> {
  const unread = await tx
    .selectFrom('notification')
    .select(['id', 'kind', 'subject_type'])
    .where('person_id', '=', personId)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .execute();
  const ids = unread.flatMap((row) => (isHidden(row) ? [row.id] : []));
  if (ids.length > 0)
    await tx.updateTable('notification').set({ in_app: false }).where('id', 'in', ids).execute();
}

/** Cancels the pending mails of these outdated `kinds` about a subject, for all people but `exceptIds`. */
export async function cancelMails(
  db: DbOrTx,
  subject: Pick<Row, 'subject_type' | 'subject_id'>,
  kinds: readonly NotificationKind[],
  exceptIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (kinds.length === 0) return;
  await db
    .updateTable('notification')
    .set({ mail_due_at: null })
    .where('subject_type', '=', subject.subject_type)
    .where('subject_id', '=', subject.subject_id)
    .where('kind', 'in', [...kinds])
    .where('person_id', '<>', sql<string>`all(${[...exceptIds]}::uuid[])`)
    .where('mail_due_at', 'is not', null)
    .where('mailed_at', 'is', null)
    .execute();
}

export async function deleteAllOf(db: DbOrTx, personId: string): Promise<void> {
  for (const table of ['notification', 'queued_mail', 'notification_settings', 'mail_count'] as const)
    await db.deleteFrom(table).where('person_id', '=', personId).execute();
}

/** Oldest first. */
export function allOf(db: DbOrTx, personId: string): Promise<Row[]> {
  return db
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The number of mails to a person by day, oldest first. */
export async function mailsByDay(db: DbOrTx, personId: string): Promise<{ day: string; sent: number }[]> {
  const { rows } = await sql<{ day: string; sent: number }>`
    select day::text as day, sent from mail_count where person_id = ${personId} order by mail_count.day`.execute(
    db,
  );
  return rows;
}

export async function updateTitle(tx: Tx, subjectIds: readonly string[], title: string): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ listing_title: title })
    .where('subject_id', 'in', [...subjectIds])
    .where('listing_title', 'is not', null)
    .execute();
}
