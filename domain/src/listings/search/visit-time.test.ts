import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarDaysBetween } from '../../kernel/time.ts';
import { VISIT_TIMES } from '../listing-fields.ts';
import { overlaps, visitSpan } from './visit-time.ts';

const NEW_YORK = 'America/New_York';

it.each([
  ['now', '2026-05-05T14:00-04:00', '2026-05-05T14:00-04:00', '2026-05-05T15:00-04:00'],
  ['tonight', '2026-05-05T14:00-04:00', '2026-05-05T17:00-04:00', '2026-05-06T00:00-04:00'],
  ['tonight', '2026-05-05T21:30-04:00', '2026-05-05T21:30-04:00', '2026-05-06T00:00-04:00'],
  ['tonight', '2026-05-05T23:30-04:00', '2026-05-05T23:30-04:00', '2026-05-06T01:30-04:00'],
  ['tonight', '2026-05-06T01:30-04:00', '2026-05-06T01:30-04:00', '2026-05-06T04:00-04:00'],
  ['tomorrow', '2026-05-05T14:00-04:00', '2026-05-06T05:00-04:00', '2026-05-07T00:00-04:00'],
  ['tomorrow', '2026-05-06T01:30-04:00', '2026-05-07T05:00-04:00', '2026-05-08T00:00-04:00'],
  // the clocks change in the night, and the day has 23 hours
  ['tonight', '2026-03-08T00:30-05:00', '2026-03-08T00:30-05:00', '2026-03-08T04:00-04:00'],
  ['tonight', '2026-03-08T20:00-04:00', '2026-03-08T20:00-04:00', '2026-03-09T00:00-04:00'],
] as const)('%s at %s is from %s until %s', (when, now, from, until) => {
  const { fromMs, untilMs } = visitSpan(when, Date.parse(now), NEW_YORK);
  expect([fromMs, untilMs].map((ms) => new Date(ms).toISOString())).toEqual(
    [from, until].map((at) => new Date(at).toISOString()),
  );
});

it('is a span ahead in any zone, with tonight before tomorrow and tomorrow on the next calendar day', () => {
  const zone = fc.constantFrom(NEW_YORK, 'Asia/Kolkata', 'Pacific/Auckland', 'America/Santiago', 'UTC');
  const instant = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
  fc.assert(
    fc.property(zone, instant, (timeZone, nowMs) => {
      for (const when of VISIT_TIMES) {
        const { fromMs, untilMs } = visitSpan(when, nowMs, timeZone);
        expect(fromMs).toBeGreaterThanOrEqual(nowMs);
        expect(untilMs).toBeGreaterThan(fromMs);
      }
      const tomorrow = visitSpan('tomorrow', nowMs, timeZone);
      expect(tomorrow.fromMs).toBeGreaterThanOrEqual(visitSpan('tonight', nowMs, timeZone).untilMs);
      expect(calendarDaysBetween(nowMs, tomorrow.fromMs, timeZone)).toBe(1);
      expect(calendarDaysBetween(nowMs, tomorrow.untilMs - 1, timeZone)).toBe(1);
    }),
  );
});

it('a window that only touches a span has none of its hours', () => {
  const span = { fromMs: 10, untilMs: 20 };
  const has = (fromMs: number, untilMs: number) => overlaps({ fromMs, untilMs }, span);
  expect([has(0, 10), has(20, 30), has(0, 11), has(19, 30), has(0, 30), has(12, 13)]).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});
