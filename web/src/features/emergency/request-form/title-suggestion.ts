import { plural } from '@lingui/core/macro';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';

/** A title for a request, from what the form says: "A warm meal for 4", "Food for 1". */
export function titleSuggestion(householdSize: number, categories: readonly Category[]): string {
  const people = Number.isInteger(householdSize) && householdSize > 0 ? householdSize : 1;
  const [only, ...others] = categories;
  if (only === undefined || others.length > 0)
    return plural(people, { one: 'Food for #', other: 'Food for #' });
  switch (only) {
    case 'prepared_meals':
      return plural(people, { one: 'A warm meal for #', other: 'A warm meal for #' });
    case 'fruits_vegetables':
      return plural(people, { one: 'Fruit and vegetables for #', other: 'Fruit and vegetables for #' });
    case 'bakery_items':
      return plural(people, { one: 'Bread for #', other: 'Bread for #' });
    case 'pantry_staples':
      return plural(people, { one: 'Pantry staples for #', other: 'Pantry staples for #' });
    case 'dairy_eggs':
      return plural(people, { one: 'Milk and eggs for #', other: 'Milk and eggs for #' });
    case 'other':
      return plural(people, { one: 'Food for #', other: 'Food for #' });
    default:
      return only satisfies never;
  }
}
