import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import { pausesMail, withRefusal } from './mail-refusals.ts';

test.each([
  [[0, 1], false],
  [[0, 1, 3], true],
  [[0, 1, 3.01], false],
  [[0, 3, 4, 5], true],
  [[0, 1, 2, 40], true],
])('refusals on days %j pause mails: %s', (days, isPaused) => {
  const kept = days.reduce<readonly number[]>((before, day) => withRefusal(before, day * DAY_MS), []);
  expect(pausesMail(kept)).toBe(isPaused);
  expect(kept.length).toBeLessThanOrEqual(3);
});
