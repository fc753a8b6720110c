import { t } from '@lingui/core/macro';
import type { Category } from '@openlarder/domain/listings/listing-contract.ts';

/** A category as it is shown: its name with spaces. */
export function categoryName(category: Category): string {
  switch (category) {
    case 'fruits_vegetables':
      return t`fruits vegetables`;
    case 'prepared_meals':
      return t`prepared meals`;
    case 'bakery_items':
      return t`bakery items`;
    case 'pantry_staples':
      return t`pantry staples`;
    case 'dairy_eggs':
      return t`dairy eggs`;
    case 'other':
      return t`other`;
  }
}
