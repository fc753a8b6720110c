import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table claim
      add column release_reason text,
      add column ended_by text check (ended_by in ('donor', 'claimer')),
      add column completed_by text check (completed_by in ('both', 'code', 'one_side')),
      add column coming_at timestamptz,
      add column disputed_at timestamptz,
      add column disputed_by text check (disputed_by in ('donor', 'claimer')),
      add column reminded_at timestamptz,
      add column asked_at timestamptz,
      add check ((disputed_at is null) = (disputed_by is null))`.execute(db);
  // Past handovers were confirmed by both sides or by the code; which one was not stored.
  await sql`update claim set completed_by = 'both' where status = 'completed'`.execute(db);
  await sql`alter table claim add check ((completed_by is null) or status in ('completed', 'disputed'))`.execute(
    db,
  );
  // For the tasks that look for due claims.
  await sql`create index claim_open on claim (created_at) where status = 'open'`.execute(db);
  await sql`create index claim_no_shows on claim (claimer_id, ended_at) where status = 'no_show'`.execute(db);
  // The donor has withdrawn the rest: released servings are not offered again.
  await sql`alter table food_listing add column withdrawn_at timestamptz`.execute(db);
}
