import type { Allergen, Diet } from '../kernel/food-tags.ts';
import { HOUR_MS } from '../kernel/time.ts';
import type { Listing } from '../listings/listing-contract.ts';
import type { Category } from '../listings/listing-fields.ts';
import { lacksAllergens, suitsDiets } from '../listings/search/food-tag-filters.ts';

/** Half an hour on foot. */
export const FITTING_WITHIN_KM = 2;

/** Less is too little to claim it, agree, and go there. */
export const FITTING_FOR_MS = HOUR_MS;

export type FoodWish = {
  readonly personId: string;
  /** Any of these; empty for any food. */
  readonly categories: readonly Category[];
  readonly diets: readonly Diet[];
  readonly avoids: readonly Allergen[];
  /** How many shall eat; null while they have not said. */
  readonly people: number | null;
};

/**
 * What is shared near a person that would do instead of asking for food: a serving for each, close enough to walk, with
 * an hour left, and nothing their diet excludes. Food without information on allergens fits only who avoids none. What
 * can be picked up soonest comes first, then the nearest.
 */
export const fittingFood = (
  listings: readonly Listing[],
  { personId, categories, diets, avoids, people }: FoodWish,
  nowMs: number,
): Listing[] => {
  const startMs = ({ availableFrom }: Listing) => Math.max(nowMs, Date.parse(availableFrom));
  const fitting = listings.filter(
    (listing) =>
      listing.status === 'posted' &&
      listing.donorId !== personId &&
      listing.distanceKm !== null &&
      listing.distanceKm <= FITTING_WITHIN_KM &&
      listing.servingsLeft >= (people ?? 1) &&
      Date.parse(listing.availableUntil) - nowMs >= FITTING_FOR_MS &&
      (categories.length === 0 || categories.includes(listing.category)) &&
      (avoids.length === 0 || listing.allergens !== null) &&
      lacksAllergens(listing, avoids) &&
      suitsDiets(listing, diets),
  );
  return fitting.toSorted((a, b) => startMs(a) - startMs(b) || (a.distanceKm ?? 0) - (b.distanceKm ?? 0));
};
