import type { Diet } from '../../kernel/food-tags.ts';
import type { Category } from '../listing-fields.ts';

/**
 * The search vocabulary of a language. Words are folded as in the index: lower case, without accents; plurals
 * are listed, since not every word is stemmed.
 */
export type SearchVocabulary = {
  /** Words that find all food of a category. */
  readonly categories: Readonly<Record<Category, readonly string[]>>;
  /** Words that find food marked with a diet. */
  readonly diets: Readonly<Record<Diet, readonly string[]>>;
  /** Words that describe any food, ignored next to others. */
  readonly ofAnyFood: readonly string[];
  /** Synonyms and spellings that neither stemming nor one edit unites. */
  readonly alike: readonly (readonly string[])[];
};

const ENGLISH: SearchVocabulary = {
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

/** By the value of the setting `LANGUAGE`. */
export const SEARCH_VOCABULARIES: Readonly<Record<'en', SearchVocabulary>> = { en: ENGLISH };
export type SearchLanguage = keyof typeof SEARCH_VOCABULARIES;
