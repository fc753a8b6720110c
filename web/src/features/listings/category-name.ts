import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Category } from '@openlarder/domain/listings/listing-contract.ts';

const NAMES: Readonly<Record<Category, MessageDescriptor>> = {
  fruits_vegetables: msg`fruits vegetables`,
  prepared_meals: msg`prepared meals`,
  bakery_items: msg`bakery items`,
  pantry_staples: msg`pantry staples`,
  dairy_eggs: msg`dairy eggs`,
  other: msg`other`,
};

/** A category as it is shown: its name with spaces. */
export const categoryName = (category: Category): string => i18n._(NAMES[category]);
