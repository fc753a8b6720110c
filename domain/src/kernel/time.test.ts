import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCalendarDays,
  calendarDaysBetween,
  DAY_MS,
  endOfDay,
  HOUR_MS,
  instantOfWallClock,
  wallClock,
} from './time.ts';
import { instantSchema } from './wire-schemas.ts';

const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'];
const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 0, 1) });
const at = (iso: string): number => Date.parse(iso);

describe('wallClock', () => {
  it('is inverted by instantOfWallClock, unless the hour occurs twice', () => {
    fc.assert(
      fc.property(instant, zone, (ms, timeZone) => {
        const second = Math.floor(ms / 1000) * 1000;
        const again = instantOfWallClock(wallClock(second, timeZone), timeZone);
        expect([second, second - HOUR_MS]).toContain(again);
        expect(wallClock(again, timeZone)).toEqual(wallClock(second, timeZone));
      }),
    );
  });

  it('moves a time skipped by a clock change forward by the gap', () => {
    const skipped = { year: 2026, month: 3, day: 8, hour: 2, minute: 30, second: 0 };
    expect(instantOfWallClock(skipped, 'America/New_York')).toBe(at('2026-03-08T07:30:00Z'));
  });

  it('takes the first of two equal times', () => {
    const twice = { year: 2026, month: 11, day: 1, hour: 1, minute: 30, second: 0 };
    expect(instantOfWallClock(twice, 'America/New_York')).toBe(at('2026-11-01T05:30:00Z'));
  });
});

describe('endOfDay', () => {
  it.each([
    ['UTC', '2026-06-01T10:00:00Z', '2026-06-01T23:59:59Z'],
    ['America/New_York', '2026-11-01T12:00:00Z', '2026-11-02T04:59:59Z'],
    ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29T21:59:59Z'],
    ['Pacific/Auckland', '2028-02-29T00:00:00Z', '2028-02-29T10:59:59Z'],
  ])('in %s after %s is %s', (timeZone, now, end) => {
    expect(new Date(endOfDay(at(now), timeZone)).toISOString()).toBe(new Date(at(end)).toISOString());
  });

  it('is never before the instant and at most 25 hours after it', () => {
    fc.assert(
      fc.property(instant, zone, (ms, timeZone) => {
        const left = endOfDay(ms, timeZone) - ms;
        expect(left).toBeGreaterThan(-1000);
        expect(left).toBeLessThanOrEqual(25 * HOUR_MS);
      }),
    );
  });
});

describe('addCalendarDays', () => {
  it('keeps the wall-clock time across a change to summer time', () => {
    expect(addCalendarDays(at('2026-03-07T17:00:00Z'), 1, 'America/New_York')).toBe(
      at('2026-03-08T16:00:00Z'),
    );
  });

  it('counts the leap day', () => {
    expect(addCalendarDays(at('2028-02-28T12:00:00Z'), 1, 'UTC')).toBe(at('2028-02-29T12:00:00Z'));
    expect(addCalendarDays(at('2027-02-28T12:00:00Z'), 1, 'UTC')).toBe(at('2027-03-01T12:00:00Z'));
  });

  it('differs from a multiple of 24 hours at most by a clock change', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 14 }), zone, (ms, days, timeZone) => {
        const moved = addCalendarDays(ms, days, timeZone);
        expect(Math.abs(moved - ms - days * DAY_MS)).toBeLessThanOrEqual(HOUR_MS);
      }),
    );
  });
});

describe('instantSchema', () => {
  const schema = instantSchema('required.best-by-date');
  it.each([
    ['2026-05-01T10:00:00Z', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T10:00:00+02:00', '2026-05-01T08:00:00.000Z'],
    ['2026-05-01T10:00Z', '2026-05-01T10:00:00.000Z'],
  ])('%s is %s', (given, parsed) => {
    expect(schema.parse(given)).toBe(parsed);
  });

  it.each(['2026-05-01', '2026-13-01T00:00:00Z', 'tomorrow', '2026-05-01T10:00:00', '9999-12-31T23:59:59Z'])(
    'rejects %s',
    (given) => {
      expect(schema.safeParse(given).success).toBe(false);
    },
  );

  it('gives the message for a missing value', () => {
    expect(schema.safeParse('').error?.issues[0]?.message).toBe('@required.best-by-date');
    expect(schema.safeParse(undefined).error?.issues[0]?.message).toBe('@required.best-by-date');
  });
});

it('days between two instants are those of the calendar, not of 24 hours', () => {
  const evening = Date.parse('2026-10-31T23:00:00-04:00');
  const between = (until: string) => calendarDaysBetween(evening, Date.parse(until), 'America/New_York');
  expect(between('2026-10-31T00:30:00-04:00')).toBe(0);
  expect(between('2026-11-01T00:30:00-04:00')).toBe(1);
  expect(between('2026-11-02T00:30:00-05:00')).toBe(2);
  expect(between('2026-10-30T23:30:00-04:00')).toBe(-1);
});
