import { type Kysely, sql } from 'kysely';

/** Food that somebody does not want recommended again; and an index for what the community received lately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dismissed_match (
      person_id uuid not null references person on delete cascade,
      listing_id uuid not null references food_listing on delete cascade,
      created_at timestamptz not null,
      primary key (person_id, listing_id)
    )`.execute(db);
  await sql`create index dismissed_match_listing on dismissed_match (listing_id)`.execute(db);
  await sql`create index handover_completed on handover (ended_at) where status = 'completed'`.execute(db);
}
