import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { wordErrorText } from '#web/lib/http-error.ts';
import { storageTip } from '../listing-labels.ts';
import {
  endOfDayFromNow,
  expiryOf,
  type FormContext,
  formOf,
  type Said,
  type ShareFields,
  withPickupStart,
} from './listing-values.ts';
import { instantOfInput } from '#web/ui/InstantField.tsx';

const ZONE = 'America/New_York';
const now = Date.parse('2026-11-20T15:00:00Z');
const context: FormContext = { place: null, nowMs: now, timeZone: ZONE, isBulk: false };
const donation: FormContext = { ...context, isBulk: true };
const start = (said: Said = {}, at = context) => formOf(said, at).values;

describe('defaults of the share form', () => {
  it('are one serving, and pickup from in half an hour until in eight hours', () => {
    const values = start({ category: 'bakery_items' });
    expect(values.estimatedServings).toBe(1);
    expect(Date.parse(values.availableFrom)).toBe(now + 30 * MINUTE_MS);
    expect(Date.parse(values.availableUntil)).toBe(now + 8 * HOUR_MS);
    expect(values.sharePlaceAtOnce).toBe(false);
  });

  it('are fifty servings, an urgency and no expiry date for a donation', () => {
    const values = start({}, donation);
    expect(values).toMatchObject({ estimatedServings: 50, expiryDate: null, urgencyLevel: 'medium' });
    expect(Date.parse(values.availableUntil)).toBe(now + 8 * HOUR_MS);
    expect(start().urgencyLevel).toBeUndefined();
  });

  it("include the person's place if it is known", () => {
    const place = { location: '123 W 45th St', latitude: 40.7577, longitude: -73.9857 };
    expect(start({}, { ...context, place })).toMatchObject({
      pickupLocation: '123 W 45th St',
      latitude: 40.7577,
      longitude: -73.9857,
    });
    expect(start()).toMatchObject({ pickupLocation: '', latitude: undefined });
  });

  it.each([context, donation])('need only a title and a place to be valid (%o)', (at) => {
    const faults = z
      .safeParse(createListingBody, start({}, at))
      .error?.issues.map(({ message }) => wordErrorText(message));
    expect(faults).toEqual(['Title is required', 'Pickup location is required']);
  });
});

describe('after the kind of food changes', () => {
  it('values the user has not set take new defaults', () => {
    const meals = start({ category: 'prepared_meals' }, donation);
    expect(meals).toMatchObject({ estimatedServings: 50, expiryDate: null, urgencyLevel: 'medium' });
    expect(Date.parse(meals.bestByDate)).toBeLessThan(Date.parse(start().bestByDate));
  });

  it('values the user has set stay', () => {
    const said = {
      title: 'Rolls',
      estimatedServings: 12,
      bestByDate: '2026-11-23T12:00:00.000Z',
      availableUntil: '2026-11-20T20:00:00.000Z',
    };
    expect(start(said).expiryDate).toBe('2026-11-24T12:00:00.000Z');
    expect(start({ ...said, category: 'bakery_items' }, donation)).toMatchObject(said);
    const own = { ...said, expiryDate: '2026-11-25T00:00:00.000Z' };
    expect(start({ ...own, category: 'pantry_staples' }).expiryDate).toBe(own.expiryDate);
    expect(start({ ...own, bestByDate: '2026-11-22T12:00:00.000Z' }).expiryDate).toBe(own.expiryDate);
  });

  it('a use-by date becomes the last second of its day and is the expiry date', () => {
    const said = { category: 'prepared_meals', dateKind: 'use_by' } as const;
    const meal = start({ ...said, expiryDate: '2026-11-28T12:00:00.000Z' });
    expect(meal.bestByDate).toBe('2026-11-22T04:59:59.000Z');
    expect(meal.expiryDate).toBe(meal.bestByDate);
    expect(start({ ...said, category: 'bakery_items' })).toEqual(start({ category: 'bakery_items' }));
  });

  it('the end of pickup moves when pickup would start after it', () => {
    const values = start();
    const sooner = { availableFrom: '2026-11-20T17:00:00.000Z' };
    expect(withPickupStart(values, sooner.availableFrom)).toEqual(sooner);
    // the same length as before, seven and a half hours
    expect(withPickupStart(values, '2026-11-21T17:00:00.000Z').availableUntil).toBe(
      '2026-11-22T00:30:00.000Z',
    );
    expect(withPickupStart(values, '')).toEqual({ availableFrom: '' });
  });

  it('times move on while the form stays open', () => {
    const later = now + 3 * HOUR_MS;
    const set = { availableFrom: '2026-11-20T16:00:00.000Z' };
    const moved = start(set, { ...context, nowMs: later });
    expect(moved.availableFrom).toBe('2026-11-20T16:00:00.000Z');
    expect(Date.parse(moved.availableUntil)).toBe(later + 8 * HOUR_MS);
    expect(Date.parse(moved.bestByDate)).toBe(later + 2 * DAY_MS);
  });
});

describe('a listing that is edited', () => {
  const listing = { ...start({ title: 'Rolls', bestByDate: '2026-11-23T12:00:00.000Z' }) };
  const edited = (before: ShareFields, said: Said) => start(said, { ...context, listing: before });

  it('keeps everything that is not said, whatever its title names', () => {
    expect(edited(listing, { title: '12 soups' })).toEqual({ ...listing, title: '12 soups' });
  });

  it('keeps dates that this form would not make', () => {
    const before: ShareFields = { ...listing, dateKind: 'use_by', expiryDate: null };
    expect(edited(before, { title: 'Bread' })).toEqual({ ...before, title: 'Bread' });
  });

  it('keeps its dates when its kind of food is put back', () => {
    const before: ShareFields = { ...listing, dateKind: 'use_by', expiryDate: null };
    const { category, dateKind } = before;
    expect(edited(before, { category, dateKind })).toEqual(before);
  });

  it('has an expiry date that follows, unless it has one of its own', () => {
    const next = { bestByDate: '2026-11-25T12:00:00.000Z' };
    expect(edited(listing, next).expiryDate).toBe('2026-11-26T12:00:00.000Z');
    const own = { ...listing, expiryDate: '2026-11-28T12:00:00.000Z' };
    expect(edited(own, next).expiryDate).toBe(own.expiryDate);
    expect(edited({ ...listing, expiryDate: null }, { title: 'Bread' }).expiryDate).toBeNull();
  });
});

describe('dates in the share form', () => {
  it('moves the expiry date with best-by by a calendar day, across a clock change', () => {
    // In the night to November 1 the clocks in New York are set back: that day has 25 hours.
    expect(
      expiryOf({ isBulk: false, dateKind: 'best_before', bestByDate: '2026-10-31T16:00:00.000Z' }, ZONE),
    ).toBe('2026-11-01T17:00:00.000Z');
    expect(expiryOf({ isBulk: false, dateKind: 'best_before', bestByDate: '' }, ZONE)).toBeNull();
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
