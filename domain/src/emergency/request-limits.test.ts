import { describe, expect, test } from 'vitest';
import { requestLimitRefusal, requestsPerDay } from './request-limits.ts';

const NOW_MS = Date.parse('2026-05-04T12:00:00Z');
const may = { openRequests: 0, requestsInLastDay: 0, slowedUntilMs: null, nowMs: NOW_MS };

describe('requestLimitRefusal', () => {
  test('is null without an open request and with fewer than three today', () => {
    expect(requestLimitRefusal(may)).toBeNull();
    expect(requestLimitRefusal({ ...may, requestsInLastDay: 2 })).toBeNull();
  });

  test.each([
    [{ openRequests: 1 }, 'request-open'],
    [{ requestsInLastDay: 3 }, 'requests-today'],
    [{ slowedUntilMs: NOW_MS + 1, requestsInLastDay: 1 }, 'requests-today'],
  ])('refuses %o', (facts, refusal) => {
    expect(requestLimitRefusal({ ...may, ...facts })).toBe(refusal);
  });

  test('allows one request a day while requests are slowed', () => {
    expect(requestLimitRefusal({ ...may, slowedUntilMs: NOW_MS + 1 })).toBeNull();
    expect(requestsPerDay(NOW_MS + 1, NOW_MS)).toBe(1);
    expect(requestsPerDay(NOW_MS, NOW_MS)).toBe(3);
    expect(requestLimitRefusal({ ...may, slowedUntilMs: NOW_MS, requestsInLastDay: 2 })).toBeNull();
  });
});
