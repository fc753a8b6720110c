import { type Kysely, sql } from 'kysely';

/** Index for the people near a request for food. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index place_public_point on place using gist (public_point)`.execute(db);
  await sql`create index person_place on person (place_id) where place_id is not null`.execute(db);
}
