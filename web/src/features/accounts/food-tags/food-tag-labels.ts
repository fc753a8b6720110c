import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Allergen, FoodCorrection, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import { formatList } from '#web/lib/format.ts';

const DIET_NAMES: Readonly<Record<Diet, MessageDescriptor>> = {
  vegetarian: msg`vegetarian`,
  vegan: msg`vegan`,
  halal: msg`halal`,
  kosher: msg`kosher`,
};

const ALLERGEN_NAMES: Readonly<Record<Allergen, MessageDescriptor>> = {
  gluten: msg`gluten`,
  milk: msg`milk`,
  eggs: msg`eggs`,
  peanuts: msg`peanuts`,
  tree_nuts: msg`tree nuts`,
  soy: msg`soy`,
  sesame: msg`sesame`,
  fish: msg`fish`,
  crustaceans: msg`shrimp, crab and lobster`,
  molluscs: msg`mussels, clams and squid`,
  celery: msg`celery`,
  mustard: msg`mustard`,
  lupin: msg`lupin`,
  sulphites: msg`sulfites`,
};

export const dietName = (diet: Diet): string => i18n._(DIET_NAMES[diet]);
export const allergenName = (allergen: Allergen): string => i18n._(ALLERGEN_NAMES[allergen]);

/** Within a sentence about food: "contains milk, no longer eggs"; '' where no allergen is named. */
export function correctionWords(correction: FoodCorrection | undefined): string {
  const added = formatList((correction?.added ?? []).map(allergenName));
  const removed = formatList((correction?.removed ?? []).map(allergenName));
  if (!added && !removed) return '';
  const changes = !added
    ? t`no longer contains ${removed}`
    : removed
      ? t`contains ${added}, no longer ${removed}`
      : t`contains ${added}`;
  return correction?.datesOrDiets ? t`${changes}, and other details changed` : changes;
}
