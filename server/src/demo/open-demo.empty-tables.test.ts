import { expect, test } from 'vitest';
import { testDatabase } from '#server/test/test-database.ts';
import { emptyTables } from './open-demo.ts';

/** Tables that describe the database itself. */
const KEPT = [
  'app_process',
  'demo_community',
  'kysely_migration',
  'kysely_migration_lock',
  'live_event_log',
  'object_store',
  'public_grid',
  'rate_limit',
  'scheduled_task',
  'search_language',
];

test('emptyTables empties every table but those', async () => {
  const { pool } = await testDatabase();
  // a table that is emptied gets a new file
  const files = async () => {
    const { rows } = await pool.query<{ name: string; file: number }>(
      `select relname as name, relfilenode as file from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    return new Map(rows.map(({ name, file }) => [name, file]));
  };
  const before = await files();
  await emptyTables(pool);
  const after = await files();
  expect([...before.keys()].filter((name) => before.get(name) === after.get(name))).toEqual(KEPT);
});
