import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction, openDatabase } from '#server/platform/postgres/database.ts';
import { makeJobRunner } from '#server/platform/jobs.ts';
import { testDatabase } from '#server/test/test-database.ts';

const { pool } = await testDatabase();
const db = openDatabase(pool);
const log = { warn: () => {}, error: () => {} };

test('runs a job with its payload after the commit; a rollback discards it', async () => {
  const done: unknown[] = [];
  const jobs = makeJobRunner({ pool, log, tasks: { note: { run: async (payload) => done.push(payload) } } });
  await jobs.start();
  onTestFinished(() => jobs.stop());
  const undone = inTransaction({ db }, async (tx) => {
    await jobs.add(tx, 'note', { nth: 'undone' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await inTransaction({ db }, (tx) => jobs.add(tx, 'note', { nth: 'done' }));
  await expect.poll(() => done).toEqual([{ nth: 'done' }]);
  const left = async () => (await pool.query('select 1 from graphile_worker.jobs')).rowCount;
  await expect.poll(left).toBe(0);
});

test('stop waits for the running job, which hears of it, and takes no other', async () => {
  const done: string[] = [];
  let begun = false;
  let finish = (): void => {};
  const hold = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const tasks = {
    long: {
      run: async (_payload: unknown, ending: AbortSignal) => {
        begun = true;
        await Promise.all([hold, once(ending, 'abort')]);
        done.push('long');
      },
    },
    other: { run: async () => done.push('other') },
  };
  const jobs = makeJobRunner({ pool, log, tasks });
  await jobs.start();
  await inTransaction({ db }, (tx) => jobs.add(tx, 'long'));
  await expect.poll(() => begun).toBe(true);
  const stopped = jobs.stop();
  await inTransaction({ db }, (tx) => jobs.add(tx, 'other'));
  finish();
  await stopped;
  expect(done).toEqual(['long']);
});

test('a failed job is kept for a retry, and logged in one line', async () => {
  let tries = 0;
  const failing = async (): Promise<void> => {
    tries++;
    throw new Error('no');
  };
  const logged: unknown[][] = [];
  const keep = (...line: unknown[]): void => void logged.push(line);
  const jobs = makeJobRunner({
    pool,
    log: { warn: keep, error: keep },
    tasks: { failing: { run: failing } },
  });
  await jobs.start();
  onTestFinished(() => jobs.stop());
  await inTransaction({ db }, (tx) => jobs.add(tx, 'failing'));
  await expect.poll(() => tries).toBeGreaterThan(0);
  await expect
    .poll(
      async () =>
        (await pool.query(`select last_error from graphile_worker.jobs where task_identifier = 'failing'`))
          .rows,
    )
    .toEqual([{ last_error: 'no' }]);
  const [fields, message] = logged[0] ?? [];
  expect(fields).toEqual({ jobs: 'error', error: new Error('no') });
  expect(message).toMatch(/^Failed task \d+ \(failing, [\d.]+ms, attempt 1 of 25\)$/);
});

test('a name without a task is refused', async () => {
  const jobs = makeJobRunner({ pool, log, tasks: { tidy: { run: async () => {} } } });
  await expect(inTransaction({ db }, (tx) => jobs.add(tx, 'toString'))).rejects.toThrow('toString');
});
