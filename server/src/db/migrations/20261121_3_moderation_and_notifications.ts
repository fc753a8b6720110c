import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table block (
      blocker_id uuid not null references person on delete cascade,
      blocked_id uuid not null references person on delete cascade,
      created_at timestamptz not null,
      primary key (blocker_id, blocked_id),
      check (blocker_id <> blocked_id)
    )`.execute(db);
  await sql`create index block_blocked on block (blocked_id)`.execute(db);
  await sql`
    create table report (
      id uuid primary key,
      reporter_id uuid references person on delete set null,
      subject_type text not null check (subject_type in ('person', 'listing', 'conversation')),
      subject_id uuid not null,
      reason text not null,
      details text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table notification (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      kind text not null,
      subject_type text not null,
      subject_id uuid not null,
      actor_id uuid references person on delete set null,
      listing_title text,
      created_at timestamptz not null,
      read_at timestamptz
    )`.execute(db);
  await sql`create index notification_person on notification (person_id, created_at desc)`.execute(db);
  await sql`create index notification_unread on notification (person_id) where read_at is null`.execute(db);
  // Several unread messages of one conversation are one notification.
  await sql`
    create unique index notification_message_once on notification (person_id, subject_id)
      where kind = 'message_received' and read_at is null`.execute(db);
}
