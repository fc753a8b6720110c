import { type Kysely, sql } from 'kysely';

/** What people eat, where they are signed in, and accounts that were closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person
      add column diets text[] not null default '{}',
      add column allergens text[] not null default '{}',
      add column closed_at timestamptz`.execute(db);
  // a browser and a system by name; the library's own column for it would hold the whole header
  await sql`alter table session add column device text`.execute(db);
}
