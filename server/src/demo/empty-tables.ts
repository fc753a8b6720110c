import type pg from 'pg';

/** Empties every table of ours but the records of what this database is: only ever called on a demo. */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not like 'kysely_%'
       and tablename not in ('live_event_generation', 'demo_community')`,
  );
  await pool.query(`truncate ${rows.map((row) => row.name).join(', ')} cascade`);
}
