import { type Kysely, sql } from 'kysely';

/** Who lives near a request for food is asked whenever somebody needs some. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index place_public_point on place using gist (public_point)`.execute(db);
  await sql`create index person_place on person (place_id) where place_id is not null`.execute(db);
}
