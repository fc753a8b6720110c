import type { Diet } from '../kernel/food-tags.ts';
import type { Category } from './listing-fields.ts';

/**
 * What a language's words mean when somebody looks for food. Words are as the search folds them: lower case, without
 * accents; plurals are listed, since not every word here is stemmed.
 */
export type SearchWords = {
  /** A category's own words find all of its food. */
  readonly categories: Readonly<Record<Category, readonly string[]>>;
  /** A diet's words find what is marked as suiting it. */
  readonly diets: Readonly<Record<Diet, readonly string[]>>;
  /** Said of any food, so that beside other words they ask for nothing. */
  readonly ofAnyFood: readonly string[];
  /** Words for one thing that neither stems nor one edit bring together. */
  readonly alike: readonly (readonly string[])[];
};

const ENGLISH: SearchWords = {
  categories: {
    fruits_vegetables: [
      'fruit',
      'fruits',
      'greens',
      'produce',
      'veg',
      'vegetable',
      'vegetables',
      'veggie',
      'veggies',
    ],
    prepared_meals: [
      'cooked',
      'dinner',
      'dinners',
      'leftover',
      'leftovers',
      'lunch',
      'meal',
      'meals',
      'supper',
    ],
    bakery_items: ['baked', 'baker', 'bakery', 'bread', 'breads', 'pastries', 'pastry'],
    pantry_staples: ['canned', 'groceries', 'grocery', 'pantry', 'staple', 'staples', 'tinned'],
    dairy_eggs: ['dairy'],
    other: [],
  },
  diets: {
    vegan: ['vegan', 'vegans'],
    vegetarian: ['vegetarian', 'vegetarians', 'meatless'],
    halal: ['halal'],
    kosher: ['kosher'],
  },
  ofAnyFood: ['food', 'foods', 'goods', 'item', 'items', 'stuff'],
  alike: [
    ['loaf', 'loaves'],
    ['leaf', 'leaves'],
    ['half', 'halves'],
    ['knife', 'knives'],
    ['yogurt', 'yogurts', 'yoghurt', 'yoghurts'],
    ['donut', 'donuts', 'doughnut', 'doughnuts'],
    ['zucchini', 'zucchinis', 'courgette', 'courgettes'],
    ['eggplant', 'eggplants', 'aubergine', 'aubergines'],
    ['cilantro', 'coriander'],
    ['arugula', 'rocket'],
    ['chickpea', 'chickpeas', 'garbanzo', 'garbanzos'],
    ['chili', 'chilis', 'chilies', 'chilli', 'chillies', 'chile', 'chiles'],
    ['hummus', 'houmous', 'humus'],
  ],
};

/** The words by language, as the setting `LANGUAGE` names it. */
export const SEARCH_WORDS: Readonly<Record<'en', SearchWords>> = { en: ENGLISH };
export type SearchLanguage = keyof typeof SEARCH_WORDS;
