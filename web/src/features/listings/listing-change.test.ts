import { changeListingBody } from '@openlarder/domain/listings/listing-contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aListing, hoursFromNow } from '#web/testing/samples.ts';
import { changeOf, extensionOf, extensionRefusal, longerBy, valuesOf } from './listing-change.ts';

const photo = (name: string, caption = '') => ({
  objectPath: `/objects/0198a0aa-0000-7000-8000-00000000000${name}`,
  thumbhash: null,
  width: 4,
  height: 3,
  caption,
});

describe('what is sent of a changed listing', () => {
  const before = valuesOf(aListing({ photos: [photo('1', 'A loaf'), photo('2')], isBulk: true }));

  it('is nothing where nothing differs, however a time is written', () => {
    expect(changeOf(before, { ...before })).toEqual({});
    const otherwise = before.availableUntil.replace('Z', '+00:00');
    expect(changeOf(before, { ...before, availableUntil: otherwise, diets: [...before.diets] })).toEqual({});
  });

  it.each([
    ['a title', { title: 'Rolls' }],
    ['servings', { estimatedServings: 7 }],
    ['an expiry taken away', { expiryDate: null }],
    ['allergens', { allergens: [] }],
    ['a word on the way in', { pickupInstructions: 'Ring twice' }],
    ['an address in other words', { pickupLocation: '5 Main St' }],
    ['urgency', { urgencyLevel: 'high' as const }],
  ])('is %s alone', (_, said) => {
    const change = changeOf(before, { ...before, ...said });
    expect(change).toEqual(said);
    expect(z.safeParse(changeListingBody, change).success).toBe(true);
  });

  it('is a whole place when the pin is moved', () => {
    expect(changeOf(before, { ...before, longitude: -73.5, areaLabel: 'Riverside' })).toEqual({
      pickupLocation: before.pickupLocation,
      latitude: before.latitude,
      longitude: -73.5,
      areaLabel: 'Riverside',
    });
  });

  it('is all photos with all captions when one of them differs', () => {
    const [first, second] = before.imageUrls;
    expect(changeOf(before, { ...before, imageCaptions: ['A loaf', 'Its crust'] })).toEqual({
      imageUrls: [first, second],
      imageCaptions: ['A loaf', 'Its crust'],
    });
  });
});

describe('offering food for longer', () => {
  const until = (hours: number) => Date.parse(hoursFromNow(hours));

  it('moves the end of pickup', () => {
    const listing = aListing();
    const later = longerBy(listing, 2);
    expect(later - Date.parse(listing.availableUntil)).toBe(2 * 3_600_000);
    expect(extensionOf(listing, later)).toEqual({ availableUntil: new Date(later).toISOString() });
  });

  it('moves hard expiry with it where that comes sooner', () => {
    const listing = aListing({ availableUntil: hoursFromNow(8), expiryDate: hoursFromNow(6) });
    const later = longerBy(listing, 1);
    expect(later).toBe(Date.parse(listing.expiryDate ?? '') + 3_600_000);
    expect(extensionOf(listing, later)).toEqual({ expiryDate: new Date(later).toISOString() });
    expect(Object.keys(extensionOf(listing, until(9)))).toEqual(['availableUntil', 'expiryDate']);
  });

  it('never goes past a use-by date, nor to a time that is no later', () => {
    const useBy = aListing({
      dateKind: 'use_by',
      bestByDate: hoursFromNow(9),
      expiryDate: hoursFromNow(9),
      availableUntil: hoursFromNow(8),
    });
    expect(extensionRefusal(useBy, longerBy(useBy, 1) - 60_000)).toBeNull();
    expect(extensionRefusal(useBy, longerBy(useBy, 2))).toBe('past-use-by');
    expect(extensionRefusal(useBy, until(7))).toBe('not-later');
    expect(extensionRefusal(useBy, Number.NaN)).toBe('not-later');
  });
});
