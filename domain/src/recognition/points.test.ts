import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDay, DAY_MS } from '../kernel/time.ts';
import {
  daysBefore,
  earningSides,
  type EarningFacts,
  listingCauses,
  monthOfDay,
  pointsFor,
  requestCountsFromMs,
  requestsCountedBeforeMs,
  streakLength,
} from './points.ts';

describe('points', () => {
  it.each([
    ['handover_given', 1, 21],
    ['handover_given', 30, 50],
    ['handover_given', 31, 50],
    ['handover_given', 500, 50],
    ['handover_received', 12, 5],
    ['request_answered', 12, 50],
    ['first_listing', 12, 10],
    ['streak_day', 12, 2],
  ] as const)('%s of %i servings: %i', (cause, servings, points) => {
    expect(pointsFor(cause, servings)).toBe(points);
  });

  const side = { otherIsKnown: false, paidWithUnknownOnDay: 0 };
  const facts: EarningFacts = {
    completedBy: 'both',
    answersRequest: false,
    paidOfPair: 0,
    isRing: false,
    giver: side,
    receiver: side,
  };
  const tired = { otherIsKnown: false, paidWithUnknownOnDay: 3 };
  const known = { otherIsKnown: true, paidWithUnknownOnDay: 3 };

  it.each([
    ['both sides said so', {}, true, true],
    ['the code said so', { completedBy: 'code' }, true, true],
    ['one side alone said so', { completedBy: 'one_side' }, false, false],
    ['it answered a request', { answersRequest: true }, true, false],
    ['it is the third of the two in 30 days', { paidOfPair: 2 }, true, true],
    ['it is the fourth of the two in 30 days', { paidOfPair: 3 }, false, false],
    ['it is of a ring', { isRing: true }, false, false],
    ['it is the giver’s fourth of the day with unknown people', { giver: tired }, false, true],
    ['it is the receiver’s fourth of the day with unknown people', { receiver: tired }, true, false],
    ['the receiver is known', { giver: known }, true, true],
  ] as const)('when %s', (_when, changes, giver, receiver) => {
    expect(earningSides({ ...facts, ...changes })).toEqual({ giver, receiver });
  });

  it('are for the giver and the receiver, once for the first listing and for each further day of a streak', () => {
    const before = { hasGiven: true, wasActiveDayBefore: false, wasActiveOnDay: false };
    expect(listingCauses('giver', before)).toEqual(['handover_given']);
    expect(listingCauses('giver', { ...before, hasGiven: false })).toEqual([
      'handover_given',
      'first_listing',
    ]);
    expect(listingCauses('receiver', { ...before, hasGiven: false })).toEqual(['handover_received']);
    const second = { ...before, wasActiveDayBefore: true };
    expect(listingCauses('receiver', second)).toEqual(['handover_received', 'streak_day']);
    expect(listingCauses('giver', { ...second, wasActiveOnDay: true })).toEqual(['handover_given']);
  });
});

describe('an answered request', () => {
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland');
  const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) });

  it('counts from a midnight at least a week after it, the same for its whole day', () => {
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const from = requestCountsFromMs(at, zone);
        // a clock change may take an hour off
        expect(from - at).toBeGreaterThanOrEqual(7 * DAY_MS - DAY_MS / 24);
        expect(from - at).toBeLessThanOrEqual(8 * DAY_MS + DAY_MS / 24);
        expect(calendarDay(from - 1, zone)).not.toBe(calendarDay(from, zone));
      }),
    );
  });

  it('counts now just when its midnight has come', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 20 * DAY_MS }), zones, (at, later, zone) => {
        const now = at + later;
        expect(at < requestsCountedBeforeMs(now, zone)).toBe(requestCountsFromMs(at, zone) <= now);
      }),
    );
  });
});

describe('days', () => {
  it('make a streak up to today', () => {
    const days = new Set(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03']);
    expect(streakLength(days, '2026-03-01')).toBe(3);
    expect(streakLength(days, '2026-03-02')).toBe(0);
    expect(streakLength(days, '2026-03-03')).toBe(1);
  });

  it('belong to months', () => {
    expect([monthOfDay('2026-11-30'), monthOfDay('2026-12-01')]).toEqual(['2026-11-01', '2026-12-01']);
    expect([daysBefore('2026-03-01', 1), daysBefore('2026-01-05', 10)]).toEqual(['2026-02-28', '2025-12-26']);
  });
});
