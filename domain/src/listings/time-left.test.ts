import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, endOfDay, HOUR_MS, instantOfWallClock, SECOND_MS, wallClock } from '../kernel/time.ts';
import {
  derivedUrgency,
  earliestEndMs,
  feedEndMs,
  freshnessLevel,
  hoursLeft,
  shortensPickup,
  offeredUntilMs,
  type OfferTimes,
  matchesFreshnessFilter,
  offerTimeErrors,
} from './freshness.ts';
import { CATEGORIES, DATE_KINDS } from './listing-fields.ts';
import { shareDefaults } from './share-defaults.ts';
import { defaultExpiryMs, SHELF_LIFE_DAYS } from './shelf-life.ts';

/** Clock changes in both hemispheres, at midnight, by half an hour, and never; offsets of quarters of an hour. */
const ZONES = [
  'UTC',
  'America/New_York',
  'America/Havana',
  'America/St_Johns',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
] as const;
const zone = fc.constantFrom(...ZONES);
const iso = (ms: number): string => new Date(ms).toISOString();

/** Days with a clock change, in both directions. */
const CLOCK_CHANGES = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/Havana', '2026-03-08'],
  ['America/Havana', '2026-11-01'],
  ['America/St_Johns', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-29'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Chatham', '2026-04-05'],
  ['Pacific/Chatham', '2026-09-27'],
] as const;
const OTHER_HARD_DAYS = ['2024-02-28', '2024-02-29', '2026-02-28', '2026-04-30', '2026-12-31', '2028-02-29'];
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const upToADay = fc.integer({ min: -36 * 3600, max: 36 * 3600 }).map((seconds) => seconds * SECOND_MS);
const anyTime = fc
  .integer({ min: Date.UTC(2024, 0, 1) / SECOND_MS, max: Date.UTC(2032, 0, 1) / SECOND_MS })
  .map((seconds) => seconds * SECOND_MS);
/** An instant and a zone: around clock changes, leap days, ends of months and years, and at any other time. */
const moment = fc.oneof(
  fc
    .tuple(fc.constantFrom(...CLOCK_CHANGES), upToADay)
    .map(([[timeZone, day], awayMs]) => ({ timeZone, nowMs: noonOf(day) + awayMs })),
  fc
    .tuple(zone, fc.constantFrom(...OTHER_HARD_DAYS), upToADay)
    .map(([timeZone, day, awayMs]) => ({ timeZone, nowMs: noonOf(day) + awayMs })),
  fc.record({ timeZone: zone, nowMs: anyTime }),
);
const instant = moment.map(({ nowMs }) => nowMs);
/** The same, earlier by the shelf life, so that it ends there. */
const sharing = fc.tuple(moment, fc.constantFrom(...CATEGORIES)).map(([{ timeZone, nowMs }, category]) => ({
  timeZone,
  category,
  nowMs: nowMs - SHELF_LIFE_DAYS[category] * DAY_MS,
}));

/** Time left: at the edges of the levels as often as anywhere else, to the millisecond. */
const fromNow = fc.oneof(
  fc
    .tuple(fc.constantFrom(-1, 0, 2, 6, 24, 48), fc.integer({ min: -2, max: 2 }))
    .map(([hours, ms]) => hours * HOUR_MS + ms),
  fc.integer({ min: -3 * DAY_MS, max: 5 * DAY_MS }),
);
const offer = fc
  .record({
    nowMs: instant,
    expiry: fc.option(fromNow),
    bestBy: fromNow,
    until: fromNow,
    dateKind: fc.constantFrom(...DATE_KINDS),
  })
  .map(({ nowMs, expiry, bestBy, until, dateKind }): { nowMs: number; times: OfferTimes } => ({
    nowMs,
    times: {
      expiryDate: expiry === null ? null : iso(nowMs + expiry),
      bestByDate: iso(nowMs + bestBy),
      availableUntil: iso(nowMs + until),
      dateKind,
    },
  }));

const at = (value: string | null): number => (value === null ? Number.POSITIVE_INFINITY : Date.parse(value));

/** The calendar day in a zone, such as "2026-03-29". */
function dayOf(ms: number, timeZone: string): string {
  const { year, month, day } = wallClock(ms, timeZone);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

describe('which date counts', () => {
  test('the feed uses expiry, then best-by, then pickup; dashboards the first of them', () => {
    fc.assert(
      fc.property(offer, ({ nowMs, times }) => {
        const listing = { ...times, createdAt: iso(nowMs) };
        const { expiryDate, bestByDate, availableUntil } = times;
        expect(feedEndMs(listing)).toBe(at(expiryDate ?? bestByDate));
        expect(earliestEndMs(times)).toBe(Math.min(at(expiryDate), at(bestByDate), at(availableUntil)));
        expect(earliestEndMs(times)).toBeLessThanOrEqual(feedEndMs(listing));
      }),
    );
  });

  test('an offer ends with pickup, with expiry and with a use-by date, but not with a best-before date', () => {
    fc.assert(
      fc.property(offer, ({ times }) => {
        const { expiryDate, bestByDate, availableUntil, dateKind } = times;
        const useBy = dateKind === 'use_by' ? at(bestByDate) : Number.POSITIVE_INFINITY;
        expect(offeredUntilMs(times)).toBe(Math.min(at(availableUntil), at(expiryDate), useBy));
        const beforeBestByCounts = offeredUntilMs({ ...times, dateKind: 'best_before' });
        expect(offeredUntilMs(times)).toBeLessThanOrEqual(beforeBestByCounts);
        expect(offeredUntilMs(times)).toBeGreaterThanOrEqual(earliestEndMs(times));
      }),
    );
  });

  test('pickup may end 60 days from now, and no later', () => {
    const nowMs = Date.UTC(2026, 4, 4);
    const endsIn = (ms: number) =>
      offerTimeErrors(
        {
          availableUntil: iso(nowMs + ms),
          expiryDate: null,
          bestByDate: iso(nowMs),
          dateKind: 'best_before',
        },
        nowMs,
      );
    expect(endsIn(60 * DAY_MS)).toEqual({});
    expect(endsIn(60 * DAY_MS + 1)).toEqual({ availableUntil: '@pickup-too-late {"days":60}' });
  });

  test('an offer is refused exactly if it would have ended already or ends too late, on the field with the past date', () => {
    fc.assert(
      fc.property(offer, ({ nowMs, times }) => {
        const over = offerTimeErrors(times, nowMs);
        const isFar = at(times.availableUntil) > nowMs + 60 * DAY_MS;
        expect(Object.keys(over).length > 0).toBe(offeredUntilMs(times) <= nowMs || isFar);
        expect('availableUntil' in over).toBe(at(times.availableUntil) <= nowMs || isFar);
        expect('expiryDate' in over).toBe(at(times.expiryDate) <= nowMs);
        expect('bestByDate' in over).toBe(times.dateKind === 'use_by' && at(times.bestByDate) <= nowMs);
      }),
    );
  });
});

describe('how soon food has to be eaten', () => {
  /** The specification's table, implemented independently. */
  const levelOf = (leftMs: number): string => {
    const hours = leftMs / 3_600_000;
    const upTo = [
      [0, 'expired'],
      [2, 'critical'],
      [6, 'urgent'],
      [24, 'today'],
      [48, 'tomorrow'],
    ] as const;
    return upTo.find(([most]) => hours <= most)?.[1] ?? 'fresh';
  };

  test('follows the table to the millisecond, as do filters and urgency', () => {
    fc.assert(
      fc.property(offer, ({ nowMs, times }) => {
        const listing = { ...times, createdAt: iso(nowMs) };
        const level = freshnessLevel(hoursLeft(feedEndMs(listing), nowMs));
        expect(level).toBe(levelOf(feedEndMs(listing) - nowMs));
        expect(matchesFreshnessFilter('urgent', listing, nowMs)).toBe(['critical', 'urgent'].includes(level));
        expect(matchesFreshnessFilter('expiring-soon', listing, nowMs)).toBe(
          ['critical', 'urgent', 'today'].includes(level),
        );
        const urgency = { critical: 'high', urgent: 'high', today: 'medium' };
        expect(derivedUrgency(level)).toBe(urgency[level as keyof typeof urgency] ?? 'low');
      }),
    );
  });

  test('only gets more urgent with time, also across clock changes', () => {
    const order = ['fresh', 'tomorrow', 'today', 'urgent', 'critical', 'expired'];
    fc.assert(
      fc.property(instant, fromNow, fc.nat(4 * DAY_MS), (nowMs, away, laterMs) => {
        const levelAt = (ms: number): number =>
          order.indexOf(freshnessLevel(hoursLeft(nowMs + away, nowMs + ms)));
        expect(levelAt(laterMs)).toBeGreaterThanOrEqual(levelAt(0));
      }),
    );
  });
});

describe('a date without a time', () => {
  test('is the last second of that day in the community’s time zone', () => {
    fc.assert(
      fc.property(moment, ({ nowMs, timeZone }) => {
        const end = endOfDay(nowMs, timeZone);
        expect(dayOf(end, timeZone)).toBe(dayOf(nowMs, timeZone));
        expect(dayOf(end + SECOND_MS, timeZone)).not.toBe(dayOf(nowMs, timeZone));
        expect(wallClock(end, timeZone)).toMatchObject({ hour: 23, minute: 59, second: 59 });
      }),
    );
  });

  test('best by today ends at midnight and not before, for any length of the day', () => {
    fc.assert(
      fc.property(moment, ({ nowMs, timeZone }) => {
        const { year, month, day } = wallClock(nowMs, timeZone);
        const clock = { year, month, hour: 0, minute: 0, second: 0 };
        const midnight = instantOfWallClock({ ...clock, day }, timeZone);
        const nextMidnight = instantOfWallClock({ ...clock, day: day + 1 }, timeZone);
        const end = endOfDay(nowMs, timeZone);
        const levelAt = (ms: number): string => freshnessLevel(hoursLeft(end, ms));
        expect(levelAt(nextMidnight - SECOND_MS - 1)).toBe('critical');
        expect(levelAt(nextMidnight)).toBe('expired');
        // at most 25 hours since the last midnight: only in that hour is it not yet today's
        expect(['today', 'tomorrow']).toContain(levelAt(midnight));
        expect(levelAt(midnight) === 'tomorrow').toBe(nextMidnight - midnight > DAY_MS);
      }),
    );
  });
});

describe('what the form starts with', () => {
  const clockOf = (ms: number, timeZone: string): string => {
    const { hour, minute, second } = wallClock(ms, timeZone);
    return [hour, minute, second].join(':');
  };

  test('keeps the time of day of best-by and expiry, a calendar day apart', () => {
    fc.assert(
      fc.property(sharing, ({ nowMs, timeZone, category }) => {
        const { bestByMs, expiryMs } = shareDefaults(category, nowMs, timeZone);
        const nextDay = dayOf(endOfDay(bestByMs, timeZone) + SECOND_MS, timeZone);
        // clocks change by half an hour or an hour: if the same time occurs on the next day, it is one of
        // these
        const [sameTime] = [-2, -1, 0, 1, 2]
          .map((halfHours) => bestByMs + DAY_MS + (halfHours * HOUR_MS) / 2)
          .filter((ms) => dayOf(ms, timeZone) === nextDay)
          .filter((ms) => clockOf(ms, timeZone) === clockOf(bestByMs, timeZone));
        if (sameTime !== undefined) expect(expiryMs).toBe(sameTime);
        expect(Math.abs(expiryMs - bestByMs - DAY_MS)).toBeLessThanOrEqual(HOUR_MS);
        expect(defaultExpiryMs(bestByMs, timeZone, 'use_by')).toBe(bestByMs);
      }),
    );
  });

  test('is a valid offer, for either kind of date', () => {
    fc.assert(
      fc.property(sharing, fc.constantFrom(...DATE_KINDS), ({ nowMs, timeZone, category }, dateKind) => {
        const { bestByMs, availableUntilMs } = shareDefaults(category, nowMs, timeZone);
        const times = {
          bestByDate: iso(bestByMs),
          expiryDate: iso(defaultExpiryMs(bestByMs, timeZone, dateKind)),
          availableUntil: iso(availableUntilMs),
          dateKind,
        };
        expect(offerTimeErrors(times, nowMs)).toEqual({});
        expect(offeredUntilMs(times)).toBe(availableUntilMs);
      }),
    );
  });
});

test('a pickup window is shortened exactly if some of its time is gone', () => {
  const window = fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => ({ from, until: from + length }));
  const asWire = ({ from, until }: { from: number; until: number }) => ({
    availableFrom: iso(from * HOUR_MS),
    availableUntil: iso(until * HOUR_MS),
  });
  fc.assert(
    fc.property(window, window, (before, after) => {
      const hours = Array.from({ length: 41 }, (_, hour) => hour);
      const isIn = (hour: number, { from, until }: typeof before) => hour >= from && hour <= until;
      expect(shortensPickup(asWire(before), asWire(after))).toBe(
        hours.some((hour) => isIn(hour, before) && !isIn(hour, after)),
      );
    }),
  );
});
