import { DEFAULT_MAIL_SETTINGS } from '@openlarder/domain/notifications/mail-rules.ts';
import type { NotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import type { MailTopic } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { NotificationTables } from '../notifications.tables.ts';

type Row = NotificationTables['notification_settings'];

/** The settings in a row, or the defaults without one. */
export function settingsIn(row: Omit<Row, 'person_id'> | undefined): NotificationSettings {
  if (!row) return DEFAULT_MAIL_SETTINGS;
  return {
    mail: {
      claims: row.mail_claims,
      pickups: row.mail_pickups,
      messages: row.mail_messages,
      requests: row.mail_requests,
    },
    quietHours:
      row.quiet_from !== null && row.quiet_until !== null
        ? { from: row.quiet_from, until: row.quiet_until }
        : null,
  };
}

export async function settingsOf(db: DbOrTx, personId: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return settingsIn(row);
}

const rowOf = ({ mail, quietHours }: NotificationSettings): Omit<Row, 'person_id'> => ({
  mail_claims: mail.claims,
  mail_pickups: mail.pickups,
  mail_messages: mail.messages,
  mail_requests: mail.requests,
  quiet_from: quietHours?.from ?? null,
  quiet_until: quietHours?.until ?? null,
});

export async function upsertSettings(
  db: DbOrTx,
  personId: string,
  settings: NotificationSettings,
): Promise<void> {
  const chosen = rowOf(settings);
  await db
    .insertInto('notification_settings')
    .values({ person_id: personId, ...chosen })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(chosen))
    .execute();
}

const COLUMNS = {
  claims: 'mail_claims',
  pickups: 'mail_pickups',
  messages: 'mail_messages',
  requests: 'mail_requests',
} as const satisfies Record<MailTopic, keyof Row>;

/** Switches topics on or off; returns those that changed, or null for an unknown or closed account. */
export async function switchTopics(
  tx: Tx,
  personId: string,
  topics: readonly MailTopic[],
  on: boolean,
): Promise<MailTopic[] | null> {
  const person = await tx.selectFrom('person').select('id').where('id', '=', personId).executeTakeFirst();
  if (!person) return null;
  await tx
    .insertInto('notification_settings')
    .values({ person_id: personId, ...rowOf(DEFAULT_MAIL_SETTINGS) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('notification_settings')
    .selectAll()
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const changed = topics.filter((topic) => row[COLUMNS[topic]] !== on);
  if (changed.length > 0)
    await tx
      .updateTable('notification_settings')
      .set(Object.fromEntries(changed.map((topic) => [COLUMNS[topic], on])))
      .where('person_id', '=', personId)
      .execute();
  return changed;
}
