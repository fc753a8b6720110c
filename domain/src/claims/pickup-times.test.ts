import { expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import { questionDueMs, reminderDueMs } from './pickup-times.ts';

const window = { availableFromMs: 4 * HOUR_MS, availableUntilMs: 8 * HOUR_MS };

test.each([
  ['early', 0, 3],
  ['within the hour before', 3.5, 7],
  ['during the pickup', 5, 7],
  ['in its last hour', 7.5, 8],
])('whoever claims %s is reminded in time', (_, createdAt, dueAt) => {
  expect(reminderDueMs({ ...window, createdAtMs: createdAt * HOUR_MS })).toBe(dueAt * HOUR_MS);
});

test('whether it happened is asked as the pickup ends', () => {
  expect(questionDueMs(window)).toBe(8 * HOUR_MS);
});
