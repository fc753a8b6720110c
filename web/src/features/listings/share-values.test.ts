import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { CATEGORIES, createListingBody } from '@openlarder/domain/listings/listing-contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { freshnessTip } from './share-tips.ts';
import {
  datesOf,
  endOfDayFromNow,
  expiryOf,
  instantOfInput,
  SHARE_FIELDS,
  startingValues,
} from './share-values.ts';

const ZONE = 'America/New_York';
const now = Date.parse('2026-11-20T15:00:00Z');

describe('what the share form starts with', () => {
  it('is one serving, picked up from in half an hour until in eight hours', () => {
    const values = startingValues('bakery_items', null, now, ZONE);
    expect(values.estimatedServings).toBe(1);
    expect(Date.parse(values.availableFrom)).toBe(now + 30 * MINUTE_MS);
    expect(Date.parse(values.availableUntil)).toBe(now + 8 * HOUR_MS);
    expect(values.sharePlaceAtOnce).toBe(false);
  });

  it.each([
    ['fruits_vegetables', 3],
    ['prepared_meals', 1],
    ['bakery_items', 2],
    ['pantry_staples', 7],
    ['dairy_eggs', 2],
    ['other', 2],
  ] as const)('best by of %s is in %i days, and hard expiry a day after', (category, days) => {
    const { bestByDate, expiryDate } = datesOf(category, now, ZONE);
    expect(Date.parse(bestByDate)).toBe(now + days * DAY_MS);
    expect(Date.parse(expiryDate ?? '')).toBe(now + (days + 1) * DAY_MS);
  });

  it("takes the person's place, or none", () => {
    const home = { location: '123 W 45th St', latitude: 40.7577, longitude: -73.9857 };
    expect(startingValues('other', home, now, ZONE)).toMatchObject({
      pickupLocation: '123 W 45th St',
      latitude: 40.7577,
      longitude: -73.9857,
    });
    const none = startingValues('other', { location: null, latitude: null, longitude: null }, now, ZONE);
    expect(none.pickupLocation).toBe('');
    expect(none).not.toHaveProperty('latitude');
  });

  it('needs only a title and a place to be sent', () => {
    const values = startingValues('other', null, now, ZONE);
    const faults = z.safeParse(createListingBody, values).error?.issues.map(({ message }) => message);
    expect(faults).toEqual(['Title is required', 'Pickup location is required']);
  });
});

describe('dates in the share form', () => {
  it('lets hard expiry follow best-by by a calendar day, across a clock change', () => {
    // In the night to November 1 the clocks of New York go back: that day has 25 hours.
    expect(expiryOf('2026-10-31T16:00:00.000Z', ZONE)).toBe('2026-11-01T17:00:00.000Z');
    expect(expiryOf('', ZONE)).toBeNull();
  });

  it('takes a day without a time as its last second there', () => {
    expect(endOfDayFromNow(0, now, ZONE)).toBe('2026-11-21T04:59:59.000Z');
    expect(endOfDayFromNow(1, now, ZONE)).toBe('2026-11-22T04:59:59.000Z');
    expect(endOfDayFromNow(0, now, 'Asia/Tokyo')).toBe('2026-11-21T14:59:59.000Z');
  });

  it('reads what a date and time field says on the wall', () => {
    expect(instantOfInput('2026-11-20T17:30', ZONE)).toBe('2026-11-20T22:30:00.000Z');
    expect(instantOfInput('2026-07-20T17:30', 'Europe/Berlin')).toBe('2026-07-20T15:30:00.000Z');
    expect(instantOfInput('', ZONE)).toBe('');
    expect(instantOfInput('soon', ZONE)).toBe('');
  });
});

it('has a tip of its own for each category', () => {
  expect(new Set(CATEGORIES.map(freshnessTip)).size).toBe(CATEGORIES.length);
});

it('knows every field of the call, so that none of its faults goes unseen', () => {
  expect(SHARE_FIELDS.toSorted()).toEqual(Object.keys(createListingBody.def.shape).toSorted());
});
