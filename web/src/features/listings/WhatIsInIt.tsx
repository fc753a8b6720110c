import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { allergenName, dietName } from '#web/features/accounts/food-tag-words.ts';
import { formatList } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { AvoidMark } from './AvoidMark.tsx';

type Props = {
  readonly listing: Pick<Listing, 'allergens' | 'diets'>;
  readonly avoids: readonly Allergen[];
  readonly isOwn: boolean;
};

/** What the donor says of allergens and diets. Not having said is not the same as free of them. */
export function WhatIsInIt({ listing, avoids, isOwn }: Props) {
  const { allergens, diets } = listing;
  const names = formatList((allergens ?? []).map(allergenName));
  return (
    <div className="flex flex-col items-start gap-1.5">
      {allergens === null ? (
        <p className="font-normal text-muted">
          {isOwn ? (
            <Trans>You have not said which allergens it contains.</Trans>
          ) : (
            <Trans>Allergens not stated: ask the donor</Trans>
          )}
        </p>
      ) : allergens.length === 0 ? (
        <p>
          <Trans>None of the common allergens, says the donor</Trans>
        </p>
      ) : (
        <p>
          <Trans>Contains {names}</Trans>
        </p>
      )}
      <AvoidMark listing={listing} avoids={avoids} />
      {diets.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {diets.map((diet) => (
            <li key={diet}>
              <Badge tone="fresh">
                <span className="first-letter:uppercase">{dietName(diet)}</span>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
