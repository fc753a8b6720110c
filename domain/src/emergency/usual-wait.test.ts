import { expect, it } from 'vitest';
import { usualWaitHours } from './request-states.ts';

const times = <T>(count: number, wait: T): T[] => Array.from({ length: count }, () => wait);

it.each([
  ['nobody asked', [], null],
  ['nine people', times(9, 0.5), null],
  ['ten people, all quickly', times(10, 0.5), 1],
  ['two in three within two hours', [...times(8, 1.9), ...times(4, 20)], 2],
  ['one fewer than two in three', [...times(7, 1.9), ...times(5, 20)], 24],
  ['those without help count', [...times(7, 0.5), ...times(5, null)], null],
  ['exactly on a step', times(10, 4), 4],
])('%s', (_, waits, hours) => {
  expect(usualWaitHours(waits)).toBe(hours);
});
