import { type Kysely, sql } from 'kysely';

/** Notifications have a switch for each group, in the app and by mail. Without a row everything is on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // one that is switched off in the app is kept for its mail
  await sql`alter table notification add column in_app boolean not null default true`.execute(db);
  await sql`
    alter table notification_settings
      add column app_off text[] not null default '{}'
        check (app_off <@ array['claims', 'pickups', 'messages', 'endings', 'alerts']),
      add column mail_off text[] not null default '{}'
        check (mail_off <@ array['claims', 'pickups', 'messages', 'alerts', 'help'])`.execute(db);
  // mails about requests were one switch for those of others and one's own
  await sql`
    update notification_settings set mail_off = array_remove(array[
      case when not mail_claims then 'claims' end,
      case when not mail_pickups then 'pickups' end,
      case when not mail_messages then 'messages' end,
      case when not mail_requests then 'alerts' end,
      case when not mail_requests then 'help' end], null)`.execute(db);
  await sql`
    alter table notification_settings
      drop column mail_claims, drop column mail_pickups, drop column mail_messages, drop column mail_requests`.execute(
    db,
  );
}
