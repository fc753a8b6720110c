import type pg from 'pg';

/**
 * Empties our tables, and no others that may share the database: everything people have made goes with them. The
 * records of what this database is stay. Only ever called on a demo.
 */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  await pool.query(
    'truncate person, verification, live_event, idempotency_key, former_place, former_pause, admin_act, search_word, mail_day cascade',
  );
}
