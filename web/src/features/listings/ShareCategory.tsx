import { Trans } from '@lingui/react/macro';
import { CATEGORIES, type Category } from '@openlarder/domain/listings/listing-contract.ts';
import { Lightbulb } from 'lucide-react';
import { useId } from 'react';
import { FieldNotes } from '#web/ui/Field.tsx';
import { CategoryIcon } from './category-art.tsx';
import { categoryName } from './category-name.ts';
import { freshnessTip } from './share-tips.ts';

type Props = {
  readonly chosen: Category;
  readonly onChoose: (category: Category) => void;
  readonly error: string | undefined;
};

/** The six kinds of food as large choices, and a tip for the one chosen. */
export function ShareCategory({ chosen, onChoose, error }: Props) {
  const id = useId();
  return (
    <div>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
      >
        <p id={`${id}-label`} className="mb-1.5 font-semibold">
          <Trans>What kind of food?</Trans>
        </p>
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-6">
          {CATEGORIES.map((category) => (
            <label
              key={category}
              className="flex min-h-24 flex-col items-center justify-center gap-1.5 rounded-control border border-control bg-surface px-1 py-2.5 text-center text-sm/tight font-semibold transition-colors duration-150 has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-soft-ink has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
            >
              <input
                type="radio"
                name="category"
                value={category}
                checked={chosen === category}
                onChange={() => onChoose(category)}
                className="sr-only"
              />
              <CategoryIcon category={category} />
              <span className="first-letter:uppercase">{categoryName(category)}</span>
            </label>
          ))}
        </div>
      </div>
      <FieldNotes hintId="" errorId={`${id}-error`} hint={undefined} error={error} />
      <p
        aria-live="polite"
        className="mt-3 flex items-start gap-2.5 rounded-control bg-brand-soft px-3.5 py-2.5 text-sm text-brand-soft-ink"
      >
        <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {freshnessTip(chosen)}
      </p>
    </div>
  );
}
