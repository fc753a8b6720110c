import { expect, test } from 'vitest';
import { afterCommit, inTransaction, openDatabase } from '#server/platform/postgres/database.ts';
import { testDatabase } from '#server/test/test-database.ts';

const { pool } = await testDatabase();

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
