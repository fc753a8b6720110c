import { Trans } from '@lingui/react/macro';
import { type Allergen, ALLERGENS } from '@openlarder/domain/kernel/food-tags.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { FieldNotes } from '#web/ui/Field.tsx';
import { CardChip } from './CardChip.tsx';
import type { ListingEditor } from './use-listing-form.ts';

type Props = { readonly editor: ListingEditor };

/** What food of each category most often contains; short names, so that they fill two rows of a phone. */
const USUAL: Readonly<Record<Category, readonly Allergen[]>> = {
  fruits_vegetables: ['celery', 'tree_nuts', 'mustard', 'gluten'],
  prepared_meals: ['gluten', 'milk', 'celery', 'eggs', 'soy'],
  bakery_items: ['gluten', 'milk', 'eggs', 'tree_nuts', 'soy'],
  pantry_staples: ['gluten', 'soy', 'milk', 'peanuts'],
  dairy_eggs: ['milk', 'eggs', 'gluten', 'tree_nuts'],
  other: ['gluten', 'milk', 'eggs', 'fish'],
};

/** What the food contains. Without a choice it is unknown, which is not "none". */
export function AllergenChips({ editor: { values, put, errorOf } }: Props) {
  const id = useId();
  const { allergens, category } = values;
  const [showsAll, setShowsAll] = useState(false);
  const error = errorOf('allergens');
  const chosen = allergens ?? [];
  const usual = USUAL[category];
  const inFront = showsAll
    ? [...usual, ...ALLERGENS.filter((one) => !usual.includes(one))]
    : [...usual, ...chosen.filter((one) => !usual.includes(one))];
  const [isUnsure, setUnsure] = useState(false);
  const say = (next: Allergen[] | null) => {
    setUnsure(false);
    put({ allergens: next });
  };
  const toggle = (allergen: Allergen) => {
    const next = ALLERGENS.filter((one) => (one === allergen ? !chosen.includes(one) : chosen.includes(one)));
    say(next.length > 0 ? next : null);
  };
  return (
    <div data-field="allergens">
      <fieldset
        aria-labelledby={`${id}-label`}
        aria-describedby={error && `${id}-error`}
        className="flex min-w-0 flex-wrap items-center gap-2"
      >
        <span id={`${id}-label`} className="text-sm font-semibold">
          <Trans>Contains</Trans>
        </span>
        <CardChip
          pressed={allergens?.length === 0}
          className="me-2"
          onClick={() => say(allergens?.length === 0 ? null : [])}
        >
          <Trans>None</Trans>
        </CardChip>
        {inFront.map((allergen) => (
          <CardChip key={allergen} pressed={chosen.includes(allergen)} onClick={() => toggle(allergen)}>
            <span className="inline-block first-letter:uppercase">{allergenName(allergen)}</span>
          </CardChip>
        ))}
        <CardChip
          pressed={isUnsure && allergens === null}
          onClick={() => {
            say(null);
            setUnsure(!isUnsure);
          }}
        >
          <Trans>Not sure</Trans>
        </CardChip>
        {!showsAll && (
          <button
            type="button"
            className="relative inline-flex min-h-9 items-center gap-0.5 rounded-full px-2 text-sm font-semibold text-brand before:absolute before:-inset-y-1 before:inset-x-0"
            onClick={() => setShowsAll(true)}
          >
            <Trans>More</Trans>
            <ChevronDown className="size-4" />
          </button>
        )}
      </fieldset>
      <FieldNotes
        hintId={`${id}-hint`}
        errorId={`${id}-error`}
        hint={allergens === null && !isUnsure && <Trans>You haven't said which allergens it contains.</Trans>}
        error={error}
      />
    </div>
  );
}
