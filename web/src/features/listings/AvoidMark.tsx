import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { TriangleAlert } from 'lucide-react';
import { allergenName } from '#web/features/accounts/food-tag-words.ts';
import { formatList } from '#web/lib/format.ts';

type Props = { readonly listing: Pick<Listing, 'allergens'>; readonly avoids: readonly Allergen[] };

/** Says that food is known to contain what this person avoids; nothing where it is not known to. */
export function AvoidMark({ listing, avoids }: Props) {
  const found = listing.allergens?.filter((allergen) => avoids.includes(allergen)) ?? [];
  if (found.length === 0) return null;
  const names = formatList(found.map(allergenName));
  return (
    <p className="flex items-start gap-1.5 rounded-small bg-tomato-soft px-2.5 py-1.5 text-sm font-semibold text-tomato-soft-ink">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <Trans>Contains {names}, which you avoid</Trans>
      </span>
    </p>
  );
}
