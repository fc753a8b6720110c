import type { Allergen, FoodCorrection, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import { textTable } from '@openlarder/domain/kernel/text-table.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { Translate } from '#server/platform/texts/translate.ts';

/** The names of diets, allergens and categories within a sentence, and how allergens changed. */
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
  'correction.with-others': '{changes}, and other details changed',
  correction:
    '{kind, select, both {contains {added}, no longer {removed}} added {contains {added}} other {no longer contains {removed}}}',
} satisfies Record<
  `diet.${Diet}` | `allergen.${Allergen}` | `category.${Category}` | 'correction' | 'correction.with-others',
  string
>);

/** The values of a sentence about corrected food: whether allergens are named, and how: "contains milk, no longer eggs". */
export function correctionValues(correction: FoodCorrection | null, translate: Translate) {
  if (!correction || correction.added.length + correction.removed.length === 0)
    return { changed: 'no', changes: '' };
  const [added, removed] = [correction.added, correction.removed].map((allergens) =>
    new Intl.ListFormat(translate.language).format(
      allergens.map((one) => translate(foodTagTexts, `allergen.${one}`)),
    ),
  );
  const kind = added === '' ? 'removed' : removed === '' ? 'added' : 'both';
  const values = { kind, added: added ?? '', removed: removed ?? '' };
  const changes = translate(foodTagTexts, 'correction', values);
  return {
    changed: 'yes',
    changes: correction.datesOrDiets
      ? translate(foodTagTexts, 'correction.with-others', { changes })
      : changes,
  };
}
