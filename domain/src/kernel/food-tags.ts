/** Diets that food suits and people keep. */
export const DIETS = ['vegetarian', 'vegan', 'halal', 'kosher'] as const;

export type Diet = (typeof DIETS)[number];

/**
 * The fourteen allergens that food law in the European Union makes sellers name (Regulation 1169/2011, Annex II);
 * the nine of the United States (FASTER Act of 2021) are among them.
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
