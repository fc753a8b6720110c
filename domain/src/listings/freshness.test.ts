import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import {
  compareByExpiry,
  derivedUrgency,
  expiryBadge,
  feedEndMs,
  freshnessLevel,
  freshnessScore,
  hoursLeft,
  type ListingTimes,
  offeredUntilMs,
  matchesFreshnessFilter,
  scoreLabel,
  scoreTone,
  shareIndicator,
} from './freshness.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();
const times = (endsInHours: number, more: Partial<ListingTimes> = {}): ListingTimes => ({
  expiryDate: iso(NOW + endsInHours * HOUR_MS),
  bestByDate: null,
  availableUntil: iso(NOW + 100 * HOUR_MS),
  createdAt: iso(NOW - 10 * HOUR_MS),
  ...more,
});

describe('freshnessLevel', () => {
  it.each([
    [-1, 'expired'],
    [0, 'expired'],
    [0.01, 'critical'],
    [2, 'critical'],
    [2.01, 'urgent'],
    [6, 'urgent'],
    [6.01, 'today'],
    [24, 'today'],
    [24.01, 'tomorrow'],
    [48, 'tomorrow'],
    [48.01, 'fresh'],
  ])('%d hours left is %s', (hours, level) => {
    expect(freshnessLevel(hours)).toBe(level);
  });

  it('prefers the expiry date, then best-by, then the end of pickup', () => {
    const all = times(5, { bestByDate: iso(NOW + HOUR_MS) });
    expect(feedEndMs(all)).toBe(NOW + 5 * HOUR_MS);
    expect(feedEndMs({ ...all, expiryDate: null })).toBe(NOW + HOUR_MS);
    expect(feedEndMs({ ...all, expiryDate: null, bestByDate: null })).toBe(NOW + 100 * HOUR_MS);
  });

  it('ends the offer at the earlier of pickup end and hard expiry', () => {
    const until = (listing: ListingTimes) => offeredUntilMs({ ...listing, dateKind: 'best_before' });
    expect(until(times(5))).toBe(NOW + 5 * HOUR_MS);
    expect(until(times(500))).toBe(NOW + 100 * HOUR_MS);
    expect(until(times(5, { expiryDate: null }))).toBe(NOW + 100 * HOUR_MS);
  });
});

describe('freshnessScore', () => {
  it('is the time left over the time from sharing to best-by', () => {
    const listing = times(0, { expiryDate: null, bestByDate: iso(NOW + 10 * HOUR_MS) });
    expect(freshnessScore(listing, NOW)).toBe(50);
  });

  it('assumes 48 hours without a best-by date', () => {
    expect(freshnessScore(times(24), NOW)).toBe(50);
  });

  it('stays between 0 and 100 for random dates', () => {
    const hour = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(hour, hour, hour, (expiry, bestBy, created) => {
        const score = freshnessScore(
          times(expiry, { bestByDate: iso(NOW + bestBy * HOUR_MS), createdAt: iso(NOW + created * HOUR_MS) }),
          NOW,
        );
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
  });

  it.each([
    [100, 'Excellent', 'green'],
    [80, 'Excellent', 'green'],
    [79, 'Good', 'green'],
    [60, 'Good', 'green'],
    [59, 'Fair', 'yellow'],
    [40, 'Fair', 'yellow'],
    [39, 'Poor', 'yellow'],
    [30, 'Poor', 'yellow'],
    [29, 'Poor', 'red'],
    [20, 'Poor', 'red'],
    [19, 'Critical', 'red'],
    [0, 'Critical', 'red'],
  ] as const)('%d is %s and %s', (score, label, tone) => {
    expect(scoreLabel(score)).toBe(label);
    expect(scoreTone(score)).toBe(tone);
  });
});

describe('matchesFreshnessFilter', () => {
  it.each([
    ['urgent', 2, true],
    ['urgent', 6, true],
    ['urgent', 7, false],
    ['expiring-soon', 24, true],
    ['expiring-soon', 25, false],
    ['all', 500, true],
  ] as const)('%s with %d hours left: %s', (filter, hours, passes) => {
    expect(matchesFreshnessFilter(filter, times(hours), NOW)).toBe(passes);
  });

  it('fresh matches listings shared within the last two hours', () => {
    expect(matchesFreshnessFilter('fresh', times(50, { createdAt: iso(NOW - 2 * HOUR_MS) }), NOW)).toBe(true);
    expect(matchesFreshnessFilter('fresh', times(50, { createdAt: iso(NOW - 2 * HOUR_MS - 1) }), NOW)).toBe(
      false,
    );
  });
});

describe('the feed’s order', () => {
  it('is critical first, then fewest hours, then newest, expired last', () => {
    const order = [
      times(1),
      times(1.5, { createdAt: iso(NOW - HOUR_MS) }),
      times(1.5),
      times(5),
      times(20),
      times(30),
      times(90),
      times(-1),
    ];
    expect(order.toReversed().toSorted((a, b) => compareByExpiry(a, b, NOW))).toEqual(order);
  });

  it('is antisymmetric', () => {
    const listing = fc
      .tuple(fc.integer({ min: -50, max: 100 }), fc.integer({ min: -50, max: 0 }))
      .map(([end, created]) => times(end, { createdAt: iso(NOW + created * HOUR_MS) }));
    fc.assert(
      fc.property(listing, listing, (a, b) => {
        expect(Math.sign(compareByExpiry(a, b, NOW)) + Math.sign(compareByExpiry(b, a, NOW))).toBe(0);
      }),
    );
  });
});

describe('shareIndicator', () => {
  it.each([
    [0, 'expired'],
    [6, 'critical'],
    [24, 'today'],
    [48, 'tomorrow'],
    [48.1, 'fresh'],
  ])('%d hours before best-by: %s', (hours, level) => {
    expect(shareIndicator(NOW + hours * HOUR_MS, NOW)).toBe(level);
  });
});

describe('derivedUrgency', () => {
  it.each([
    ['critical', 'high'],
    ['urgent', 'high'],
    ['today', 'medium'],
    ['tomorrow', 'low'],
    ['fresh', 'low'],
  ] as const)('%s is %s', (level, urgency) => {
    expect(derivedUrgency(level)).toBe(urgency);
  });
});

describe('expiryBadge', () => {
  it.each([
    [HOUR_MS, { kind: 'now' }],
    [HOUR_MS + MINUTE_MS, { kind: 'hours', count: 1 }],
    [24 * HOUR_MS, { kind: 'hours', count: 24 }],
    [25 * HOUR_MS, { kind: 'days', count: 1 }],
    [72 * HOUR_MS, { kind: 'days', count: 3 }],
  ])('%d ms left', (leftMs, badge) => {
    expect(expiryBadge(NOW + leftMs, NOW)).toEqual(badge);
  });
});

describe('hoursLeft', () => {
  it('counts down to the end', () => {
    expect(hoursLeft(NOW + 90 * MINUTE_MS, NOW)).toBe(1.5);
  });
});
