import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table report
      drop constraint report_subject_type_check,
      add constraint report_subject_type_check
        check (subject_type in ('person', 'listing', 'conversation', 'message', 'claim')),
      add column closed_at timestamptz,
      add column closing_note text,
      -- whom it is about, as far as that is known, and what they wrote, as it was when it was reported
      add column about_id uuid references person on delete set null,
      add column evidence text not null default '',
      -- when those who run the community were told by mail
      add column mailed_at timestamptz`.execute(db);
  await sql`create index report_open on report (created_at) where closed_at is null`.execute(db);
  await sql`
    alter table person
      add column paused_at timestamptz,
      add column paused_reason text`.execute(db);
  // Acts of admins: when, and on whom; append-only.
  await sql`
    create table admin_act (
      id uuid primary key,
      act text not null,
      subject_type text not null,
      subject_id text not null,
      note text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create function admin_act_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'what was done is neither changed nor deleted';
    end $$`.execute(db);
  await sql`
    create trigger admin_act_stays before update or delete on admin_act
      for each statement execute function admin_act_stays()`.execute(db);
  // Blocks and pauses of a closed account, restored when the person signs up again, by
  // a keyed digest of their email address.
  await sql`
    create table former_block (
      blocker_id uuid not null references person on delete cascade,
      blocked_key text not null,
      created_at timestamptz not null,
      closed_at timestamptz not null,
      primary key (blocker_id, blocked_key)
    )`.execute(db);
  await sql`create index former_block_key on former_block (blocked_key)`.execute(db);
  await sql`
    create table former_pause (
      paused_key text primary key,
      reason text,
      paused_at timestamptz not null,
      closed_at timestamptz not null
    )`.execute(db);
  // The digest of a new account's own address: however it is created, it starts with what is stored under it.
  await sql`alter table person add column return_key text`.execute(db);
  await sql`
    create function person_returns_paused() returns trigger language plpgsql as $$
    begin
      with kept as (delete from former_pause where paused_key = new.return_key returning *)
        select paused_at, reason into new.paused_at, new.paused_reason from kept;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger person_returns_paused before insert on person
      for each row when (new.return_key is not null) execute function person_returns_paused()`.execute(db);
  await sql`
    create function person_returns_blocked() returns trigger language plpgsql as $$
    begin
      with kept as (delete from former_block where blocked_key = new.return_key returning *)
        insert into block (blocker_id, blocked_id, created_at)
        select blocker_id, new.id, created_at from kept;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger person_returns_blocked after insert on person
      for each row when (new.return_key is not null) execute function person_returns_blocked()`.execute(db);
}
