import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, type Runner, run } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '#server/db/database.ts';
import { openSiblingPool } from './postgres/database.ts';
import { makeTaskScheduler, readSchedule, recordRun } from './task-scheduler.ts';

type JobOptions = {
  /** Goes before all that is not. */
  readonly isUrgent?: boolean;
  /** Replaces the job with the same key, which is then not tried again. */
  readonly key?: string;
};

export type Jobs = {
  start(): Promise<void>;
  /** Takes no more jobs and waits for the running ones. Idempotent; jobs can be added as before. */
  stop(): Promise<void>;
  /** Queues a job in the transaction; a rollback discards it. Throws if there is no task of that name. */
  add(tx: { readonly db: Tx }, name: string, payload?: object, options?: JobOptions): Promise<void>;
  /** A scheduled task that has not run for three of its periods; null if all run. */
  lateTask(): string | null;
};

export type JobRunnerOptions = {
  /** The pool of the app; the workers open a small one of their own on the same database. */
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** By name. A task may run twice (a worker can die before it reports success), so it must be idempotent. */
  readonly tasks: Readonly<Record<string, JobTask>>;
  /** The time of day that schedules go by; the system's by default. */
  readonly nowMs?: () => number;
  /** The time that the watch over them goes by; the process's by default. */
  readonly monotonicMs?: () => number;
};

type JobTask = {
  /** `ending` is aborted when this process takes no more jobs: what takes minutes should end then, and fail. */
  readonly run: (payload: unknown, ending: AbortSignal) => Promise<unknown>;
  /** A cron expression in UTC. */
  readonly schedule?: string;
};

const CONCURRENCY = 2;
/** Of the library's own statements; those of tasks have the 2 s of calls. */
const STATEMENT_TIMEOUT_MS = 5000;
const PATIENCE_MS = 30_000;
const IDLE_CHECK_MS = 20;
const RESTART_PAUSE_MS = 250;
const DEAF_AFTER_FAILURES = 6;

/**
 * Runs the background tasks of the app, queued in the same database. Workers that end because the database
 * was unavailable are restarted until `stop`.
 */
export function makeJobRunner({
  pool,
  log,
  tasks,
  nowMs = Date.now,
  monotonicMs = () => performance.now(),
}: JobRunnerOptions): Jobs {
  let workers: pg.Pool | null = null;
  let runner: Runner | null = null;
  let supervision: Promise<void> | null = null;
  let stopped: Promise<void> | null = null;
  const stopping = new AbortController();
  const scheduler = makeTaskScheduler({
    pool,
    log,
    nowMs,
    monotonicMs,
    schedules: Object.entries(tasks).flatMap(([task, { schedule }]) =>
      schedule === undefined ? [] : [readSchedule(task, schedule)],
    ),
    // the library's own timer would wait for the later time; the supervision starts another runner
    onClockPutBack: () => void runner?.stop().catch(() => {}),
  });

  async function runWorkers(): Promise<Runner> {
    workers ??= openSiblingPool(pool, {
      max: CONCURRENCY + 3,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // the library does not await some of its own queries, so a rejection would be unhandled; jobs may be late
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    const started = await run({
      pgPool: workers,
      concurrency: CONCURRENCY,
      pollInterval: 1000,
      noHandleSignals: true,
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([name, task]) => [
          name,
          (payload: unknown) => runTask(name, task, payload),
        ]),
      ),
      // without it the library looks for a file of schedules
      parsedCronItems: [],
      logger: new Logger(() => (level, message, { error }) => {
        // one line: the message of the library contains the error, its stack and values that the
        // error quotes
        const [line = ''] = message.split(/ with error '|\n/);
        if (level === 'error' || level === 'warning') log.warn({ jobs: level, error }, line);
      }),
    });
    stopWhenDeaf(started);
    return started;
  }

  async function runTask(name: string, { run: task, schedule }: JobTask, payload: unknown): Promise<void> {
    try {
      await task(payload, stopping.signal);
    } finally {
      // a database that is away fails the job anyway
      if (schedule !== undefined) await recordRun(pool, name).catch(() => {});
    }
  }

  async function supervise(): Promise<void> {
    let isAway = false;
    while (!stopping.signal.aborted) {
      try {
        runner ??= await runWorkers();
        if (stopping.signal.aborted) break;
        isAway = false;
        await runner.promise;
      } catch (error) {
        if (!isAway) log.warn({ error }, 'the workers ended and are started again');
        isAway = true;
      }
      runner = null;
      await sleep(RESTART_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function stopRunner(): Promise<void> {
    const running = runner;
    runner = null;
    await running?.stop().catch((error: unknown) => log.warn({ error }, 'the workers did not end cleanly'));
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await scheduler.stop();
    await stopRunner();
    await supervision;
    // a runner that started in the meantime
    await stopRunner();
    if (workers) await endOnceIdle(workers);
  }

  return {
    async start() {
      runner = await runWorkers();
      supervision = supervise();
      await scheduler.start();
    },
    stop: () => (stopped ??= stop()),
    async add(tx, name, payload, options) {
      if (!Object.hasOwn(tasks, name)) throw new Error(`no task does the job "${name}"`);
      await queueJob(tx, name, payload, options);
    },
    lateTask: () => scheduler.lateTask(),
  };
}

/**
 * Ends a pool once no call waits for its clients: a stopped worker still reports its last job, and an ended pool does
 * not serve waiting calls.
 */
async function endOnceIdle(pool: pg.Pool): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += IDLE_CHECK_MS) {
    if (pool.waitingCount === 0 && pool.idleCount === pool.totalCount) break;
    await sleep(IDLE_CHECK_MS);
  }
  await pool.end();
}

/** Queues a job in the transaction, for the workers of any process on this database. */
export async function queueJob(
  tx: { readonly db: Tx },
  name: string,
  payload: object = {},
  { isUrgent = false, key }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    priority := ${isUrgent ? -1 : 0}, job_key := ${key ?? null}::text)`.execute(tx.db);
}

/** Deletes jobs that were tried for the last time before then: no one runs them any more. */
export async function forgetFailedJobs(db: Db, before: Date): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where attempts >= max_attempts and updated_at < ${before} limit 1000))`.execute(
    db,
  );
}

/**
 * Stops a runner that fails repeatedly, so that another replaces it: a worker that lost the database while it
 * looked up its tasks keeps that rejected promise (graphile-worker caches it) and never finds a job again.
 */
function stopWhenDeaf(runner: Runner): void {
  let failures = 0;
  const hears = (): void => {
    failures = 0;
  };
  runner.events.on('job:start', hears);
  runner.events.on('worker:getJob:empty', hears);
  runner.events.on('worker:getJob:error', () => {
    failures++;
    // a runner that has ended reports it by its own promise
    if (failures === DEAF_AFTER_FAILURES) runner.stop().catch(() => {});
  });
}
