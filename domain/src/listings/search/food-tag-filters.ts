import type { Allergen, Diet } from '../../kernel/food-tags.ts';

/** The diets that satisfy each diet: vegan food is vegetarian, too. */
export const DIETS_SATISFYING: Readonly<Record<Diet, readonly Diet[]>> = {
  vegetarian: ['vegetarian', 'vegan'],
  vegan: ['vegan'],
  halal: ['halal'],
  kosher: ['kosher'],
};

/** Whether the food is marked as suiting all of these diets. */
export function suitsDiets({ diets }: { readonly diets: readonly Diet[] }, wanted: readonly Diet[]): boolean {
  return wanted.every((diet) => DIETS_SATISFYING[diet].some((suiting) => diets.includes(suiting)));
}

/** Whether the food is not known to contain any of these. Food without information on allergens passes. */
export function lacksAllergens(
  { allergens }: { readonly allergens: readonly Allergen[] | null },
  avoided: readonly Allergen[],
): boolean {
  return !(allergens ?? []).some((allergen) => avoided.includes(allergen));
}

/** Whether nothing is said of allergens of the food, and the person avoids some: unspecified is not free of them. */
export const isUnstated = (
  { allergens }: { readonly allergens: readonly Allergen[] | null },
  avoided: readonly Allergen[],
): boolean => allergens === null && avoided.length > 0;
