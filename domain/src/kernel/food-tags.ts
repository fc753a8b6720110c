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
