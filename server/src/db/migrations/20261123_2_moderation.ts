import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table report
      drop constraint report_subject_type_check,
      add constraint report_subject_type_check
        check (subject_type in ('person', 'listing', 'conversation', 'message', 'claim')),
      add column closed_at timestamptz,
      add column closing_note text`.execute(db);
  await sql`create index report_open on report (created_at) where closed_at is null`.execute(db);
  await sql`
    alter table person
      add column paused_at timestamptz,
      add column paused_reason text`.execute(db);
  // what those who run the community did, when and to whom; never changed and never deleted
  await sql`
    create table admin_act (
      id uuid primary key,
      act text not null,
      subject_type text not null,
      subject_id text not null,
      note text not null,
      created_at timestamptz not null
    )`.execute(db);
  // blocks against somebody who has left, for when they come back: by a keyed digest of their address
  await sql`
    create table former_block (
      blocker_id uuid not null references person on delete cascade,
      blocked_key text not null,
      created_at timestamptz not null,
      primary key (blocker_id, blocked_key)
    )`.execute(db);
  await sql`create index former_block_key on former_block (blocked_key)`.execute(db);
}
