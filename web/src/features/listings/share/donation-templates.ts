import { t } from '@lingui/core/macro';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';

type Filling = Pick<
  CreateListing,
  'title' | 'description' | 'category' | 'estimatedServings' | 'urgencyLevel' | 'diets' | 'allergens'
>;

export const TEMPLATES = ['bakery', 'restaurant', 'produce'] as const;
export type TemplateName = (typeof TEMPLATES)[number];

/**
 * What each kind of business most often has left at the end of a day. Allergens are what such food usually contains, if
 * it is the same nearly everywhere; null if the donor alone knows.
 */
const FILLINGS: Readonly<Record<TemplateName, () => Filling>> = {
  bakery: () => ({
    title: t`Today's bread and pastries`,
    description: t`Bread, rolls and pastries we baked today and didn't sell. Packed in bags.`,
    category: 'bakery_items',
    estimatedServings: 40,
    urgencyLevel: 'medium',
    diets: [],
    allergens: ['gluten', 'milk', 'eggs', 'tree_nuts', 'soy'],
  }),
  restaurant: () => ({
    title: t`Cooked meals from our kitchen`,
    description: t`Cooked today, chilled, and packed in portions. Please reheat thoroughly before eating.`,
    category: 'prepared_meals',
    estimatedServings: 30,
    urgencyLevel: 'high',
    diets: [],
    allergens: null,
  }),
  produce: () => ({
    title: t`Boxes of fruit and vegetables`,
    description: t`Ripe, whole fruit and vegetables. Great to eat, just not pretty enough to sell.`,
    category: 'fruits_vegetables',
    estimatedServings: 60,
    urgencyLevel: 'low',
    diets: ['vegetarian', 'vegan'],
    allergens: null,
  }),
};

/** The values of a template, in the person's language. */
export const templateValues = (name: TemplateName): Filling => FILLINGS[name]();
