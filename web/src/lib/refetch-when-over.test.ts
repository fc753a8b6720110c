import { beforeEach, expect, it, vi } from 'vitest';
import { refetchWhenOver } from './query-client.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 12);
const inSeconds = (seconds: number): string => new Date(NOW_MS + seconds * 1000).toISOString();

beforeEach(() => void vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));

it.each([
  ['never without a time', [null, undefined], false],
  ['a second after the first of the times', [inSeconds(90), null, inSeconds(60)], 61_000],
  ['again after a pause if the time is over here and not there', [inSeconds(-5)], 30_000],
  ['at the time even if it is less than the pause away', [inSeconds(2)], 3000],
] as const)('refetches %s', (_when, times, waitMs) => {
  expect(refetchWhenOver(...times)).toBe(waitMs);
});
