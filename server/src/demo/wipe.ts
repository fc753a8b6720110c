import type pg from 'pg';

/** Empties every table of ours except the record of migrations: only ever called on a demo. */
export async function wipeEverything(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not like 'kysely_%' and tablename <> 'live_event_generation'`,
  );
  await pool.query(`truncate ${rows.map((row) => row.name).join(', ')} cascade`);
}
