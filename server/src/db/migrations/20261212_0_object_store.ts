import { type Kysely, sql } from 'kysely';

/** One row: the mark of the object store that holds this database's files, and whether it was written there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table object_store (
      mark uuid not null default gen_random_uuid(),
      is_marked boolean not null default false
    )`.execute(db);
  await sql`create unique index object_store_is_one on object_store ((true))`.execute(db);
  await sql`insert into object_store default values`.execute(db);
}
