import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, wallClock } from '../kernel/time.ts';
import { CATEGORIES } from './listing-fields.ts';
import { defaultPickup, keptPickup, shareDefaults } from './share-defaults.ts';
import { defaultExpiryMs, isDefaultBestBy, needsDateKind } from './shelf-life.ts';

const NOON = Date.parse('2026-06-01T12:00:00Z');

describe('shareDefaults', () => {
  it('is one serving, from in 30 minutes until in 8 hours', () => {
    const defaults = shareDefaults('other', NOON, 'UTC');
    expect(defaults.estimatedServings).toBe(1);
    expect(defaults.availableFromMs).toBe(NOON + 30 * MINUTE_MS);
    expect(defaults.availableUntilMs).toBe(NOON + 8 * HOUR_MS);
  });

  it('is fifty servings for a bulk donation, at the same times', () => {
    expect(shareDefaults('other', NOON, 'UTC', true)).toEqual({
      ...shareDefaults('other', NOON, 'UTC'),
      estimatedServings: 50,
    });
  });

  it.each([
    ['fruits_vegetables', 3],
    ['prepared_meals', 1],
    ['bakery_items', 2],
    ['pantry_staples', 7],
    ['dairy_eggs', 2],
    ['other', 2],
  ] as const)('%s keeps %d days, and one more until hard expiry', (category, days) => {
    const { bestByMs, expiryMs } = shareDefaults(category, NOON, 'UTC');
    expect(bestByMs).toBe(NOON + days * 24 * HOUR_MS);
    expect(expiryMs).toBe(NOON + (days + 1) * 24 * HOUR_MS);
  });

  it('counts calendar days across a clock change', () => {
    const beforeChange = Date.parse('2026-03-07T17:00:00Z');
    const { bestByMs } = shareDefaults('prepared_meals', beforeChange, 'America/New_York');
    expect(bestByMs - beforeChange).toBe(23 * HOUR_MS);
  });

  it('covers every category', () => {
    for (const category of CATEGORIES)
      expect(shareDefaults(category, NOON, 'UTC').bestByMs).toBeGreaterThan(NOON);
  });
});

describe('best before and use by', () => {
  it('the form asks for the kind of date for cooked meals, and for dairy and eggs', () => {
    expect(CATEGORIES.filter(needsDateKind)).toEqual(['prepared_meals', 'dairy_eggs']);
  });

  it('hard expiry is a calendar day after best-before, and the use-by date itself', () => {
    const beforeChange = Date.parse('2026-03-07T17:00:00Z');
    expect(defaultExpiryMs(beforeChange, 'America/New_York') - beforeChange).toBe(23 * HOUR_MS);
    expect(defaultExpiryMs(beforeChange, 'America/New_York', 'use_by')).toBe(beforeChange);
  });
});

describe('the default pickup', () => {
  const ZONE = 'America/New_York';
  const said = ({ fromMs, untilMs }: { fromMs: number; untilMs: number }) => {
    const [from, until] = [wallClock(fromMs, ZONE), wallClock(untilMs, ZONE)];
    return `${from.day} ${from.hour}:${from.minute}-${until.day} ${until.hour}:${until.minute}`;
  };

  it.each([
    ['2026-11-20T12:10:00-05:00', '20 12:40-20 20:10'],
    ['2026-11-20T14:10:00-05:00', '20 14:40-20 22:0'],
    ['2026-11-20T20:30:00-05:00', '20 21:0-20 22:0'],
    ['2026-11-20T21:06:00-05:00', '20 21:36-21 0:0'],
    ['2026-11-20T22:30:00-05:00', '20 23:0-21 0:0'],
    ['2026-11-20T22:40:00-05:00', '21 9:0-21 11:0'],
    ['2026-11-20T23:45:00-05:00', '21 9:0-21 11:0'],
    ['2026-11-21T03:00:00-05:00', '21 9:0-21 11:0'],
    ['2026-11-21T06:30:00-05:00', '21 7:0-21 14:30'],
  ])('at %s is %s', (now, window) => {
    expect(said(defaultPickup(Date.parse(now), ZONE))).toBe(window);
  });

  it('ends in the evening of a day with a clock change', () => {
    // clocks are set back in the early morning
    expect(said(defaultPickup(Date.parse('2026-10-31T23:45:00-04:00'), ZONE))).toBe('1 9:0-1 11:0');
    expect(said(defaultPickup(Date.parse('2026-11-01T16:00:00-05:00'), ZONE))).toBe('1 16:30-1 22:0');
  });

  it.each([
    ['the evening of today', '20 18:0-20 20:0', '2026-11-20T18:00:00-05:00', '2026-11-20T20:00:00-05:00'],
    ['what is left of today', '20 14:30-20 20:0', '2026-11-20T09:00:00-05:00', '2026-11-20T20:00:00-05:00'],
    ['nothing of tomorrow', null, '2026-11-21T09:00:00-05:00', '2026-11-21T11:00:00-05:00'],
    ['nothing once it is over', null, '2026-11-20T12:00:00-05:00', '2026-11-20T14:50:00-05:00'],
    ['nothing of a later day', null, '2026-11-22T09:00:00-05:00', '2026-11-22T11:00:00-05:00'],
    ['nothing of a day and a night', null, '2026-11-20T10:00:00-05:00', '2026-11-21T05:00:00-05:00'],
  ])('keeps %s of the time given before', (_what, window, from, until) => {
    const last = { fromMs: Date.parse(from), untilMs: Date.parse(until) };
    const kept = keptPickup(last, Date.parse('2026-11-20T14:00:00-05:00'), ZONE);
    expect(kept && said(kept)).toBe(window);
  });

  it('keeps a time of the morning at night, when the default is one too', () => {
    const last = {
      fromMs: Date.parse('2026-11-21T07:00:00-05:00'),
      untilMs: Date.parse('2026-11-21T08:00:00-05:00'),
    };
    const kept = keptPickup(last, Date.parse('2026-11-20T23:00:00-05:00'), ZONE);
    expect(kept && said(kept)).toBe('21 7:0-21 8:0');
  });
});

it.each([
  ['left as the form had it', {}, true],
  ['left, in a form opened an hour before', { createdAt: NOON + HOUR_MS }, true],
  ['of a chosen day', { bestByDate: Date.parse('2026-06-02T23:59:59Z') }, false],
  ['later than the default', { bestByDate: NOON + 80 * HOUR_MS }, false],
  ['with an end that was chosen', { expiryDate: NOON + 50 * HOUR_MS }, false],
  ['that is a use-by', { dateKind: 'use_by' as const }, false],
])('knows whether a best-before %s is the default', (_what, said, isDefault) => {
  const { bestByMs, expiryMs } = shareDefaults('bakery_items', NOON, 'UTC');
  const given = { createdAt: NOON, bestByDate: bestByMs, expiryDate: expiryMs, ...said };
  const iso = (ms: number) => new Date(ms).toISOString();
  expect(
    isDefaultBestBy(
      {
        category: 'bakery_items',
        dateKind: 'best_before',
        ...said,
        createdAt: iso(given.createdAt),
        bestByDate: iso(given.bestByDate),
        expiryDate: iso(given.expiryDate),
      },
      'UTC',
    ),
  ).toBe(isDefault);
});
