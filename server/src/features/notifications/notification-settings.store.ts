import {
  APP_GROUPS,
  type AppGroup,
  MAIL_TOPICS,
  type MailTopic,
} from '@openlarder/domain/notifications/notification-kinds.ts';
import type { NotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { NotificationTables } from './notifications.tables.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@openlarder/domain/notifications/notification-switches.ts';

type Row = NotificationTables['notification_settings'];

/** The settings in a row, or the defaults without one. */
export function settingsIn(row: Omit<Row, 'person_id'> | undefined): NotificationSettings {
  if (!row) return DEFAULT_NOTIFICATION_SETTINGS;
  const isShown = (group: AppGroup): boolean => !row.app_off.includes(group);
  const isMailed = (topic: MailTopic): boolean => !row.mail_off.includes(topic);
  return {
    app: {
      claims: isShown('claims'),
      pickups: isShown('pickups'),
      messages: isShown('messages'),
      endings: isShown('endings'),
      alerts: isShown('alerts'),
    },
    mail: {
      claims: isMailed('claims'),
      pickups: isMailed('pickups'),
      messages: isMailed('messages'),
      alerts: isMailed('alerts'),
      help: isMailed('help'),
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

const rowOf = ({ app, mail, quietHours }: NotificationSettings): Omit<Row, 'person_id'> => ({
  app_off: APP_GROUPS.filter((group) => !app[group]),
  mail_off: MAIL_TOPICS.filter((topic) => !mail[topic]),
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

export async function mutedAmong(
  db: DbOrTx,
  personIds: readonly string[],
  group: AppGroup,
): Promise<Set<string>> {
  if (personIds.length === 0) return new Set();
  const { rows } = await sql<{ person_id: string }>`
    select person_id from notification_settings
    where person_id = any(${[...personIds]}::uuid[]) and ${group} = any(app_off)`.execute(db);
  return new Set(rows.map(({ person_id }) => person_id));
}

/**
 * The settings of those of these people who have switched the group off in the app, and whether mails may reach them.
 */
export async function settingsOfMuted(db: DbOrTx, personIds: readonly string[], group: AppGroup) {
  if (personIds.length === 0) return [];
  const { rows } = await sql<Row & { is_verified: boolean }>`
    select settings.*, person.email_verified as is_verified
    from notification_settings as settings join person on person.id = settings.person_id
    where settings.person_id = any(${[...personIds]}::uuid[]) and ${group} = any(settings.app_off)`.execute(
    db,
  );
  return rows.map((row) => ({
    personId: row.person_id,
    settings: settingsIn(row),
    isVerified: row.is_verified,
  }));
}

/** Switches mails about topics on or off; returns those that changed, or null for an unknown or closed account. */
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
    .values({ person_id: personId, ...rowOf(DEFAULT_NOTIFICATION_SETTINGS) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('notification_settings')
    .selectAll()
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const changed = topics.filter((topic) => row.mail_off.includes(topic) === on);
  const others = row.mail_off.filter((topic) => !changed.includes(topic));
  if (changed.length > 0)
    await tx
      .updateTable('notification_settings')
      .set({ mail_off: on ? others : [...row.mail_off, ...changed] })
      .where('person_id', '=', personId)
      .execute();
  return changed;
}
