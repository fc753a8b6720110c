import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { wordErrorText } from '#web/lib/http-error.ts';
import { storageTip } from '../listing-labels.ts';
import {
  DEFAULT_KIND,
  defaultValuesFor,
  endOfDayFromNow,
  expiryOf,
  type FoodKind,
  type ShareFields,
  withBestBy,
  withPickupStart,
  withUpdatedDefaults,
} from './listing-values.ts';
import { instantOfInput } from './InstantField.tsx';

const ZONE = 'America/New_York';
const now = Date.parse('2026-11-20T15:00:00Z');
const context = { place: null, nowMs: now, timeZone: ZONE };
const start = (said: Partial<FoodKind> = {}) => defaultValuesFor({ ...DEFAULT_KIND, ...said }, context);

describe('defaults of the share form', () => {
  it('are one serving, and pickup from in half an hour until in eight hours', () => {
    const values = start({ category: 'bakery_items' });
    expect(values.estimatedServings).toBe(1);
    expect(Date.parse(values.availableFrom)).toBe(now + 30 * MINUTE_MS);
    expect(Date.parse(values.availableUntil)).toBe(now + 8 * HOUR_MS);
    expect(values.sharePlaceAtOnce).toBe(false);
  });

  it('are fifty servings, an urgency and no expiry date for a donation', () => {
    const values = start({ isBulk: true });
    expect(values).toMatchObject({ estimatedServings: 50, expiryDate: null, urgencyLevel: 'medium' });
    expect(Date.parse(values.availableUntil)).toBe(now + 8 * HOUR_MS);
    expect(start()).not.toHaveProperty('urgencyLevel');
  });

  it("include the person's place if it is known", () => {
    const place = { location: '123 W 45th St', latitude: 40.7577, longitude: -73.9857 };
    expect(defaultValuesFor(DEFAULT_KIND, { ...context, place })).toMatchObject({
      pickupLocation: '123 W 45th St',
      latitude: 40.7577,
      longitude: -73.9857,
    });
    expect(start().pickupLocation).toBe('');
    expect(start()).not.toHaveProperty('latitude');
  });

  it.each([false, true])('need only a title and a place to be valid (bulk: %s)', (isBulk) => {
    const faults = z
      .safeParse(createListingBody, start({ isBulk }))
      .error?.issues.map(({ message }) => wordErrorText(message));
    expect(faults).toEqual(['Title is required', 'Pickup location is required']);
  });
});

describe('after the category changes', () => {
  const follow = (values: ShareFields, kind: Partial<FoodKind>, afterMs = now) =>
    withUpdatedDefaults(values, context, { ...DEFAULT_KIND, ...kind }, { ...context, nowMs: afterMs });

  it('values the user has not set take new defaults', () => {
    const bulk = follow(start(), { category: 'prepared_meals', isBulk: true });
    expect(bulk).toEqual(start({ category: 'prepared_meals', isBulk: true }));
    const back = withUpdatedDefaults(bulk, context, DEFAULT_KIND, context);
    expect(back).toEqual({ ...start(), urgencyLevel: 'medium' });
  });

  it('values the user has set stay', () => {
    const said = {
      title: 'Rolls',
      estimatedServings: 12,
      bestByDate: '2026-11-23T12:00:00.000Z',
      availableUntil: '2026-11-20T20:00:00.000Z',
    };
    const values = withBestBy({ ...start(), ...said, bestByDate: start().bestByDate }, said.bestByDate, ZONE);
    expect(values.expiryDate).toBe('2026-11-24T12:00:00.000Z');
    expect(follow(values, { category: 'bakery_items', isBulk: true })).toMatchObject(said);
    const own = { ...values, expiryDate: '2026-11-25T00:00:00.000Z' };
    expect(follow(own, { category: 'bakery_items' }).expiryDate).toBe(own.expiryDate);
    expect(withBestBy(own, '2026-11-22T12:00:00.000Z', ZONE).expiryDate).toBe(own.expiryDate);
  });

  it('a use-by date becomes the last second of its day and is the expiry date', () => {
    const meal = follow(start(), { category: 'prepared_meals', dateKind: 'use_by' });
    expect(meal.bestByDate).toBe('2026-11-22T04:59:59.000Z');
    expect(meal.expiryDate).toBe(meal.bestByDate);
    const bread = withUpdatedDefaults(meal, context, { ...meal, category: 'bakery_items' }, context);
    expect(bread).toEqual(start({ category: 'bakery_items' }));
  });

  it('the end of pickup moves when pickup would start after it', () => {
    const values = start();
    const sooner = withPickupStart(values, '2026-11-20T17:00:00.000Z');
    expect(sooner).toEqual({ ...values, availableFrom: '2026-11-20T17:00:00.000Z' });
    // the same length as before, seven and a half hours
    expect(withPickupStart(values, '2026-11-21T17:00:00.000Z').availableUntil).toBe(
      '2026-11-22T00:30:00.000Z',
    );
    expect(withPickupStart(values, '')).toEqual({ ...values, availableFrom: '' });
  });

  it('times move on while the form stays open', () => {
    const later = now + 3 * HOUR_MS;
    const moved = follow({ ...start(), availableFrom: '2026-11-20T16:00:00.000Z' }, {}, later);
    expect(moved.availableFrom).toBe('2026-11-20T16:00:00.000Z');
    expect(Date.parse(moved.availableUntil)).toBe(later + 8 * HOUR_MS);
    expect(Date.parse(moved.bestByDate)).toBe(later + 2 * DAY_MS);
  });
});

describe('dates in the share form', () => {
  it('moves the expiry date with best-by by a calendar day, across a clock change', () => {
    // In the night to November 1 the clocks in New York are set back: that day has 25 hours.
    expect(expiryOf({ ...DEFAULT_KIND, bestByDate: '2026-10-31T16:00:00.000Z' }, ZONE)).toBe(
      '2026-11-01T17:00:00.000Z',
    );
    expect(expiryOf({ ...DEFAULT_KIND, bestByDate: '' }, ZONE)).toBeNull();
  });

  it('takes a day without a time as its last second in that zone', () => {
    expect(endOfDayFromNow(0, now, ZONE)).toBe('2026-11-21T04:59:59.000Z');
    expect(endOfDayFromNow(1, now, ZONE)).toBe('2026-11-22T04:59:59.000Z');
    expect(endOfDayFromNow(0, now, 'Asia/Tokyo')).toBe('2026-11-21T14:59:59.000Z');
  });

  it('takes the value of a date input as the last second of that day in the zone', () => {
    expect(instantOfInput('2026-11-20', ZONE)).toBe('2026-11-21T04:59:59.000Z');
    // that day has 25 hours
    expect(instantOfInput('2026-11-01', ZONE)).toBe('2026-11-02T04:59:59.000Z');
    expect(instantOfInput('', ZONE)).toBe('');
  });

  it('reads a datetime-local input in the zone', () => {
    expect(instantOfInput('2026-11-20T17:30', ZONE)).toBe('2026-11-20T22:30:00.000Z');
    expect(instantOfInput('2026-07-20T17:30', 'Europe/Berlin')).toBe('2026-07-20T15:30:00.000Z');
    expect(instantOfInput('', ZONE)).toBe('');
    expect(instantOfInput('soon', ZONE)).toBe('');
  });
});

it('has a storage tip for each category', () => {
  expect(new Set(CATEGORIES.map(storageTip)).size).toBe(CATEGORIES.length);
});
