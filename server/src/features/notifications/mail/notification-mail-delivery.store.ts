import { URGENT_KINDS } from '@openlarder/domain/notifications/mail-rules.ts';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { NotificationTables } from '../notifications.tables.ts';

export type NotificationRow = Selectable<NotificationTables['notification']>;
export type QueuedMail = Pick<
  NotificationTables['queued_mail'],
  'id' | 'person_id' | 'is_urgent' | 'turn' | 'failures'
> & {
  readonly counted_on: string;
};
type SettingsRow = Omit<NotificationTables['notification_settings'], 'person_id'>;

/** Cancels mails that were due before `before` and are not queued. */
export async function cancelOverdue(db: DbOrTx, before: Date): Promise<void> {
  await db
    .updateTable('notification')
    .set({ mail_due_at: null })
    .where('mail_due_at', '<', before)
    .where('mail_id', 'is', null)
    .where('mailed_at', 'is', null)
    .where('read_at', 'is', null)
    .execute();
}

/**
 * People with due unread notifications and no queued mail for them, with their settings (null: defaults): those with
 * urgent ones first, then those with others and room in their daily limit; longest waiting first.
 */
export async function peopleWithDue(
  db: DbOrTx,
  { now, day, most }: { readonly now: Date; readonly day: string; readonly most: number },
): Promise<{ personId: string; settings: SettingsRow | null; isUrgent: boolean }[]> {
  const { rows } = await sql<SettingsRow & { person_id: string; chosen: boolean; is_urgent: boolean }>`
    select due.person_id, settings.person_id is not null as chosen, settings.app_off, settings.mail_off,
      settings.quiet_from, settings.quiet_until, due.is_urgent
    from (
      select person_id, kind = any(${URGENT_KINDS}) as is_urgent, min(mail_due_at) as since
      from notification
      where mail_due_at <= ${now} and mail_id is null and mailed_at is null and read_at is null
      group by 1, 2
    ) as due
    left join notification_settings as settings on settings.person_id = due.person_id
    where not exists (select from queued_mail as mail
        where mail.person_id = due.person_id and mail.is_urgent = due.is_urgent)
      and (due.is_urgent or not exists (select from mail_count where mail_count.person_id = due.person_id
        and day = ${day}::date and sent >= ${most}))
    order by due.is_urgent desc, due.since, due.person_id`.execute(db);
  return rows.map(({ person_id, chosen, is_urgent, ...settings }) => ({
    personId: person_id,
    settings: chosen ? settings : null,
    isUrgent: is_urgent,
  }));
}

/** Locks what is due for a person, urgent or not, until the end of the transaction, oldest first. */
export function lockDue(
  tx: Tx,
  { personId, isUrgent, now }: { personId: string; isUrgent: boolean; now: Date },
): Promise<NotificationRow[]> {
  return tx
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', personId)
    .where('kind', isUrgent ? 'in' : 'not in', [...URGENT_KINDS])
    .where('mail_due_at', '<=', now)
    .where('mail_id', 'is', null)
    .where('mailed_at', 'is', null)
    .where('read_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function cancelMailsOf(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('notification')
    .set({ mail_due_at: null })
    .where('id', 'in', [...ids])
    .execute();
}

/** Queues a mail with these notifications; false if the person already has one like it, or the account is closed. */
export async function insertMail(
  tx: Tx,
  mail: { id: string; personId: string; isUrgent: boolean; tryAt: Date; day: string },
  notificationIds: readonly string[],
): Promise<boolean> {
  const inserted = await tx
    .insertInto('queued_mail')
    .values({
      id: mail.id,
      person_id: mail.personId,
      is_urgent: mail.isUrgent,
      turn: 1,
      failures: 0,
      try_at: mail.tryAt,
      counted_on: mail.day,
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'is_urgent']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await tx
    .updateTable('notification')
    .set({ mail_id: mail.id })
    .where('id', 'in', [...notificationIds])
    .execute();
  return true;
}

/** Counts one mail for a person; false if their daily limit is reached. */
export async function countForPerson(tx: Tx, personId: string, day: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_count (day, person_id, sent) values (${day}::date, ${personId}, 1)
    on conflict (day, person_id) do update set sent = mail_count.sent + 1 where mail_count.sent < ${most}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** How many mails a person was sent on a day, and whose doings each told; without urgent ones. */
export async function mailsOfDay(
  db: DbOrTx,
  personId: string,
  { day, timeZone }: { readonly day: string; readonly timeZone: string },
): Promise<{
  readonly sent: number;
  readonly causes: readonly Pick<NotificationRow, 'actor_id' | 'mailed_at'>[];
}> {
  const count = await db
    .selectFrom('mail_count')
    .select('sent')
    .where('person_id', '=', personId)
    .where('day', '=', sql<string>`${day}::date`)
    .executeTakeFirst();
  const causes = await db
    .selectFrom('notification')
    .select(['actor_id', 'mailed_at'])
    .distinct()
    .where('person_id', '=', personId)
    .where('actor_id', 'is not', null)
    .where('kind', 'not in', [...URGENT_KINDS])
    .where(sql<boolean>`(mailed_at at time zone ${timeZone})::date = ${day}::date`)
    .execute();
  return { sent: count?.sent ?? 0, causes };
}

/** Starts a new turn for mails whose lease has expired: their sender died or failed. */
export async function startNextTurns(tx: Tx, now: Date, tryAt: Date) {
  return tx
    .updateTable('queued_mail')
    .set({ turn: sql<number>`turn + 1`, try_at: tryAt })
    .where('try_at', '<=', now)
    .returning(['id', 'turn', 'is_urgent'])
    .execute();
}

/** Takes the lease of a mail until `tryAt`, if `turn` is current. */
export async function takeTurn(
  db: DbOrTx,
  { id, turn, tryAt }: { readonly id: string; readonly turn: number; readonly tryAt: Date },
): Promise<QueuedMail | null> {
  const { rows } = await sql<QueuedMail>`
    update queued_mail set turn = turn + 1, try_at = ${tryAt}
    where id = ${id} and turn = ${turn}
    returning id, person_id, is_urgent, turn, failures, counted_on::text as counted_on`.execute(db);
  return rows[0] ?? null;
}

/** Postpones a leased mail until `tryAt`. */
export async function postpone(db: DbOrTx, mail: QueuedMail, tryAt: Date, failures: number): Promise<void> {
  await db
    .updateTable('queued_mail')
    .set({ try_at: tryAt, failures })
    .where('id', '=', mail.id)
    .where('turn', '=', mail.turn)
    .execute();
}

export async function setCountedDay(tx: Tx, mailId: string, day: string): Promise<void> {
  await tx.updateTable('queued_mail').set({ counted_on: day }).where('id', '=', mailId).execute();
}

/** The unread notifications of a mail that are not cancelled, oldest first. */
export function unreadInMail(db: DbOrTx, mailId: string): Promise<NotificationRow[]> {
  return db
    .selectFrom('notification')
    .selectAll()
    .where('mail_id', '=', mailId)
    .where('mail_due_at', 'is not', null)
    .where('read_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Ends a mail: marks these notifications as mailed and cancels the others it was queued for. */
export async function endMail(tx: Tx, mailId: string, mailed: readonly string[], now: Date): Promise<void> {
  if (mailed.length > 0)
    await tx
      .updateTable('notification')
      .set({ mailed_at: now })
      .where('id', 'in', [...mailed])
      .execute();
  await tx
    .updateTable('notification')
    .set({ mail_due_at: null })
    .where('mail_id', '=', mailId)
    .where('mailed_at', 'is', null)
    .execute();
  await tx.deleteFrom('queued_mail').where('id', '=', mailId).execute();
}
