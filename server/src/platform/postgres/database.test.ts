import { expect, onTestFinished, test } from 'vitest';
import { afterCommit, inTransaction, openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { sql } from 'kysely';
import { testDatabase } from '#server/test/test-database.ts';

const { pool, connection } = await testDatabase();

test('reports a failed after-commit hook without failing the work or other hooks', async () => {
  const faults: unknown[] = [];
  const db = openDatabase(pool, (error) => faults.push(error));
  const done: string[] = [];
  const [late, sudden] = [new Error('late'), new Error('sudden')];
  const result = await inTransaction({ db }, async (tx) => {
    afterCommit(tx, async () => Promise.reject(late));
    afterCommit(tx, () => {
      throw sudden;
    });
    afterCommit(tx, () => void done.push('told'));
    return 'worked';
  });
  expect({ result, done, faults }).toEqual({ result: 'worked', done: ['told'], faults: [late, sudden] });
});

test('runs no hooks after a rollback', async () => {
  const done: string[] = [];
  const db = openDatabase(pool, () => {});
  const failed = inTransaction({ db }, async (tx) => {
    afterCommit(tx, () => void done.push('told'));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(done).toEqual([]);
});

test('drops a connection that got no reply in time, on which a rollback would wait as long again', async () => {
  const patient = openPool({ ...connection, statement_timeout: 0, query_timeout: 200 });
  const db = openDatabase(patient);
  const failed = inTransaction({ db }, async (tx) => sql`select pg_sleep(60)`.execute(tx.db));
  // of the rollback, which waits for nothing
  await expect(failed).rejects.toThrow('Connection terminated');
  await expect.poll(() => patient.totalCount).toBe(0);
  await patient.end();
});

test('does not use a connection again whose transaction began too late', async () => {
  const one = openPool({ ...connection, max: 1, query_timeout: 150 });
  onTestFinished(() => one.end());
  const client = await one.connect();
  await expect(client.query('begin; select pg_sleep(0.25)')).rejects.toThrow('timeout');
  client.release();
  await one.query('create table kept ()');
  const { rows } = await pool.query(`select to_regclass('kept') is not null as is_kept`);
  expect(rows).toEqual([{ is_kept: true }]);
});
