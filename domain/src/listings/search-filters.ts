import type { Allergen, Diet } from '../kernel/food-tags.ts';
import type { Listing } from './listing-contract.ts';

/** Food that suits one of these suits the diet: what is vegan is vegetarian too. */
export const SUITED_BY: Readonly<Record<Diet, readonly Diet[]>> = {
  vegetarian: ['vegetarian', 'vegan'],
  vegan: ['vegan'],
  halal: ['halal'],
  kosher: ['kosher'],
};

/** Whether food suits all of these diets, by what its donor says. */
export function suitsDiets({ diets }: Pick<Listing, 'diets'>, wanted: readonly Diet[]): boolean {
  return wanted.every((diet) => SUITED_BY[diet].some((suiting) => diets.includes(suiting)));
}

/** Whether food is not known to contain any of these; where the donor has not said, nobody knows. */
export function isWithout({ allergens }: Pick<Listing, 'allergens'>, avoided: readonly Allergen[]): boolean {
  return !(allergens ?? []).some((allergen) => avoided.includes(allergen));
}
