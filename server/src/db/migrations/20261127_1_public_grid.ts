import { type Kysely, sql } from 'kysely';

/**
 * Public points come from one fixed grid, which is public: nothing of a closed account is kept to show the same point
 * again. Stored points are computed anew at the first start, since the row of `public_grid` is missing then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table former_place`.execute(db);
  await sql`
    create table public_grid (
      is_only boolean primary key default true check (is_only),
      scheme integer not null,
      cell_m integer not null
    )`.execute(db);
}
