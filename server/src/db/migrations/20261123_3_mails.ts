import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One combined mail; the row exists while the mail is being sent, so that no person has two in progress.
  await sql`
    create table mail_under_way (
      person_id uuid primary key references person on delete cascade,
      id uuid not null unique,
      turn integer not null,
      failures integer not null,
      try_at timestamptz not null,
      counted_on date not null
    )`.execute(db);
  await sql`create index mail_under_way_try on mail_under_way (try_at)`.execute(db);
  await sql`
    alter table notification
      add column mail_due_at timestamptz,
      add column mail_id uuid references mail_under_way (id) on delete set null,
      add column mailed_at timestamptz`.execute(db);
  await sql`
    create index notification_mail_due on notification (mail_due_at)
      where mail_due_at is not null and mail_id is null and mailed_at is null and read_at is null`.execute(
    db,
  );
  await sql`create index notification_mail on notification (mail_id) where mail_id is not null`.execute(db);
  await sql`create index notification_subject on notification (subject_id) where mail_due_at is not null and mailed_at is null`.execute(
    db,
  );
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
  // Mails per person and day of the community, and mails of all kinds in total.
  await sql`
    create table mail_count (
      day date not null,
      person_id uuid not null references person on delete cascade,
      sent integer not null,
      primary key (day, person_id)
    )`.execute(db);
  await sql`create table mail_day (day date primary key, sent integer not null)`.execute(db);
  // An account that is being closed gets no new rows here.
  await sql`
    create function mail_person_open() returns trigger language plpgsql as $$
    begin
      if person_is_closed(new.person_id) then return null; end if;
      return new;
    end $$`.execute(db);
  for (const table of ['mail_under_way', 'notification_settings', 'mail_count'])
    await sql`
      create trigger mail_person_open before insert on ${sql.table(table)}
      for each row execute function mail_person_open()`.execute(db);
}
