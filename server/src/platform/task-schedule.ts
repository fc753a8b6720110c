import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { parseCronItem } from 'graphile-worker';

/** How far back missed minutes count: a machine that slept runs its daily tasks once it wakes. */
const LONGEST_GAP_MINUTES = DAY_MS / MINUTE_MS;
/** Longer periods are not in use. */
const LONGEST_PERIOD_MINUTES = (8 * DAY_MS) / MINUTE_MS;

export type TaskSchedule = {
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
