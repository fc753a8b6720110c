import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, it } from 'vitest';
import { makeTaskWatch, readSchedule } from './task-scheduler.ts';

const LOOK_EVERY_MS = 5 * SECOND_MS;

/** A watch that looks every five seconds of its own time. */
function watching() {
  const lines: unknown[][] = [];
  const watch = makeTaskWatch([readSchedule('settle', '* * * * *'), readSchedule('tidy', '17 * * * *')], {
    lookEveryMs: LOOK_EVERY_MS,
    log: { warn: (...line: unknown[]) => void lines.push(line) },
  });
  const runs = new Map<string, number>();
  let atMs = 0;
  return {
    watch,
    lines,
    run: (task: string) => runs.set(task, (runs.get(task) ?? 0) + 1),
    pass: (ms: number): void => {
      for (const until = atMs + ms; atMs < until; ) {
        atMs += LOOK_EVERY_MS;
        watch.look(runs, atMs);
      }
    },
    /** The machine sleeps: time passes without a look. */
    sleep: (ms: number): void => {
      atMs += ms;
    },
  };
}

it('a task is late after three of its periods without a run, logged in one line, and no longer once it runs', () => {
  const { watch, lines, run, pass } = watching();
  run('settle');
  pass(3 * MINUTE_MS);
  expect([watch.lateTask(), lines]).toEqual([null, []]);
  pass(MINUTE_MS);
  expect(watch.lateTask()).toBe('settle');
  pass(HOUR_MS);
  expect(lines).toEqual([[{ task: 'settle' }, 'a scheduled task has not run for three of its periods']]);
  run('settle');
  pass(LOOK_EVERY_MS);
  expect(watch.lateTask()).toBe(null);
  expect(lines.at(-1)).toEqual([{ task: 'settle' }, 'a scheduled task runs again']);
});

it('each task has its own period', () => {
  const { watch, run, pass } = watching();
  for (let minute = 0; minute < 4 * 60; minute++) {
    run('settle');
    pass(MINUTE_MS);
    if (minute < 3 * 60 - 1) expect(watch.lateTask()).toBe(null);
  }
  expect(watch.lateTask()).toBe('tidy');
});

it('a machine that slept has no late task', () => {
  const { watch, run, pass, sleep } = watching();
  run('settle');
  pass(MINUTE_MS);
  sleep(2 * DAY_MS);
  pass(MINUTE_MS);
  expect(watch.lateTask()).toBe(null);
});
