import { type Kysely, sql } from 'kysely';

/** How far a move to another grid of public points has come: it is done in batches, and goes on after a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table public_grid
      -- null once everything has moved
      add column step integer,
      -- the last id of this step that has moved; null before the first
      add column moved_through uuid`.execute(db);
}
