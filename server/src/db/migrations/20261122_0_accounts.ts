import { type Kysely, sql } from 'kysely';

/** Diets and allergens, session devices, and closed accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person
      add column diets text[] not null default '{}',
      add column allergens text[] not null default '{}',
      add column closed_at timestamptz`.execute(db);
  // Browser and system by name; the library's own column would hold the whole header.
  await sql`alter table session add column device text`.execute(db);
}
