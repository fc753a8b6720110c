import { Trans, useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import { MAX_SERVINGS } from '@openlarder/domain/listings/listing-contract.ts';
import type { ComponentProps } from 'react';
import { controlStyle, Field } from '#web/ui/Field.tsx';

type Props = {
  readonly value: number;
  readonly onStep: (servings: number) => void;
  readonly error: string | undefined;
  readonly field: ComponentProps<'input'>;
};

const stepStyle =
  'grid size-12 shrink-0 place-items-center rounded-control border border-control bg-surface hover:bg-sunken disabled:opacity-50';

/** How many people it feeds: by steps with a thumb, or typed. */
export function ShareServings({ value, onStep, error, field }: Props) {
  const { t } = useLingui();
  // An emptied field steps from nothing: one up is the first serving.
  const from = Number.isFinite(value) ? Math.trunc(value) : 0;
  return (
    <Field
      label={<Trans>Servings</Trans>}
      hint={<Trans>One serving is a meal for one person.</Trans>}
      error={error}
    >
      {(wiring) => (
        <div className="flex max-w-60 gap-2">
          <button
            type="button"
            aria-label={t`One serving fewer`}
            disabled={from <= 1}
            className={stepStyle}
            onClick={() => onStep(Math.max(1, from - 1))}
          >
            <Minus aria-hidden="true" className="size-5" />
          </button>
          <input
            {...field}
            {...wiring}
            type="number"
            inputMode="numeric"
            step={1}
            onFocus={(event) => event.currentTarget.select()}
            onWheel={(event) => event.currentTarget.blur()}
            className={controlStyle(
              Boolean(error),
              'text-center font-semibold tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none',
            )}
          />
          <button
            type="button"
            aria-label={t`One serving more`}
            disabled={from >= MAX_SERVINGS}
            className={stepStyle}
            onClick={() => onStep(Math.max(1, from + 1))}
          >
            <Plus aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
