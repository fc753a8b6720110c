import type { Allergen, Diet } from '../kernel/food-tags.ts';
import { HOUR_MS } from '../kernel/time.ts';
import type { Listing } from '../listings/listing-contract.ts';
import type { Category } from '../listings/listing-fields.ts';
import { lacksAllergens, suitsDiets } from '../listings/search/food-tag-filters.ts';

/** Half an hour on foot. */
export const FITTING_WITHIN_KM = 2;

/** The least time to claim it, agree on a time, and go there. */
export const FITTING_FOR_MS = HOUR_MS;

export type FoodWish = {
  readonly personId: string;
  /** Whether it is known where they are; food of the whole community fits who has no place yet. */
  readonly hasPlace: boolean;
  /** Any of these; empty for any food. */
  readonly categories: readonly Category[];
  readonly diets: readonly Diet[];
  readonly avoids: readonly Allergen[];
  /** How many people eat; null if not set. */
  readonly people: number | null;
};

/**
 * Food shared near a person that could replace a request: a serving for each, within walking distance, with an hour
 * left, and compatible with their diet. Food without information on allergens fits only people who avoid none. Ordered
 * by the start of pickup, then by distance.
 */
export const fittingFood = (
  listings: readonly Listing[],
  { personId, hasPlace, categories, diets, avoids, people }: FoodWish,
  nowMs: number,
): Listing[] => {
  const startMs = ({ availableFrom }: Listing) => Math.max(nowMs, Date.parse(availableFrom));
  const fitting = listings.filter(
    (listing) =>
      listing.status === 'posted' &&
      listing.donorId !== personId &&
      (!hasPlace || (listing.distanceKm !== null && listing.distanceKm <= FITTING_WITHIN_KM)) &&
      listing.servingsLeft >= (people ?? 1) &&
      Date.parse(listing.availableUntil) - nowMs >= FITTING_FOR_MS &&
      (categories.length === 0 || categories.includes(listing.category)) &&
      (avoids.length === 0 || listing.allergens !== null) &&
      lacksAllergens(listing, avoids) &&
      suitsDiets(listing, diets),
  );
  return fitting.toSorted((a, b) => startMs(a) - startMs(b) || (a.distanceKm ?? 0) - (b.distanceKm ?? 0));
};
