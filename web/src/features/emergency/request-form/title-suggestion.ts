import { t } from '@lingui/core/macro';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';

/** A title for a request, from what would help: "A warm meal", "Bread". For how many stands beside it. */
export function titleSuggestion(categories: readonly Category[]): string {
  const [only, ...others] = categories;
  if (only === undefined || others.length > 0) return t`Something to eat`;
  switch (only) {
    case 'prepared_meals':
      return t`A warm meal`;
    case 'fruits_vegetables':
      return t`Fruit and vegetables`;
    case 'bakery_items':
      return t`Bread`;
    case 'pantry_staples':
      return t`Pantry staples`;
    case 'dairy_eggs':
      return t`Milk and eggs`;
    case 'other':
      return t`Something to eat`;
    default:
      return only satisfies never;
  }
}
