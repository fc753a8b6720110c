export const DIETS = ['vegetarian', 'vegan', 'halal', 'kosher'] as const;

export type Diet = (typeof DIETS)[number];

/** Regulation (EU) 1169/2011, Annex II; they include the nine of the FASTER Act of 2021. */
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
