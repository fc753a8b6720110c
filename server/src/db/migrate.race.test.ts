import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openPool } from '#server/platform/postgres/database.ts';
import { testDatabase } from '#server/test/test-database.ts';

const { pool, connection } = await testDatabase();

/** The advisory lock of migrations. */
const MIGRATION_LOCK = '3853314791062309107';

test('migrates without the timeouts of the pool', async () => {
  const hurried = openPool({ ...connection, statement_timeout: 100, query_timeout: 150 });
  onTestFinished(() => hurried.end());
  const other = await pool.connect();
  onTestFinished(() => other.release(true));
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const migrating = migrate(hurried);
  const waiting = sleep(500, 'waits');
  expect(await Promise.race([migrating, waiting])).toBe('waits');
  await other.query('commit');
  expect(await migrating).toEqual({ isNew: false });
});
