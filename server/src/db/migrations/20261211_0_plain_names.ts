import { type Kysely, sql } from 'kysely';

/**
 * Names tables and columns by the field's terms. Their content stays as it is, and indexes, constraints and
 * `admin_act_stays` keep their names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [before, after] of [
    ['exact_side', 'exact_location'],
    ['mail_under_way', 'queued_mail'],
    ['past_handovers_entry', 'recognition_backfill'],
    ['admin_act', 'admin_action'],
  ] as const)
    await sql`alter table ${sql.table(before)} rename to ${sql.table(after)}`.execute(db);
  for (const [table, before, after] of [
    ['conversation', 'host_id', 'giver_id'],
    ['conversation', 'guest_id', 'receiver_id'],
    ['match_attempt', 'is_kept_apart', 'is_blocked'],
    ['person', 'return_key', 'email_digest'],
    ['former_block', 'blocked_key', 'email_digest'],
    ['former_pause', 'paused_key', 'email_digest'],
  ] as const)
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(before)} to ${sql.ref(after)}`.execute(
      db,
    );

  // the body of a function is stored as text
  await sql`
    create or replace function person_returns_paused() returns trigger language plpgsql as $$
    begin
      with kept as (delete from former_pause where email_digest = new.email_digest returning *)
        select paused_at, reason into new.paused_at, new.paused_reason from kept;
      return new;
    end $$`.execute(db);
  await sql`
    create or replace function person_returns_blocked() returns trigger language plpgsql as $$
    begin
      insert into block (blocker_id, blocked_id, created_at)
        select blocker_id, new.id, created_at from former_block
        where email_digest = new.email_digest and request_id is null;
      insert into request_block (blocker_id, request_id, blocked_id, created_at)
        select blocker_id, request_id, new.id, created_at from former_block
        where email_digest = new.email_digest and request_id is not null;
      delete from former_block where email_digest = new.email_digest;
      return new;
    end $$`.execute(db);
}
