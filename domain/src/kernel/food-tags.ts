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

/** What a giver added to the allergens of claimed food, and what they took away. */
export type AllergenCorrection = { readonly added: Allergen[]; readonly removed: Allergen[] };

/** Null where none was added or taken away; to state nothing any more takes nothing away. */
export function allergenCorrection(
  before: readonly Allergen[] | null,
  after: readonly Allergen[] | null,
): AllergenCorrection | null {
  if (after === null) return null;
  const added = after.filter((one) => !before?.includes(one));
  const removed = (before ?? []).filter((one) => !after.includes(one));
  return added.length + removed.length > 0 ? { added, removed } : null;
}
