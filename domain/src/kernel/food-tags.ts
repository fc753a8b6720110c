import * as z from 'zod/mini';

/** Diets that food suits and people keep. */
export const DIETS = ['vegetarian', 'vegan', 'halal', 'kosher'] as const;
export const dietSchema = z.enum(DIETS, { error: 'Please choose from the list' });
export type Diet = z.output<typeof dietSchema>;

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
export const allergenSchema = z.enum(ALLERGENS, { error: 'Please choose from the list' });
export type Allergen = z.output<typeof allergenSchema>;

/** Each at most once, in the order given. */
const distinct = z.overwrite((given: unknown[]) => [...new Set(given)]);

export const dietsSchema = z.array(dietSchema).check(z.maxLength(50), distinct);
export const allergensSchema = z.array(allergenSchema).check(z.maxLength(50), distinct);
