import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Listing } from './listing-contract.ts';
import { createListingBody } from './listing-schemas.ts';
import { repeatListing } from './repeat-listing.ts';

const NEW_YORK = 'America/New_York';
const at = (local: string): number => Date.parse(local);

/** The bread of a bakery, shared on Sunday, 22 November 2026, at 5 PM in New York, for 6 to 10:30 PM. */
const aTray = (said: Partial<Listing> = {}): Listing => ({
  id: '01990000-0000-7000-8000-000000000001',
  title: 'End-of-day bread and pastry',
  description: 'Baked today.',
  category: 'bakery_items',
  status: 'completed',
  donorId: '01990000-0000-7000-8000-000000000002',
  donor: {
    id: '01990000-0000-7000-8000-000000000002',
    displayName: 'Nina I.',
    initials: 'NI',
    userType: 'donor',
    organizationName: 'Ninth Avenue Bakery',
  },
  pickupLocation: '589 Ninth Avenue',
  pickupInstructions: 'The side door',
  contactPhone: '+1 212 555 0100',
  latitude: 40.758,
  longitude: -73.992,
  placeShared: true,
  placeIsPublic: true,
  distanceKm: null,
  availableFrom: '2026-11-22T18:00:00-05:00',
  availableUntil: '2026-11-22T22:30:00-05:00',
  bestByDate: '2026-11-24T23:59:59-05:00',
  expiryDate: null,
  dateKind: 'best_before',
  allergens: ['gluten', 'milk'],
  diets: ['vegetarian'],
  createdAt: '2026-11-22T17:00:00-05:00',
  imageUrls: ['/objects/01990000-0000-7000-8000-00000000000a'],
  photos: [
    {
      objectPath: '/objects/01990000-0000-7000-8000-00000000000a',
      thumbhash: null,
      width: 640,
      height: 480,
      caption: 'Croissants on a tray',
    },
  ],
  estimatedServings: 60,
  servingsLeft: 0,
  urgencyLevel: 'high',
  isBulk: true,
  mayGoToOne: true,
  countedAs: 'rolls',
  closingTime: '22:30',
  sharePlaceAtOnce: true,
  ...said,
});
const MONDAY_5_PM = at('2026-11-23T17:00:00-05:00');
const instant = (ms: string) => new Date(ms).toISOString();

describe('repeatListing', () => {
  it('keeps the fields, and moves the times to today', () => {
    expect(repeatListing(aTray(), MONDAY_5_PM, NEW_YORK)).toEqual({
      title: 'End-of-day bread and pastry',
      description: 'Baked today.',
      category: 'bakery_items',
      estimatedServings: 60,
      bestByDate: instant('2026-11-25T23:59:59-05:00'),
      expiryDate: null,
      dateKind: 'best_before',
      allergens: ['gluten', 'milk'],
      diets: ['vegetarian'],
      pickupLocation: '589 Ninth Avenue',
      pickupInstructions: 'The side door',
      availableFrom: instant('2026-11-23T18:00:00-05:00'),
      availableUntil: instant('2026-11-23T22:30:00-05:00'),
      imageUrls: ['/objects/01990000-0000-7000-8000-00000000000a'],
      imageCaptions: ['Croissants on a tray'],
      latitude: 40.758,
      longitude: -73.992,
      sharePlaceAtOnce: true,
      isBulk: true,
      mayGoToOne: true,
      countedAs: 'rolls',
      urgencyLevel: 'high',
      closingTime: '22:30',
      contactPhone: '+1 212 555 0100',
    });
  });

  it('is a body that can be sent', () => {
    const body = repeatListing(aTray(), MONDAY_5_PM, NEW_YORK);
    expect(z.parse(createListingBody, body)).toEqual(body);
    const single = aTray({ isBulk: false, expiryDate: '2026-11-25T23:59:59-05:00' });
    const dish = repeatListing(single, MONDAY_5_PM, NEW_YORK);
    expect(z.parse(createListingBody, dish)).toEqual(dish);
    expect(dish.urgencyLevel).toBeUndefined();
    expect(dish.expiryDate).toBe(instant('2026-11-26T23:59:59-05:00'));
  });

  it('has the original amount, also if some expired or was withdrawn', () => {
    const shrunk = aTray({ estimatedServings: 14, offeredServings: 60 });
    expect(repeatListing(shrunk, MONDAY_5_PM, NEW_YORK).estimatedServings).toBe(60);
  });

  it('keeps the wall-clock time across a clock change', () => {
    const saturday = aTray({
      createdAt: '2026-10-31T17:00:00-04:00',
      availableFrom: '2026-10-31T18:00:00-04:00',
      availableUntil: '2026-10-31T22:30:00-04:00',
    });
    const sunday = repeatListing(saturday, at('2026-11-01T12:00:00-05:00'), NEW_YORK);
    expect(sunday.availableFrom).toBe(instant('2026-11-01T18:00:00-05:00'));
    expect(sunday.availableUntil).toBe(instant('2026-11-01T22:30:00-05:00'));
  });

  it('counts days in the given zone, also just after midnight', () => {
    // In UTC both are on 23 November, and the window is over.
    const late = aTray({
      createdAt: '2026-11-22T20:00:00-05:00',
      availableFrom: '2026-11-22T20:00:00-05:00',
      availableUntil: '2026-11-22T23:00:00-05:00',
    });
    const now = at('2026-11-23T00:05:00-05:00');
    expect(repeatListing(late, now, NEW_YORK).availableFrom).toBe(instant('2026-11-23T20:00:00-05:00'));
    expect(repeatListing(late, now, 'UTC').availableFrom).toBe(instant('2026-11-23T09:00:00Z'));
  });

  it('keeps a window for the next morning on the next morning', () => {
    const nextMorning = aTray({
      availableFrom: '2026-11-23T07:00:00-05:00',
      availableUntil: '2026-11-23T09:00:00-05:00',
    });
    const { availableFrom, availableUntil } = repeatListing(nextMorning, MONDAY_5_PM, NEW_YORK);
    expect(availableFrom).toBe(instant('2026-11-24T07:00:00-05:00'));
    expect(availableUntil).toBe(instant('2026-11-24T09:00:00-05:00'));
  });

  it('is for tomorrow while the food is out', () => {
    const out = aTray({ status: 'posted' });
    const { availableFrom, availableUntil, bestByDate } = repeatListing(
      out,
      Date.parse(out.availableUntil) - 15 * 60_000,
      NEW_YORK,
    );
    const dayLater = (one: string) => instant(new Date(Date.parse(one) + 86_400_000).toISOString());
    expect([availableFrom, availableUntil]).toEqual([out.availableFrom, out.availableUntil].map(dayLater));
    expect(bestByDate).toBe(dayLater(out.bestByDate));
    const tomorrows = repeatListing(out, Date.parse(out.availableFrom) - 86_400_000, NEW_YORK);
    expect(tomorrows.availableFrom).toBe(dayLater(out.availableFrom));
  });

  it('takes the default window if today’s ends in less than 30 minutes', () => {
    const from = (now: string) => repeatListing(aTray(), at(now), NEW_YORK).availableFrom;
    expect(from('2026-11-23T22:00:00-05:00')).toBe(instant('2026-11-23T18:00:00-05:00'));
    expect(from('2026-11-23T22:00:01-05:00')).toBe(instant('2026-11-23T22:30:01-05:00'));
    const over = repeatListing(aTray(), at('2026-11-23T22:30:00-05:00'), NEW_YORK);
    expect(over.availableFrom).toBe(instant('2026-11-23T23:00:00-05:00'));
    expect(over.availableUntil).toBe(instant('2026-11-24T00:00:00-05:00'));
  });

  it('takes the default window where a clock change turns the window around', () => {
    const night = aTray({
      createdAt: '2026-03-07T01:00:00-05:00',
      availableFrom: '2026-03-07T02:30:00-05:00',
      availableUntil: '2026-03-07T03:10:00-05:00',
    });
    const { availableFrom, availableUntil } = repeatListing(night, at('2026-03-08T01:00:00-05:00'), NEW_YORK);
    expect(Date.parse(availableUntil)).toBeGreaterThan(Date.parse(availableFrom));
  });

  it('never takes over a use-by date, nor a best-before date that is past', () => {
    const meals = aTray({ category: 'prepared_meals', dateKind: 'use_by', isBulk: false });
    expect(repeatListing(meals, MONDAY_5_PM, NEW_YORK)).toMatchObject({
      dateKind: 'use_by',
      bestByDate: '',
      expiryDate: null,
    });
    const old = aTray({ bestByDate: '2026-11-21T23:59:59-05:00', expiryDate: '2026-11-30T23:59:59-05:00' });
    expect(repeatListing(old, MONDAY_5_PM, NEW_YORK)).toMatchObject({ bestByDate: '', expiryDate: null });
  });

  it('does not move the times of food that was shared today', () => {
    const today = aTray({
      createdAt: '2026-11-23T09:00:00-05:00',
      availableUntil: '2026-11-23T22:30:00-05:00',
    });
    expect(repeatListing(today, MONDAY_5_PM, NEW_YORK).availableUntil).toBe(
      instant('2026-11-23T22:30:00-05:00'),
    );
  });
});
