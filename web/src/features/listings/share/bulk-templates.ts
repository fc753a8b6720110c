import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { Category, UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import {
  defaultValuesFor,
  type FormContext,
  isSameValue,
  LISTING_FIELDS,
  type ShareFields,
  withUpdatedDefaults,
} from './listing-values.ts';

type Template = {
  readonly name: MessageDescriptor;
  readonly title: MessageDescriptor;
  readonly description: MessageDescriptor;
  readonly category: Category;
  readonly estimatedServings: number;
  readonly urgencyLevel: UrgencyLevel;
  readonly diets: readonly Diet[];
  /** What such food usually contains, if it is the same nearly everywhere; null if the donor alone knows. */
  readonly allergens: readonly Allergen[] | null;
};

export const TEMPLATES = ['bakery', 'restaurant', 'produce'] as const;
export type TemplateName = (typeof TEMPLATES)[number];

/** What each kind of business most often has left at the end of a day. */
const BY_NAME: Readonly<Record<TemplateName, Template>> = {
  bakery: {
    name: msg`Bakery`,
    title: msg`Today's bread and pastries`,
    description: msg`Bread, rolls and pastries we baked today and didn't sell. Packed in bags.`,
    category: 'bakery_items',
    estimatedServings: 40,
    urgencyLevel: 'medium',
    diets: [],
    allergens: ['gluten', 'milk', 'eggs', 'tree_nuts', 'soy'],
  },
  restaurant: {
    name: msg`Restaurant`,
    title: msg`Cooked meals from our kitchen`,
    description: msg`Cooked today, chilled, and packed in portions. Please reheat thoroughly before eating.`,
    category: 'prepared_meals',
    estimatedServings: 30,
    urgencyLevel: 'high',
    diets: [],
    allergens: null,
  },
  produce: {
    name: msg`Produce`,
    title: msg`Boxes of fruit and vegetables`,
    description: msg`Ripe, whole fruit and vegetables. Great to eat, just not pretty enough to sell.`,
    category: 'fruits_vegetables',
    estimatedServings: 60,
    urgencyLevel: 'low',
    diets: ['vegetarian', 'vegan'],
    allergens: null,
  },
};

/** The values of a template, except for its category, which the dates follow. */
function templateValues(template: TemplateName) {
  const { name: _, category: __, title, description, diets, allergens, ...rest } = BY_NAME[template];
  return {
    ...rest,
    title: i18n._(title),
    description: i18n._(description),
    diets: [...diets],
    allergens: allergens && [...allergens],
  };
}

export const templateLabel = (name: TemplateName): string => i18n._(BY_NAME[name].name);

/**
 * The form filled in from a template. Replaces what is empty, unchanged or from another template; what the
 * user wrote stays. The dates follow the category.
 */
export function applyTemplate(name: TemplateName, values: ShareFields, context: FormContext): ShareFields {
  const { category } = BY_NAME[name];
  const atFirst = defaultValuesFor(values, context);
  const following = withUpdatedDefaults(
    values,
    context,
    { category, isBulk: values.isBulk, dateKind: values.dateKind },
    context,
  );
  const filling: Partial<ShareFields> = templateValues(name);
  const unwritten: Partial<ShareFields>[] = [atFirst, ...TEMPLATES.map(templateValues)];
  const replaceable = LISTING_FIELDS.filter(
    (field) => field in filling && unwritten.some((one) => isSameValue(one[field], values[field])),
  );
  return { ...following, ...Object.fromEntries(replaceable.map((field) => [field, filling[field]])) };
}

/** The form without the values of a template, where they are unchanged since it was applied. */
export function undoTemplate(values: ShareFields, before: ShareFields, after: ShareFields): ShareFields {
  const puts = LISTING_FIELDS.filter(
    (name) => !isSameValue(before[name], after[name]) && isSameValue(values[name], after[name]),
  );
  return { ...values, ...Object.fromEntries(puts.map((name) => [name, before[name]])) };
}
