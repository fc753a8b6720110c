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
  return corrected(added, removed);
}

const corrected = (added: Allergen[], removed: Allergen[]): AllergenCorrection | null =>
  added.length + removed.length > 0 ? { added, removed } : null;

/**
 * Two corrections as one, for a reader who has seen neither: what the later one takes back is not named. Null where
 * nothing is left to name.
 */
export function joinCorrections(
  earlier: AllergenCorrection | null,
  later: AllergenCorrection | null,
): AllergenCorrection | null {
  if (!earlier || !later) return earlier ?? later;
  const join = (one: 'added' | 'removed', other: 'added' | 'removed'): Allergen[] => [
    ...new Set([
      ...earlier[one].filter((allergen) => !later[other].includes(allergen)),
      ...later[one].filter((allergen) => !earlier[other].includes(allergen)),
    ]),
  ];
  return corrected(join('added', 'removed'), join('removed', 'added'));
}
