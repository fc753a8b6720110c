import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { type InTx, openSiblingPool, rawTx } from './postgres/database.ts';

/** Work done behind a request. It may run twice (a worker can die before it says "done"): keep it repeatable. */
export type Job = (payload: unknown) => Promise<unknown>;
/** When a job comes due by itself: `match` is a cron pattern in UTC. */
export type CronEntry = { readonly job: string; readonly match: string };

export type Jobs = {
  /** Begins to work off the queue; waits until the database has answered once. */
  start(): Promise<void>;
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>;
  /** Queues a job in the cause's transaction: a rollback leaves none behind. Refuses a name without a task. */
  add<Tables>(tx: InTx<Tables>, name: string, payload?: object): Promise<void>;
};

export type JobRunnerParts = {
  /** The app's pool; workers open a small one of their own on the same database. */
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly tasks: Readonly<Record<string, Job>>;
  readonly cron?: readonly CronEntry[];
};

const CONCURRENCY = 2;
const STATEMENT_TIMEOUT_MS = 5000;
const LONGEST_PAUSE_MS = 5000;
const DEAF_AFTER_FAILURES = 6;

/**
 * The background work of the app, queued in the same database. A worker that ends because the database went away
 * is started again until `stop`.
 */
export function makeJobRunner({ pool, log, tasks, cron = [] }: JobRunnerParts): Jobs {
  for (const { job } of cron) known(job);
  let workers: pg.Pool | null = null;
  let runner: Runner | null = null;
  let supervision: Promise<void> | null = null;
  const stopping = new AbortController();

  function known(name: string): void {
    if (!Object.hasOwn(tasks, name)) throw new Error(`no task does the job "${name}"`);
  }

  async function runWorkers(): Promise<Runner> {
    workers ??= openSiblingPool(pool, {
      max: CONCURRENCY + 3,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 500,
    });
    const started = await run({
      pgPool: workers,
      concurrency: CONCURRENCY,
      pollInterval: 1000,
      noHandleSignals: true,
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([name, task]) => [
          name,
          async (payload: unknown) => void (await task(payload)),
        ]),
      ),
      parsedCronItems: parseCronItems(cron.map(({ job, match }) => ({ task: job, match, identifier: job }))),
      logger: new Logger(() => (level, message) => {
        if (level === 'error' || level === 'warning') log.warn({ jobs: level }, message);
      }),
    });
    stopWhenDeaf(started);
    return started;
  }

  async function supervise(): Promise<void> {
    for (let pauseMs = 250; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        runner ??= await runWorkers();
        if (stopping.signal.aborted) break;
        pauseMs = 250;
        await runner.promise;
      } catch (error) {
        log.warn({ error }, 'the workers ended and are started again');
      }
      runner = null;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function stopRunner(): Promise<void> {
    const running = runner;
    runner = null;
    await running?.stop().catch((error: unknown) => log.warn({ error }, 'the workers did not end cleanly'));
  }

  return {
    async start() {
      runner = await runWorkers();
      supervision = supervise();
    },
    async stop() {
      stopping.abort();
      await stopRunner();
      await supervision;
      // one that came up while the others went down
      await stopRunner();
      await workers?.end();
    },
    async add(tx, name, payload = {}) {
      known(name);
      await queueJob(tx, name, payload);
    },
  };
}

/** Queues a job in the cause's transaction for the workers of whatever processes serve this database. */
export async function queueJob<Tables>(tx: InTx<Tables>, name: string, payload: object = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(rawTx(tx));
}

/**
 * A worker that lost the database while it looked up its tasks remembers that failure for ever (graphile-worker
 * keeps the rejected promise) and never finds a job again: after several failures in a row it is ended, so that
 * another takes its place.
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
    // a runner that has ended already says so by its own promise
    if (failures === DEAF_AFTER_FAILURES) runner.stop().catch(() => {});
  });
}
