import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import {
  requestsPausedUntilMs,
  requestLimitRefusal,
  COMPLAINT_EXPIRY_DAYS,
  COMPLAINTS_TO_PAUSE,
  REQUEST_PAUSE_DAYS,
} from './request-limits.ts';

const NOW_MS = Date.parse('2026-05-04T12:00:00Z');
const may = { openRequests: 0, requestsInLastDay: 0, pausedUntilMs: null, nowMs: NOW_MS };

describe('requestLimitRefusal', () => {
  test('is null without an open request and with fewer than three today', () => {
    expect(requestLimitRefusal(may)).toBeNull();
    expect(requestLimitRefusal({ ...may, requestsInLastDay: 2 })).toBeNull();
  });

  test.each([
    [{ openRequests: 1 }, 'request-open'],
    [{ requestsInLastDay: 3 }, 'requests-today'],
    [{ pausedUntilMs: NOW_MS + 1 }, 'paused'],
    [{ pausedUntilMs: NOW_MS + 1, openRequests: 1, requestsInLastDay: 9 }, 'paused'],
  ])('refuses %o', (facts, refusal) => {
    expect(requestLimitRefusal({ ...may, ...facts })).toBe(refusal);
  });

  test('is null right after a pause has ended', () => {
    expect(requestLimitRefusal({ ...may, pausedUntilMs: NOW_MS })).toBeNull();
  });
});

const daysAgo = (days: number): number => NOW_MS - days * DAY_MS;

describe('requestsPausedUntilMs', () => {
  test('pauses for a week from the third person’s complaint', () => {
    const complaints = [
      { byId: 'a', atMs: daysAgo(20) },
      { byId: 'b', atMs: daysAgo(9) },
      { byId: 'c', atMs: daysAgo(1) },
    ];
    expect(requestsPausedUntilMs(complaints, NOW_MS)).toBe(daysAgo(1) + REQUEST_PAUSE_DAYS * DAY_MS);
    expect(requestsPausedUntilMs(complaints.slice(1), NOW_MS)).toBeNull();
  });

  test('counts each person once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: COMPLAINT_EXPIRY_DAYS * 2 }), { maxLength: 50 }),
        (days) => {
          const complaints = days.map((ago, nth) => ({
            byId: ['a', 'b'][nth % 2] ?? 'a',
            atMs: daysAgo(ago),
          }));
          expect(requestsPausedUntilMs(complaints, NOW_MS)).toBeNull();
        },
      ),
    );
  });

  test('does not extend a pause for repeated complaints', () => {
    const first = [1, 2, 3].map((nth) => ({ byId: `p${nth}`, atMs: daysAgo(10) }));
    const again = first.map((one) => ({ ...one, atMs: daysAgo(1) }));
    expect(requestsPausedUntilMs([...first, ...again], NOW_MS)).toBeNull();
  });

  test('expires complaints, and never pauses longer than a week', () => {
    const complaint = fc.record({
      byId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      atMs: fc.integer({ min: daysAgo(90), max: NOW_MS + DAY_MS }),
    });
    fc.assert(
      fc.property(fc.array(complaint, { maxLength: 30 }), (complaints) => {
        const until = requestsPausedUntilMs(complaints, NOW_MS);
        const counting = complaints.filter(
          ({ atMs }) => atMs <= NOW_MS && NOW_MS < atMs + COMPLAINT_EXPIRY_DAYS * DAY_MS,
        );
        const people = new Set(counting.map(({ byId }) => byId));
        if (people.size < COMPLAINTS_TO_PAUSE) expect(until).toBeNull();
        if (until !== null) {
          expect(until).toBeGreaterThan(NOW_MS);
          expect(until).toBeLessThanOrEqual(NOW_MS + REQUEST_PAUSE_DAYS * DAY_MS);
        }
        expect(requestsPausedUntilMs(complaints.toReversed(), NOW_MS)).toBe(until);
      }),
    );
  });
});
