import { calendarDaysBetween, HOUR_MS } from '../kernel/time.ts';
import type { Listing } from '../listings/listing-contract.ts';
import { thingsForPeople } from '../listings/listing-fields.ts';
import { lacksAllergens, suitsDiets } from '../listings/search/food-tag-filters.ts';
import { foodTagsOf } from './dietary-restrictions.ts';
import type { EmergencyRequest } from './request-contract.ts';

/** The fields of a request that decide which food fits it. */
type Need = Pick<EmergencyRequest, 'householdSize' | 'dietaryRestrictions' | 'preferredCategories'>;
type OwnFood = Pick<
  Listing,
  | 'status'
  | 'category'
  | 'diets'
  | 'allergens'
  | 'servingsLeft'
  | 'countedAs'
  | 'availableFrom'
  | 'availableUntil'
>;

/** Two people need at least this long to agree on a time and a place. */
const TIME_TO_MEET_MS = HOUR_MS;

export type OfferableFood<Food> = {
  readonly food: Food;
  /** Marked as suiting every diet and allergen that the request names, so that it can be suggested. */
  readonly suits: boolean;
  /** It can be had on the day on which it is asked for. */
  readonly isForToday: boolean;
};

/** Whether food that is there from `fromMs` on is for another day than today in `timeZone`. */
export const isForLater = (fromMs: number, nowMs: number, timeZone: string): boolean =>
  calendarDaysBetween(nowMs, fromMs, timeZone) > 0;

/**
 * The donor's own food that can be given now, best first: by suitable diets, then whether it can be had today in
 * `timeZone`, time enough to hand it over, preferred category, enough servings for all, and earliest end.
 */
export function offerableFood<Food extends OwnFood>(
  need: Need,
  foods: readonly Food[],
  nowMs: number,
  timeZone: string,
): readonly OfferableFood<Food>[] {
  const { diets, avoids } = foodTagsOf(need.dietaryRestrictions);
  const suitsAll = (food: Food): boolean =>
    suitsDiets(food, diets) &&
    (avoids.length === 0 || (food.allergens !== null && lacksAllergens(food, avoids)));
  const isForToday = ({ availableFrom }: Food): boolean =>
    !isForLater(Date.parse(availableFrom), nowMs, timeZone);
  const ranksOf = (food: Food): readonly number[] => {
    const leftMs = Date.parse(food.availableUntil) - nowMs;
    const isBetter = [
      suitsAll(food),
      isForToday(food),
      leftMs >= TIME_TO_MEET_MS,
      need.preferredCategories.includes(food.category),
      food.servingsLeft >= thingsForPeople(need.householdSize, food.countedAs),
    ];
    return [...isBetter.map((is) => (is ? 0 : 1)), leftMs];
  };
  return foods
    .filter(
      ({ status, servingsLeft, availableUntil }) =>
        status === 'posted' && servingsLeft > 0 && nowMs < Date.parse(availableUntil),
    )
    .map((food) => ({
      offer: { food, suits: suitsAll(food), isForToday: isForToday(food) },
      ranks: ranksOf(food),
    }))
    .toSorted((a, b) => firstDifference(a.ranks, b.ranks))
    .map(({ offer }) => offer);
}

const firstDifference = (a: readonly number[], b: readonly number[]): number =>
  a.map((rank, nth) => rank - (b[nth] ?? 0)).find((difference) => difference !== 0) ?? 0;
