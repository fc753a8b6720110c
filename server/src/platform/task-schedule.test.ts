import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { dueTasks, minuteOf, readSchedule } from './task-scheduler.ts';

const schedules = [
  readSchedule('each-minute', '* * * * *'),
  readSchedule('each-hour', '17 * * * *'),
  readSchedule('each-night', '37 4 * * *'),
];
const at = (time: string): number => minuteOf(Date.parse(`2026-11-23T${time}Z`));

describe('a schedule', () => {
  it('has the period of its expression', () => {
    expect(schedules.map(({ periodMs }) => periodMs)).toEqual([MINUTE_MS, HOUR_MS, DAY_MS]);
    expect(() => readSchedule('each-year', '0 0 31 12 *')).toThrow('within eight days');
  });

  it.each([
    ['03:10:59', ['each-minute']],
    ['03:17:00', ['each-minute', 'each-hour']],
    ['04:37:30', ['each-minute', 'each-night']],
  ])('is due at %s UTC: %s', (time, due) => {
    expect(dueTasks(schedules, { after: at(time) - 1, through: at(time) })).toEqual(due);
  });

  it('is due once for missed minutes', () => {
    expect(dueTasks(schedules, { after: at('03:10:00'), through: at('09:00:00') })).toEqual([
      'each-minute',
      'each-hour',
      'each-night',
    ]);
    expect(dueTasks(schedules, { after: at('03:17:00'), through: at('03:17:59') })).toEqual([]);
    expect(dueTasks(schedules, { after: 0, through: at('03:17:00') })).toHaveLength(3);
  });
});
