import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { NotificationTables } from './notifications.tables.ts';

export type NotificationRow = Selectable<NotificationTables['notification']>;
export type MailUnderWay = Pick<
  NotificationTables['mail_under_way'],
  'id' | 'person_id' | 'turn' | 'failures'
> & {
  readonly counted_on: string;
};
type SettingsRow = Omit<NotificationTables['notification_settings'], 'person_id'>;

/** Gives up the mails that came due before `before` and are not on the way: nobody waits for them any more. */
export async function dropOverdue(db: DbOrTx, before: Date): Promise<void> {
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
 * Who has something unread that is due, waits for no mail that is on the way and has not had the most of the day,
 * with their settings (null: never chosen); who waits longest comes first.
 */
export async function peopleWithDue(
  db: DbOrTx,
  { now, day, most }: { readonly now: Date; readonly day: string; readonly most: number },
): Promise<{ personId: string; settings: SettingsRow | null }[]> {
  const { rows } = await sql<SettingsRow & { person_id: string; chosen: boolean }>`
    select due.person_id, settings.person_id is not null as chosen, settings.mail_claims, settings.mail_pickups,
      settings.mail_messages, settings.mail_requests, settings.quiet_from, settings.quiet_until
    from (
      select person_id, min(mail_due_at) as since from notification
      where mail_due_at <= ${now} and mail_id is null and mailed_at is null and read_at is null
      group by person_id
    ) as due
    left join notification_settings as settings on settings.person_id = due.person_id
    where not exists (select from mail_under_way where mail_under_way.person_id = due.person_id)
      and not exists (select from mail_count where mail_count.person_id = due.person_id
        and day = ${day}::date and sent >= ${most})
    order by due.since, due.person_id`.execute(db);
  return rows.map(({ person_id, chosen, ...settings }) => ({
    personId: person_id,
    settings: chosen ? settings : null,
  }));
}

/** What is due for a person, oldest first; nobody else puts it into a mail until the end of the transaction. */
export function lockDue(tx: Tx, personId: string, now: Date): Promise<NotificationRow[]> {
  return tx
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', personId)
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

/** These are not mailed, and never will be. */
export async function dropMailsOf(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('notification')
    .set({ mail_due_at: null })
    .where('id', 'in', [...ids])
    .execute();
}

/** Puts a mail on its way; false when the person has one there already, or has left. */
export async function insertMail(
  tx: Tx,
  mail: { id: string; personId: string; tryAt: Date; day: string },
  notificationIds: readonly string[],
): Promise<boolean> {
  const inserted = await tx
    .insertInto('mail_under_way')
    .values({
      id: mail.id,
      person_id: mail.personId,
      turn: 1,
      failures: 0,
      try_at: mail.tryAt,
      counted_on: mail.day,
    })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
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

/** Counts one more of the day for a person; false when they have had the most. */
export async function countForPerson(tx: Tx, personId: string, day: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_count (day, person_id, sent) values (${day}::date, ${personId}, 1)
    on conflict (day, person_id) do update set sent = mail_count.sent + 1 where mail_count.sent < ${most}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Mails whose turn has gone by without an end are due for another: whoever had it has died, or failed. */
export async function nextTurns(tx: Tx, now: Date, tryAt: Date): Promise<{ id: string; turn: number }[]> {
  return tx
    .updateTable('mail_under_way')
    .set({ turn: sql<number>`turn + 1`, try_at: tryAt })
    .where('try_at', '<=', now)
    .returning(['id', 'turn'])
    .execute();
}

/** Takes a mail for the only one that knows its turn; until `tryAt` it is theirs. */
export async function takeTurn(
  db: DbOrTx,
  { id, turn, tryAt }: { readonly id: string; readonly turn: number; readonly tryAt: Date },
): Promise<MailUnderWay | null> {
  const { rows } = await sql<MailUnderWay>`
    update mail_under_way set turn = turn + 1, try_at = ${tryAt}
    where id = ${id} and turn = ${turn}
    returning id, person_id, turn, failures, counted_on::text as counted_on`.execute(db);
  return rows[0] ?? null;
}

/** Puts a mail that is one's own off until `tryAt`. */
export async function putOff(db: DbOrTx, mail: MailUnderWay, tryAt: Date, failures: number): Promise<void> {
  await db
    .updateTable('mail_under_way')
    .set({ try_at: tryAt, failures })
    .where('id', '=', mail.id)
    .where('turn', '=', mail.turn)
    .execute();
}

export async function countOn(tx: Tx, mailId: string, day: string): Promise<void> {
  await tx.updateTable('mail_under_way').set({ counted_on: day }).where('id', '=', mailId).execute();
}

/** What a mail is about, oldest first, as far as it is still to be told. */
export function unreadIn(db: DbOrTx, mailId: string): Promise<NotificationRow[]> {
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

/** The mail has ended: these were in it, and what else it was made for is not told any more. */
export async function endMail(tx: Tx, mailId: string, told: readonly string[], now: Date): Promise<void> {
  if (told.length > 0)
    await tx
      .updateTable('notification')
      .set({ mailed_at: now })
      .where('id', 'in', [...told])
      .execute();
  await tx
    .updateTable('notification')
    .set({ mail_due_at: null })
    .where('mail_id', '=', mailId)
    .where('mailed_at', 'is', null)
    .execute();
  await tx.deleteFrom('mail_under_way').where('id', '=', mailId).execute();
}

export async function forgetCounts(db: DbOrTx, day: string): Promise<void> {
  await sql`delete from mail_count where day < ${day}::date`.execute(db);
}
