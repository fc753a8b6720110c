import { type Kysely, sql } from 'kysely';

/** Somebody blocked for a request of theirs stays the first name that the request showed, also when they come back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // by which alone the blocker knows them; null where they know who it is. Not a reference: it outlives the request
  await sql`alter table block add column request_id uuid`.execute(db);
  await sql`alter table former_block add column request_id uuid`.execute(db);
  await sql`
    create or replace function person_returns_blocked() returns trigger language plpgsql as $$
    begin
      with kept as (delete from former_block where blocked_key = new.return_key returning *)
        insert into block (blocker_id, blocked_id, created_at, request_id)
        select blocker_id, new.id, created_at, request_id from kept;
      return new;
    end $$`.execute(db);
  // a conversation is asked whether it has an open match whenever somebody writes in it
  await sql`create index emergency_match_conversation on emergency_match (conversation_id)`.execute(db);
}
