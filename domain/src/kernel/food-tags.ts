export const DIETS = ['vegetarian', 'vegan', 'halal', 'kosher'] as const;

export type Diet = (typeof DIETS)[number];

/**
 * The fourteen allergens that EU food law requires to be named (Regulation 1169/2011, Annex II). They include
 * the nine of the United States (FASTER Act of 2021).
 */
export const ALLERGENS = [
  'gluten',
  'milk',
  'eggs',
  'peanuts',
  'tree_nuts',
  'soy',
  'sesame',
  'fish',
  'crustaceans',
  'molluscs',
  'celery',
  'mustard',
  'lupin',
  'sulphites',
] as const;

export type Allergen = (typeof ALLERGENS)[number];

/** What a giver corrected of claimed food: which allergens it contains and which it does not. */
export type FoodCorrection = {
  readonly added: Allergen[];
  readonly removed: Allergen[];
  /** Whether other details changed, words and photos too; rows and open pages know it by this name. */
  readonly datesOrDiets?: boolean | undefined;
};

/** A correction, and the allergens that the giver states now; null for no statement. */
export type StatedCorrection = {
  readonly correction: FoodCorrection;
  readonly contained: readonly Allergen[] | null;
};

/** The allergens that a change adds and takes away; to state nothing any more takes nothing away. */
export const changedAllergens = (
  before: readonly Allergen[] | null,
  after: readonly Allergen[] | null,
): Pick<FoodCorrection, 'added' | 'removed'> => ({
  added: (after ?? []).filter((one) => !before?.includes(one)),
  removed: after === null ? [] : (before ?? []).filter((one) => !after.includes(one)),
});

/**
 * Two corrections as one: says of each allergen that either named whether it is in the food now, by what its giver states,
 * `contained`. `earlier` is null for one of other details only.
 */
export function joinCorrections(
  earlier: FoodCorrection | null,
  later: FoodCorrection,
  contained: readonly Allergen[] | null,
): FoodCorrection {
  const both = [...(earlier ? [earlier] : []), later];
  const named = [...new Set(both.flatMap(({ added, removed }) => [...added, ...removed]))];
  return {
    added: named.filter((one) => contained?.includes(one)),
    removed: contained ? named.filter((one) => !contained.includes(one)) : [],
    datesOrDiets: earlier === null || both.some(({ datesOrDiets }) => datesOrDiets),
  };
}
