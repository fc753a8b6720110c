import { t } from '@lingui/core/macro';
import { foodTagsOf } from '@openlarder/domain/emergency/dietary-restrictions.ts';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';

/** A dietary restriction of a request: a diet, food without an allergen, or the requester's own words. */
export function restrictionName(restriction: string): string {
  const { diets, avoids } = foodTagsOf([restriction]);
  const [diet] = diets;
  if (diet) return dietName(diet);
  const [allergen] = avoids;
  return allergen ? t`no ${{ allergen: allergenName(allergen) }}` : restriction;
}
