import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import { textTable } from '@openlarder/domain/kernel/text-table.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { RecommendationReason } from '@openlarder/domain/matching/matching-contract.ts';

type ReasonKey =
  | Exclude<RecommendationReason['code'], 'distance'>
  | `distance.${Extract<RecommendationReason, { code: 'distance' }>['from']}`;

/** Why food suits the reader. The browser has the same sentences, with times that stay current. */
export const matchReasonTexts = textTable('match-reason', {
  'distance.saved_place': '{distance} from your saved place',
  'distance.asked_place': "{distance} from where you're looking",
  ends: 'Ends {end}',
  lasts: 'You have until {end}',
  enough:
    '{people, plural, one {Enough for you} =2 {Enough for both of you} other {Enough for all # of you}}',
  diets: 'As you like it: {diets}',
  without: 'Listed without {allergens}',
  category: "You've picked this up before: {category}",
  your_turn: "It's your turn for something good",
} satisfies Record<ReasonKey, string>);

/** The names of diets, allergens and categories within a sentence. */
export const foodTagTexts = textTable('food-tag', {
  'diet.vegetarian': 'vegetarian',
  'diet.vegan': 'vegan',
  'diet.halal': 'halal',
  'diet.kosher': 'kosher',
  'allergen.gluten': 'gluten',
  'allergen.milk': 'milk',
  'allergen.eggs': 'eggs',
  'allergen.peanuts': 'peanuts',
  'allergen.tree_nuts': 'tree nuts',
  'allergen.soy': 'soy',
  'allergen.sesame': 'sesame',
  'allergen.fish': 'fish',
  'allergen.crustaceans': 'shrimp, crab and lobster',
  'allergen.molluscs': 'mussels, clams and squid',
  'allergen.celery': 'celery',
  'allergen.mustard': 'mustard',
  'allergen.lupin': 'lupin',
  'allergen.sulphites': 'sulfites',
  'category.fruits_vegetables': 'fruits and vegetables',
  'category.prepared_meals': 'prepared meals',
  'category.bakery_items': 'bakery items',
  'category.pantry_staples': 'pantry staples',
  'category.dairy_eggs': 'dairy and eggs',
  'category.other': 'other food',
} satisfies Record<`diet.${Diet}` | `allergen.${Allergen}` | `category.${Category}`, string>);
