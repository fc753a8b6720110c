import { changeListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { bodyOfListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aListing, hoursFromNow } from '#web/testing/samples.ts';
import { changedFields, extendedUntilMs, extensionChanges } from './listing-changes.ts';
import { extensionRefusal, isToldToClaimers } from './listing-changes.ts';

const photo = (name: string, caption = '') => ({
  objectPath: `/objects/0198a0aa-0000-7000-8000-00000000000${name}`,
  thumbhash: null,
  width: 4,
  height: 3,
  caption,
});

it('is told to people who have claimed if it is about what the food contains or its dates', () => {
  const claimed = aListing({ servingsLeft: 1 });
  expect(isToldToClaimers({ allergens: ['milk'] }, claimed)).toBe(true);
  expect(isToldToClaimers({ expiryDate: null }, claimed)).toBe(true);
  expect(isToldToClaimers({ description: 'With nuts' }, claimed)).toBe(true);
  expect(isToldToClaimers({ title: 'Rolls' }, claimed)).toBe(true);
  expect(isToldToClaimers({ closingTime: '21:30', availableUntil: hoursFromNow(9) }, claimed)).toBe(false);
  expect(isToldToClaimers({ allergens: ['milk'] }, aListing())).toBe(false);
});

describe('the request body of a changed listing', () => {
  const before = bodyOfListing(aListing({ photos: [photo('1', 'A loaf'), photo('2')], isBulk: true }));

  it('is empty if nothing differs, whatever the notation of a time', () => {
    expect(changedFields(before, { ...before })).toEqual({});
    const otherwise = before.availableUntil.replace('Z', '+00:00');
    expect(changedFields(before, { ...before, availableUntil: otherwise, diets: [...before.diets] })).toEqual(
      {},
    );
  });

  it.each([
    ['a title', { title: 'Rolls' }],
    ['servings', { estimatedServings: 7 }],
    ['an expiry taken away', { expiryDate: null }],
    ['allergens', { allergens: [] }],
    ['a word on the way in', { pickupInstructions: 'Ring twice' }],
    ['an address in other words', { pickupLocation: '5 Main St' }],
    ['urgency', { urgencyLevel: 'high' as const }],
  ])('contains only %s', (_, said) => {
    const change = changedFields(before, { ...before, ...said });
    expect(change).toEqual(said);
    expect(z.safeParse(changeListingBody, change).success).toBe(true);
  });

  it('contains the whole place if the pin moved', () => {
    expect(changedFields(before, { ...before, longitude: -73.5, areaLabel: 'Riverside' })).toEqual({
      pickupLocation: before.pickupLocation,
      latitude: before.latitude,
      longitude: -73.5,
      areaLabel: 'Riverside',
    });
  });

  it('contains all photos and captions if one of them differs', () => {
    const [first, second] = before.imageUrls;
    expect(changedFields(before, { ...before, imageCaptions: ['A loaf', 'Its crust'] })).toEqual({
      imageUrls: [first, second],
      imageCaptions: ['A loaf', 'Its crust'],
    });
  });
});

describe('extending the offer', () => {
  const until = (hours: number) => Date.parse(hoursFromNow(hours));

  it('moves the end of pickup', () => {
    const listing = aListing();
    const later = extendedUntilMs(listing, 2);
    expect(later - Date.parse(listing.availableUntil)).toBe(2 * 3_600_000);
    expect(extensionChanges(listing, later)).toEqual({ availableUntil: new Date(later).toISOString() });
  });

  it('moves an earlier expiry date along', () => {
    const listing = aListing({ availableUntil: hoursFromNow(8), expiryDate: hoursFromNow(6) });
    const later = extendedUntilMs(listing, 1);
    expect(later).toBe(Date.parse(listing.expiryDate ?? '') + 3_600_000);
    expect(extensionChanges(listing, later)).toEqual({ expiryDate: new Date(later).toISOString() });
    expect(Object.keys(extensionChanges(listing, until(9)))).toEqual(['availableUntil', 'expiryDate']);
  });

  it('refuses a time past a use-by date, and one that is not later', () => {
    const useBy = aListing({
      dateKind: 'use_by',
      bestByDate: hoursFromNow(9),
      expiryDate: hoursFromNow(9),
      availableUntil: hoursFromNow(8),
    });
    expect(extensionRefusal(useBy, extendedUntilMs(useBy, 1) - 60_000)).toBeNull();
    expect(extensionRefusal(useBy, extendedUntilMs(useBy, 2))).toBe('past-use-by');
    expect(extensionRefusal(useBy, until(7))).toBe('not-later');
    expect(extensionRefusal(useBy, Number.NaN)).toBe('not-later');
  });
});
