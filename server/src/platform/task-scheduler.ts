import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { FastifyBaseLogger } from 'fastify';
import { parseCronItem } from 'graphile-worker';
import type pg from 'pg';

const LOOK_EVERY_MS = 250;
const WATCH_EVERY_MS = 5000;

export type TaskScheduler = {
  /** Queues what is due from now on, until `stop`. Resolves once the database has answered. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A task that has not run for three of its periods; null if all run. */
  lateTask(): string | null;
};

export type TaskSchedulerOptions = {
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly schedules: readonly TaskSchedule[];
  /** The time of day. */
  readonly nowMs: () => number;
  /** A monotonic clock, for the watch. */
  readonly monotonicMs: () => number;
  /** The system clock was set back: timers that wait for the later time would fire too late. */
  readonly onClockPutBack: () => void;
};

/**
 * Queues each task in the minutes of its schedule, one job for each task over all processes: a job that still waits is not
 * queued twice, and one that an earlier, wrong clock put into the future is due now. Of a time of day it only counts
 * whether it is another minute, so a wrong one cannot delay a task.
 */
export function makeTaskScheduler(parts: TaskSchedulerOptions): TaskScheduler {
  const { pool, log, schedules, nowMs, monotonicMs, onClockPutBack } = parts;
  const watch = makeTaskWatch(schedules, { lookEveryMs: WATCH_EVERY_MS, log });
  const stopping = new AbortController();
  let through = 0;
  let watchedAtMs: number | null = null;
  let following: Promise<void> = Promise.resolve();

  async function queueDue(): Promise<void> {
    const minute = minuteOf(nowMs());
    if (minute === through) return;
    if (minute < through) {
      log.warn('the clock was put back');
      onClockPutBack();
      through = minute - 1;
    }
    await releaseFutureJobs(pool);
    await queueTasks(pool, dueTasks(schedules, { after: through, through: minute }), minute);
    through = minute;
  }

  async function watchRuns(): Promise<void> {
    const atMs = monotonicMs();
    if (watchedAtMs !== null && atMs - watchedAtMs < WATCH_EVERY_MS) return;
    watch.look(await readRuns(pool), atMs);
    watchedAtMs = atMs;
  }

  /** Runs `work` and logs its failures, the first of a row. */
  function onceWhileFailing(work: () => Promise<void>, line: string): () => Promise<void> {
    let isFailing = false;
    return async () => {
      try {
        await work();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ error }, line);
        isFailing = true;
      }
    };
  }

  async function follow(): Promise<void> {
    const queue = onceWhileFailing(queueDue, 'scheduled tasks cannot be queued for now');
    // by itself: it watches the queueing too
    const look = onceWhileFailing(watchRuns, 'scheduled tasks cannot be watched for now');
    while (!stopping.signal.aborted) {
      await queue();
      await look();
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    async start() {
      through = minuteOf(nowMs());
      await releaseFutureJobs(pool);
      await queueTasks(pool, await registerTasks(pool, schedules), through);
      following = follow();
    },
    async stop() {
      stopping.abort();
      await following;
    },
    lateTask: () => watch.lateTask(),
  };
}

/** Registers new tasks; returns those whose last run is over a period ago, or in the future. */
async function registerTasks(pool: pg.Pool, schedules: readonly TaskSchedule[]): Promise<string[]> {
  const names = schedules.map(({ task }) => task);
  await pool.query(
    `insert into scheduled_task (name, runs, last_run_at) select name, 0, now() from unnest($1::text[]) as name
     on conflict do nothing`,
    [names],
  );
  const { rows } = await pool.query<{ name: string }>(
    `select name from scheduled_task join unnest($1::text[], $2::float8[]) as task (name, period_ms) using (name)
     where last_run_at > now() or last_run_at < now() - period_ms * interval '1 ms'`,
    [names, schedules.map(({ periodMs }) => periodMs)],
  );
  return rows.map(({ name }) => name);
}

/** Queues tasks, unless another process has in this minute. */
async function queueTasks(pool: pg.Pool, tasks: readonly string[], minute: number): Promise<void> {
  if (tasks.length === 0) return;
  await pool.query(
    `with ours as (
       update scheduled_task set queued_minute = $2
       where name = any($1) and queued_minute is distinct from $2 returning name)
     select graphile_worker.add_job(name, job_key := name) from ours`,
    [tasks, minute],
  );
}

/** Records that a scheduled task has run, whether or not it failed: failures have log lines of their own. */
export async function recordRun(pool: pg.Pool, task: string): Promise<void> {
  await pool.query(
    `insert into scheduled_task (name, runs, last_run_at) values ($1, 1, now())
     on conflict (name) do update set runs = scheduled_task.runs + 1, last_run_at = now()`,
    [task],
  );
}

async function readRuns(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; runs: string }>('select name, runs from scheduled_task');
  return new Map(rows.map(({ name, runs }) => [name, Number(runs)]));
}

/**
 * Makes jobs due that a clock ahead of time has queued, retried or locked: the library waits e^attempts seconds at most
 * (up to ten attempts count) before a retry, and locks nothing in the future.
 */
async function releaseFutureJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from graphile_worker.jobs where locked_at > now() + interval '1 minute'`,
  );
  await pool.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
     from graphile_worker.jobs where run_at > now() + (exp(least(attempts, 10)) + 1) * interval '1 second'`,
  );
}

/** A task is late when it has not run for this many of its periods. */
const LATE_AFTER_PERIODS = 3;

type TaskWatch = {
  /** Takes how often each task has ever run, read at a monotonic time. */
  look(runs: ReadonlyMap<string, number>, atMs: number): void;
  /** The first task that is late; null if all run. */
  lateTask(): string | null;
};

type Seen = { runs: number; withoutRunMs: number; isLate: boolean };

/**
 * Watches that scheduled tasks run, by the time between looks instead of the time of day, so that a wrong clock has no
 * effect. A time between two looks counts as `lookEveryMs` twice at most, so that a machine that slept, or a database
 * that was away, leaves no task late. Logs a late task once, and once when it runs again.
 */
export function makeTaskWatch(
  schedules: readonly TaskSchedule[],
  { lookEveryMs, log }: { readonly lookEveryMs: number; readonly log: Pick<FastifyBaseLogger, 'warn'> },
): TaskWatch {
  const seen = new Map<string, Seen>();
  let lookedAtMs: number | null = null;
  return {
    look(runs, atMs) {
      const elapsedMs = lookedAtMs === null ? 0 : Math.min(atMs - lookedAtMs, 2 * lookEveryMs);
      lookedAtMs = atMs;
      for (const { task, periodMs } of schedules) {
        const before = seen.get(task);
        const now = runs.get(task) ?? 0;
        const hasRun = before?.runs !== now;
        const withoutRunMs = hasRun ? 0 : before.withoutRunMs + elapsedMs;
        const isLate = withoutRunMs > LATE_AFTER_PERIODS * periodMs;
        if (isLate && !before?.isLate)
          log.warn({ task }, 'a scheduled task has not run for three of its periods');
        if (!isLate && before?.isLate) log.warn({ task }, 'a scheduled task runs again');
        seen.set(task, { runs: now, withoutRunMs, isLate });
      }
    },
    lateTask: () => schedules.find(({ task }) => seen.get(task)?.isLate)?.task ?? null,
  };
}

/** How far back missed minutes count: a machine that slept runs its daily tasks once it wakes. */
const LONGEST_GAP_MINUTES = DAY_MS / MINUTE_MS;
/** Longer periods are not in use. */
const LONGEST_PERIOD_MINUTES = (8 * DAY_MS) / MINUTE_MS;

type TaskSchedule = {
  readonly task: string;
  /** From one run to the next. */
  readonly periodMs: number;
  /** Whether the task is due in this minute, counted from 1970. */
  readonly isDueIn: (minute: number) => boolean;
};

export const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);

/** Reads a cron expression, whose times are UTC. Throws for one that is never due within eight days. */
export function readSchedule(task: string, expression: string): TaskSchedule {
  const { match } = parseCronItem({ task, match: expression });
  const isDueIn = (minute: number): boolean => {
    const at = new Date(minute * MINUTE_MS);
    return match({
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    });
  };
  const first = nextDue(isDueIn, 0);
  return { task, periodMs: (nextDue(isDueIn, first + 1) - first) * MINUTE_MS, isDueIn };
}

function nextDue(isDueIn: TaskSchedule['isDueIn'], from: number): number {
  for (let minute = from; minute <= from + LONGEST_PERIOD_MINUTES; minute++)
    if (isDueIn(minute)) return minute;
  throw new Error('this schedule has no next time within eight days');
}

/**
 * The tasks that were due after the minute `after`, up to and including `through`; of a long gap the last day counts.
 */
export function dueTasks(
  schedules: readonly TaskSchedule[],
  { after, through }: { readonly after: number; readonly through: number },
): string[] {
  const count = Math.min(through - after, LONGEST_GAP_MINUTES);
  const minutes = Array.from({ length: count }, (_, nth) => through - nth);
  return schedules.filter(({ isDueIn }) => minutes.some(isDueIn)).map(({ task }) => task);
}
