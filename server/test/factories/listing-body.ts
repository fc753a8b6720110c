import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import * as z from 'zod/mini';
import type { Clock } from '#server/platform/clock.ts';

/** What the form sends for a listing that has no claims yet. */
export function listingBody(clock: Clock) {
  const inHours = (hours: number): string => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
  return z.parse(createListingBody, {
    title: 'Vegetable soup',
    description: 'Still warm',
    category: 'prepared_meals',
    estimatedServings: 8,
    bestByDate: inHours(24),
    expiryDate: inHours(30),
    dateKind: 'use_by',
    allergens: ['celery'],
    diets: ['vegan'],
    pickupLocation: '417 West 51st Street, apartment 7',
    pickupInstructions: 'Ring at Okafor, third floor',
    availableFrom: inHours(0.5),
    availableUntil: inHours(8),
    imageUrls: [],
    imageCaptions: [],
    latitude: 40.758,
    longitude: -73.9855,
    areaLabel: 'Hell’s Kitchen',
    sharePlaceAtOnce: false,
    isBulk: false,
    countedAs: null,
    urgencyLevel: 'low',
    closingTime: '21:30',
    contactPhone: '+1 212 555 0100',
  });
}
