import { type Kysely, sql } from 'kysely';

/**
 * A person blocked through their request stays the first name that it showed, also after signing up again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The request by which the blocker knows them; null if they know the person. Not a reference: it outlives
  // the request.
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
  // Each message checks whether its conversation has an open match.
  await sql`create index emergency_match_conversation on emergency_match (conversation_id)`.execute(db);
}
