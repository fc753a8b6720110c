import type { Allergen, Diet } from '../../kernel/food-tags.ts';
import { distanceKm, type GeoPoint } from '../../kernel/geo.ts';
import { isOfFreshness } from '../freshness.ts';
import type { Category, FreshnessFilter } from '../listing-fields.ts';
import { lacksAllergens, suitsDiets } from './food-tag-filters.ts';
import { overlaps, type VisitSpan } from './visit-time.ts';

/** What a person has chosen over the food near them, apart from words, area and giver. */
export type FoodFilter = {
  readonly category: Category | null;
  readonly diets: readonly Diet[];
  readonly withoutAllergens: readonly Allergen[];
  readonly freshness: FreshnessFilter;
  readonly visit: VisitSpan | null;
  readonly within: { readonly center: GeoPoint; readonly radiusKm: number } | null;
};

/** What the filter needs to know of food; `point` is the public one, `offeredUntilMs` the end of its pickup. */
export type FilteredFood = {
  readonly category: Category;
  readonly diets: readonly Diet[];
  readonly allergens: readonly Allergen[] | null;
  readonly feedEndMs: number;
  readonly createdAtMs: number;
  readonly availableFromMs: number;
  readonly offeredUntilMs: number;
  readonly point: GeoPoint;
};

/** Whether the filter leaves anything out. */
export const excludesFood = (filter: FoodFilter): boolean =>
  filter.category !== null ||
  filter.diets.length + filter.withoutAllergens.length > 0 ||
  filter.freshness !== 'all' ||
  filter.visit !== null ||
  filter.within !== null;

/** The feed's conditions on one listing, for what is not read by a statement. Unstated allergens pass, to be marked. */
export function passesFoodFilter(food: FilteredFood, filter: FoodFilter, nowMs: number): boolean {
  const { category, diets, withoutAllergens, freshness, visit, within } = filter;
  return (
    (category === null || food.category === category) &&
    suitsDiets(food, diets) &&
    lacksAllergens(food, withoutAllergens) &&
    isOfFreshness(freshness, food, nowMs) &&
    (visit === null || overlaps({ fromMs: food.availableFromMs, untilMs: food.offeredUntilMs }, visit)) &&
    (within === null || distanceKm(within.center, food.point) <= within.radiusKm)
  );
}
