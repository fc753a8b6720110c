import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { dietName } from '#web/features/accounts/food-tag-words.ts';
import { categoryName } from '#web/features/listings/category-name.ts';
import { formatList } from '#web/lib/format.ts';
import { householdWords } from './request-words.ts';

/** Whom the food is for, and what they can eat, as it was asked for. */
export function MatchNeeds({ request }: { readonly request: EmergencyRequest }) {
  const { description, specialNeeds, dietaryRestrictions: diets, preferredCategories: categories } = request;
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      <p className="font-semibold">{householdWords(request.householdSize)}</p>
      {diets.length > 0 && (
        <p>
          <Trans>Eats {formatList(diets.map(dietName))}</Trans>
        </p>
      )}
      {categories.length > 0 && (
        <p>
          <Trans>Would like {formatList(categories.map(categoryName))}</Trans>
        </p>
      )}
      {specialNeeds && (
        <p className="whitespace-pre-line">
          <Trans>Needs:</Trans> {specialNeeds}
        </p>
      )}
      {description && <p className="text-sm whitespace-pre-line text-muted">{description}</p>}
    </div>
  );
}
