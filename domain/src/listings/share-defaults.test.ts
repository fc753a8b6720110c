import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { CATEGORIES } from './listing-fields.ts';
import { needsDateKind, defaultExpiryMs, shareDefaults } from './share-defaults.ts';

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
