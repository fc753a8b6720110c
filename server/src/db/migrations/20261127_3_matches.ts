import { type Kysely, sql } from 'kysely';

/**
 * Blocks by a request keep two people from a match and do nothing else; a helper may take a request up again after
 * silence; a match that was refused because of a block is remembered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The request is not a reference: the block outlives it.
  await sql`
    create table request_block (
      blocker_id uuid not null references person on delete cascade,
      request_id uuid not null,
      blocked_id uuid not null references person on delete cascade,
      created_at timestamptz not null,
      primary key (blocker_id, request_id),
      check (blocker_id <> blocked_id)
    )`.execute(db);
  await sql`create index request_block_blocked on request_block (blocked_id)`.execute(db);
  await sql`
    insert into request_block (blocker_id, request_id, blocked_id, created_at)
    select blocker_id, request_id, blocked_id, created_at from block where request_id is not null`.execute(
    db,
  );
  await sql`delete from block where request_id is not null`.execute(db);
  await sql`alter table block drop column request_id`.execute(db);
  await sql`
    alter table former_block
      drop constraint former_block_pkey,
      add unique nulls not distinct (blocker_id, blocked_key, request_id)`.execute(db);
  await sql`
    create or replace function person_returns_blocked() returns trigger language plpgsql as $$
    begin
      insert into block (blocker_id, blocked_id, created_at)
        select blocker_id, new.id, created_at from former_block
        where blocked_key = new.return_key and request_id is null;
      insert into request_block (blocker_id, request_id, blocked_id, created_at)
        select blocker_id, request_id, new.id, created_at from former_block
        where blocked_key = new.return_key and request_id is not null;
      delete from former_block where blocked_key = new.return_key;
      return new;
    end $$`.execute(db);

  // Whoever helped with the same request more than once so far has come back to it. A match that is open has its hours.
  await sql`alter table emergency_match add column is_rejoin boolean not null default false`.execute(db);
  await sql`
    update emergency_match as match set is_rejoin = true from handover
    where handover.id = match.handover_id and handover.status <> 'open' and exists (
      select from emergency_match as earlier
      where earlier.request_id = match.request_id and earlier.helper_id = match.helper_id
        and (earlier.created_at, earlier.id) < (match.created_at, match.id))`.execute(db);
  await sql`
    create table match_attempt (
      request_id uuid not null references emergency_request on delete cascade,
      helper_id uuid not null references person on delete cascade,
      -- whether the request was open to others: it looks taken to this person from then on
      is_kept_apart boolean not null,
      attempted_at timestamptz not null,
      primary key (request_id, helper_id)
    )`.execute(db);
  await sql`create index match_attempt_helper on match_attempt (helper_id, attempted_at)`.execute(db);
}
