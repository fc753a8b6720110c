import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { Logger, run } from 'graphile-worker';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type JobRunnerOptions, makeJobRunner, queueJob } from '#server/platform/jobs.ts';
import { inTransaction, openDatabase } from '#server/platform/postgres/database.ts';
import { testDatabase } from '#server/test/test-database.ts';

const { pool } = await testDatabase();
const db = openDatabase(pool);
const NOON_MS = Date.parse('2026-11-23T12:00:00Z');

beforeEach(async () => {
  await pool.query('truncate scheduled_task');
  await pool.query(
    'select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker.jobs))',
  );
  await pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
});

/** Workers with a task for each minute and one for each night, by a clock that the test sets. */
async function startTasks(more: JobRunnerOptions['tasks'] = {}) {
  const ran = { minutely: 0, nightly: 0, note: 0 };
  const lines: unknown[][] = [];
  const warn = (...line: unknown[]): void => void lines.push(line);
  const clock = { nowMs: NOON_MS };
  const jobs = makeJobRunner({
    pool,
    log: { warn, error: warn },
    nowMs: () => clock.nowMs,
    tasks: {
      minutely: { run: async () => ran.minutely++, schedule: '* * * * *' },
      nightly: { run: async () => ran.nightly++, schedule: '37 4 * * *' },
      note: { run: async () => ran.note++ },
      ...more,
    },
  });
  await jobs.start();
  onTestFinished(() => jobs.stop());
  return { jobs, ran, lines, clock };
}

/** Begins a job by a clock two days ahead, and never ends it. */
async function beginInTwoDays(task: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY_MS });
  const begun = Promise.withResolvers<void>();
  const never = Promise.withResolvers<void>();
  const worker = await run({
    pgPool: pool,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    crontab: '',
    preset: { worker: { useNodeTime: true } },
    taskList: { [task]: () => (begun.resolve(), never.promise) },
  });
  onTestFinished(async () => {
    never.resolve();
    await worker.stop();
  });
  await begun.promise;
  vi.useRealTimers();
}

const waiting = async (): Promise<number> =>
  (await pool.query('select from graphile_worker.jobs')).rowCount ?? 0;

describe('scheduled tasks', () => {
  test('run once in each minute of their schedule, and record it', async () => {
    const { ran, clock } = await startTasks();
    for (let minute = 1; minute <= 3; minute++) {
      clock.nowMs += MINUTE_MS;
      await expect.poll(() => ran.minutely).toBe(minute);
    }
    expect(ran.nightly).toBe(0);
    await expect.poll(waiting).toBe(0);
    const { rows } = await pool.query('select name, runs::int from scheduled_task order by name');
    expect(rows).toEqual([
      { name: 'minutely', runs: 3 },
      { name: 'nightly', runs: 0 },
    ]);
  });

  test('run once over several processes', async () => {
    const first = await startTasks();
    let looks = 0;
    const second = await startTasks({ look: { run: async () => looks++, schedule: '* * * * *' } });
    for (let minute = 1; minute <= 3; minute++) {
      first.clock.nowMs += MINUTE_MS;
      await expect.poll(() => first.ran.minutely + second.ran.minutely).toBe(minute);
      await expect.poll(waiting).toBe(0);
      second.clock.nowMs += MINUTE_MS;
      await expect.poll(() => looks).toBe(minute);
      await expect.poll(waiting).toBe(0);
      expect(first.ran.minutely + second.ran.minutely).toBe(minute);
    }
  });

  test('run once for the time that the machine slept', async () => {
    const { ran, clock } = await startTasks();
    clock.nowMs += 20 * 60 * MINUTE_MS;
    await expect.poll(() => ran).toEqual({ minutely: 1, nightly: 1, note: 0 });
  });

  test('run after a start if their last run is over a period ago', async () => {
    await pool.query(
      `insert into scheduled_task (name, runs, last_run_at)
       values ('minutely', 9, now()), ('nightly', 9, now() - interval '25 hours')`,
    );
    const { ran } = await startTasks();
    await expect.poll(() => ran).toEqual({ minutely: 0, nightly: 1, note: 0 });
  });
});

describe('after a clock that was two days ahead', () => {
  test('scheduled tasks run within their period, and waiting jobs immediately', async () => {
    await pool.query(`
      insert into scheduled_task (name, runs, last_run_at)
      select name, 9, now() + interval '2 days' from unnest(array['minutely', 'nightly']) as name`);
    // one waits, one was begun by a worker that was killed, one waits under the key of its task
    await inTransaction({ db }, (tx) => queueJob(tx, 'note'));
    await beginInTwoDays('note');
    await inTransaction({ db }, (tx) => queueJob(tx, 'note'));
    await pool.query(`select graphile_worker.add_job('minutely', job_key := 'minutely')`);
    await pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now() + interval '2 days')
       from graphile_worker.jobs`,
    );
    const { ran, clock } = await startTasks();
    // a task that ran in the future may have been missed since
    await expect.poll(() => ran).toEqual({ minutely: expect.any(Number), nightly: 1, note: 2 });
    await expect.poll(waiting).toBe(0);
    // twice if it is found due while the job that waited runs
    const { minutely } = ran;
    expect([1, 2]).toContain(minutely);
    clock.nowMs += MINUTE_MS;
    await expect.poll(() => ran.minutely).toBe(minutely + 1);
    await expect.poll(waiting).toBe(0);
  });

  test('tasks continue if the clock is corrected while the app runs', async () => {
    const { ran, clock, lines } = await startTasks();
    clock.nowMs += MINUTE_MS;
    await expect.poll(() => ran.minutely).toBe(1);
    clock.nowMs += 2 * DAY_MS;
    await expect.poll(() => ran.minutely).toBe(2);
    clock.nowMs -= 2 * DAY_MS - MINUTE_MS;
    await expect.poll(() => ran.minutely).toBe(3);
    clock.nowMs += MINUTE_MS;
    await expect.poll(() => ran.minutely).toBe(4);
    expect(lines).toEqual([['the clock was put back']]);
  });

  test('a retry of a failed job keeps its time', async () => {
    await inTransaction({ db }, (tx) => queueJob(tx, 'note'));
    await pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now() + interval '140 seconds', attempts := 5)
       from graphile_worker.jobs`,
    );
    const { ran, clock } = await startTasks();
    clock.nowMs += MINUTE_MS;
    await expect.poll(() => ran.minutely).toBe(1);
    expect(ran.note).toBe(0);
  });
});

test('a task that hangs is late after three of its periods', async () => {
  let monotonicMs = 0;
  const { promise: hanging, resolve: finish } = Promise.withResolvers<void>();
  const lines: unknown[][] = [];
  const warn = (...line: unknown[]): void => void lines.push(line);
  const jobs = makeJobRunner({
    pool,
    log: { warn, error: warn },
    // each look is a minute after the last
    monotonicMs: () => (monotonicMs += MINUTE_MS),
    tasks: { hangs: { run: () => hanging, schedule: '* * * * *' } },
  });
  await jobs.start();
  onTestFinished(() => jobs.stop());
  expect(jobs.lateTask()).toBe(null);
  await expect.poll(() => jobs.lateTask()).toBe('hangs');
  expect(monotonicMs).toBeGreaterThan(3 * MINUTE_MS);
  expect(lines).toEqual([[{ task: 'hangs' }, 'a scheduled task has not run for three of its periods']]);
  finish();
  await pool.query(`select graphile_worker.add_job('hangs')`);
  await expect.poll(() => jobs.lateTask()).toBe(null);
});

test('a task that fails counts as run: its failure is logged', async () => {
  const jobs = makeJobRunner({
    pool,
    log: { warn: () => {}, error: () => {} },
    tasks: { failing: { run: () => Promise.reject(new Error('no')), schedule: '* * * * *' } },
  });
  await pool.query(
    `insert into scheduled_task (name, runs, last_run_at) values ('failing', 4, now() - interval '1 hour')`,
  );
  await jobs.start();
  onTestFinished(() => jobs.stop());
  const runs = async () => (await pool.query('select runs::int from scheduled_task')).rows;
  await expect.poll(runs).toEqual([{ runs: 5 }]);
});
