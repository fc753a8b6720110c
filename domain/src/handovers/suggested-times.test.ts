import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { isInWindow, proposalRefusal } from './handover-times.ts';
import { firstTime, suggestedTimes } from './suggested-times.ts';

describe('suggestedTimes', () => {
  const timeZone = 'UTC';
  const morning = { windowFromMs: 8 * HOUR_MS, windowUntilMs: 12 * HOUR_MS };
  const hours = (nowHour: number, count = 4) =>
    suggestedTimes(morning, (nowHour + 4) * HOUR_MS, { count, timeZone }).map((at) => at / HOUR_MS - 4);

  test('are half hours, spread over the rest of the window', () => {
    expect(hours(0)).toEqual([4, 5, 6, 7]);
    expect(hours(5)).toEqual([5.5, 6, 6.5, 7]);
    expect(hours(5.3)).toEqual([6, 6.5, 7, 7.5]);
    expect(hours(7)).toEqual([7.5, 8]);
    // a walk's time, unless the window is nearly over
    expect(hours(5.2)).toEqual([6, 6.5, 7, 7.5]);
    expect(hours(7.75)).toEqual([8]);
    expect(hours(7.8)).toEqual([]);
    expect(hours(0, 2)).toEqual([4, 6]);
  });

  test('are half hours of the clock where the zone is a quarter of an hour off', () => {
    const day = Date.UTC(2026, 4, 4);
    const window = { windowFromMs: day + 4 * HOUR_MS, windowUntilMs: day + 8 * HOUR_MS };
    const nowMs = day + 5.2 * HOUR_MS;
    const kathmandu = { count: 9, timeZone: 'Asia/Kathmandu' };
    const minutes = suggestedTimes(window, nowMs, kathmandu).map((at) => (at / MINUTE_MS) % 60);
    expect(minutes).toEqual([45, 15, 45, 15, 45]);
    expect(firstTime(window, nowMs, kathmandu)).toBe(day + 5.75 * HOUR_MS);
  });

  test('are the soonest, and later ones in the daytime as far as the window has any', () => {
    const suggested = (fromHour: number, untilHour: number) =>
      suggestedTimes({ windowFromMs: fromHour * HOUR_MS, windowUntilMs: untilHour * HOUR_MS }, 0, {
        count: 3,
        timeZone,
      }).map((at) => (at / HOUR_MS) % 24);
    expect(suggested(19, 33)).toEqual([19, 20, 8]);
    expect(suggested(22, 26)).toEqual([22, 23.5, 1]);
    expect(suggested(24, 48)).toEqual([0, 12, 16.5]);
  });

  test('begin with today where someone has no food and the window is of another day', () => {
    const tomorrow = { windowFromMs: 39 * HOUR_MS, windowUntilMs: 42 * HOUR_MS };
    const urgent = (nowHour: number) =>
      suggestedTimes(tomorrow, nowHour * HOUR_MS, { count: 3, timeZone, isUrgent: true }).map(
        (at) => at / HOUR_MS,
      );
    expect(urgent(17)).toEqual([17.5, 39, 40.5]);
    expect(urgent(22)).toEqual([39, 40.5]);
    expect(urgent(40)).toEqual([40.5, 41, 41.5]);
  });

  test('begin a field for another one, in the window and while the giver is open', () => {
    const evening = { windowFromMs: 19 * HOUR_MS, windowUntilMs: 23 * HOUR_MS };
    const first = (nowHour: number, open = evening) => {
      const openParts = () => [{ fromMs: open.windowFromMs, untilMs: open.windowUntilMs }];
      const at = firstTime(evening, nowHour * HOUR_MS, { timeZone, openParts });
      return at === null ? null : at / HOUR_MS;
    };
    expect([7, 20.1, 22.9].map((now) => first(now))).toEqual([19, 21, 23]);
    expect(first(7, { windowFromMs: 20.25 * HOUR_MS, windowUntilMs: 22 * HOUR_MS })).toBe(20.5);
    expect(first(7, { windowFromMs: 9 * HOUR_MS, windowUntilMs: 18 * HOUR_MS })).toBe(19);
    // after the window, in the daytime of the day on which they may still meet
    expect([23, 32, 47].map((now) => first(now))).toEqual([32, 32.5, null]);
  });

  test('are within the hours of the giver, and not when it closes', () => {
    const open = [
      { fromMs: 9 * HOUR_MS, untilMs: 10 * HOUR_MS },
      { fromMs: 11.25 * HOUR_MS, untilMs: 20 * HOUR_MS },
    ];
    const suggested = (untilHour: number, parts: typeof open) => {
      const asked: unknown[] = [];
      const proposed = suggestedTimes({ windowFromMs: 6 * HOUR_MS, windowUntilMs: untilHour * HOUR_MS }, 0, {
        count: 3,
        timeZone,
        openParts: (asksFor) => {
          asked.push(asksFor);
          return parts;
        },
      });
      expect(asked).toEqual([{ fromMs: 6 * HOUR_MS, untilMs: untilHour * HOUR_MS + 1 }]);
      return proposed.map((at) => at / HOUR_MS);
    };
    expect(suggested(10, open)).toEqual([9, 9.5]);
    expect(suggested(12, open)).toEqual([9, 9.5, 11.5]);
    expect(suggested(12, [])).toEqual([]);
  });

  test.each([0, Date.UTC(2026, 2, 8), Date.UTC(2026, 10, 1)])(
    'are always in the window, ahead, ascending and acceptable, also across midnight and a clock change (%i)',
    (dayMs) => {
      const half = fc.integer({ min: 0, max: 2000 }).map((count) => count * 7 * MINUTE_MS);
      fc.assert(
        fc.property(half, half, half, fc.integer({ min: 1, max: 6 }), (from, lasts, now, count) => {
          const [zone, nowMs] = ['America/New_York', dayMs + now];
          const window = { windowFromMs: dayMs + from, windowUntilMs: dayMs + from + lasts };
          const suggested = suggestedTimes(window, nowMs, { count, timeZone: zone });
          expect(suggested.length).toBeLessThanOrEqual(count);
          expect(suggested).toEqual([...new Set(suggested)].toSorted((a, b) => a - b));
          for (const at of suggested) {
            expect(at % (30 * MINUTE_MS)).toBe(0);
            expect(at).toBeGreaterThanOrEqual(nowMs + 15 * MINUTE_MS);
            expect(isInWindow(at, window)).toBe(true);
            expect(proposalRefusal(at, window, nowMs)).toBeNull();
          }
          const first = firstTime(window, nowMs, { timeZone: zone });
          if (first !== null) expect(proposalRefusal(first, window, nowMs)).toBeNull();
          if (nowMs < window.windowUntilMs) expect(isInWindow(first ?? 0, window)).toBe(true);
        }),
      );
    },
  );
});
