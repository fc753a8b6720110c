import type { FastifyBaseLogger } from 'fastify';
import type { TaskSchedule } from './task-schedule.ts';

/** A task is late when it has not run for this many of its periods. */
const LATE_AFTER_PERIODS = 3;

export type TaskWatch = {
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
