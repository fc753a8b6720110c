import { type Kysely, sql } from 'kysely';

/** A notification of a claim says how many servings were claimed, of how many shared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification
      add column servings_claimed integer,
      add column servings_shared integer`.execute(db);
}
