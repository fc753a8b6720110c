import { type Kysely, sql } from 'kysely';

/** There was one language: nobody has chosen theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person alter column language drop not null, alter column language drop default`.execute(
    db,
  );
  await sql`update person set language = null`.execute(db);
}
