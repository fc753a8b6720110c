import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import {
  askingPausedUntilMs,
  askingRefusal,
  COMPLAINT_COUNTS_DAYS,
  COMPLAINTS_THAT_PAUSE,
  PAUSE_DAYS,
} from './asking.ts';

const NOW_MS = Date.parse('2026-05-04T12:00:00Z');
const may = { openRequests: 0, requestsInLastDay: 0, pausedUntilMs: null, nowMs: NOW_MS };

describe('who may ask for food', () => {
  test('is everybody who has nothing open and asked less than three times today', () => {
    expect(askingRefusal(may)).toBeNull();
    expect(askingRefusal({ ...may, requestsInLastDay: 2 })).toBeNull();
  });

  test.each([
    [{ openRequests: 1 }, 'request-open'],
    [{ requestsInLastDay: 3 }, 'requests-today'],
    [{ pausedUntilMs: NOW_MS + 1 }, 'paused'],
    [{ pausedUntilMs: NOW_MS + 1, openRequests: 1, requestsInLastDay: 9 }, 'paused'],
  ])('is not who %o', (facts, refusal) => {
    expect(askingRefusal({ ...may, ...facts })).toBe(refusal);
  });

  test('is somebody again whose pause has just ended', () => {
    expect(askingRefusal({ ...may, pausedUntilMs: NOW_MS })).toBeNull();
  });
});

const daysAgo = (days: number): number => NOW_MS - days * DAY_MS;

describe('complaints', () => {
  test('of three people pause asking for a week from the third', () => {
    const complaints = [
      { byId: 'a', atMs: daysAgo(20) },
      { byId: 'b', atMs: daysAgo(9) },
      { byId: 'c', atMs: daysAgo(1) },
    ];
    expect(askingPausedUntilMs(complaints, NOW_MS)).toBe(daysAgo(1) + PAUSE_DAYS * DAY_MS);
    expect(askingPausedUntilMs(complaints.slice(1), NOW_MS)).toBeNull();
  });

  test('of one person count once, however many', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: COMPLAINT_COUNTS_DAYS * 2 }), { maxLength: 50 }),
        (days) => {
          const complaints = days.map((ago, nth) => ({
            byId: ['a', 'b'][nth % 2] ?? 'a',
            atMs: daysAgo(ago),
          }));
          expect(askingPausedUntilMs(complaints, NOW_MS)).toBeNull();
        },
      ),
    );
  });

  test('cannot keep a pause going by being said again', () => {
    const first = [1, 2, 3].map((nth) => ({ byId: `p${nth}`, atMs: daysAgo(10) }));
    const again = first.map((one) => ({ ...one, atMs: daysAgo(1) }));
    expect(askingPausedUntilMs([...first, ...again], NOW_MS)).toBeNull();
  });

  test('are forgotten, and never pause longer than a week', () => {
    const complaint = fc.record({
      byId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      atMs: fc.integer({ min: daysAgo(90), max: NOW_MS + DAY_MS }),
    });
    fc.assert(
      fc.property(fc.array(complaint, { maxLength: 30 }), (complaints) => {
        const until = askingPausedUntilMs(complaints, NOW_MS);
        const counting = complaints.filter(
          ({ atMs }) => atMs <= NOW_MS && NOW_MS < atMs + COMPLAINT_COUNTS_DAYS * DAY_MS,
        );
        const people = new Set(counting.map(({ byId }) => byId));
        if (people.size < COMPLAINTS_THAT_PAUSE) expect(until).toBeNull();
        if (until !== null) {
          expect(until).toBeGreaterThan(NOW_MS);
          expect(until).toBeLessThanOrEqual(NOW_MS + PAUSE_DAYS * DAY_MS);
        }
        expect(askingPausedUntilMs(complaints.toReversed(), NOW_MS)).toBe(until);
      }),
    );
  });
});
