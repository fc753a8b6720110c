import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification
      add column mail_due_at timestamptz,
      add column mailed_at timestamptz`.execute(db);
  await sql`
    create index notification_mail on notification (mail_due_at)
      where mail_due_at is not null and mailed_at is null`.execute(db);
  await sql`
    create table notification_settings (
      person_id uuid primary key references person on delete cascade,
      mail_claims boolean not null,
      mail_pickups boolean not null,
      mail_messages boolean not null,
      quiet_from text,
      quiet_until text,
      check ((quiet_from is null) = (quiet_until is null))
    )`.execute(db);
  // how many mails went to whom on which day of the community
  await sql`
    create table mail_count (
      day date not null,
      person_id uuid not null references person on delete cascade,
      sent integer not null,
      primary key (day, person_id)
    )`.execute(db);
}
