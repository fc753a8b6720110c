import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_SERVINGS } from '@openlarder/domain/listings/listing-fields.ts';
import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { classNames } from '#web/ui/class-names.ts';
import type { ListingForm } from '../use-share-form.ts';

const stepStyle =
  'grid w-[min(2.75rem,48px)] shrink-0 place-items-center hover:bg-sunken disabled:opacity-50';

type Props = { readonly form: ListingForm; readonly errorId: string; readonly hintId: string };

/** The number of servings in a box to type in, between a button for one less and one for one more. */
export function ServingsStepper({ form, errorId, hintId }: Props) {
  const { t } = useLingui();
  const id = useId();
  const value = useWatch({ control: form.control, name: 'estimatedServings' });
  const { errors, isSubmitted } = form.formState;
  const hasError = errors.estimatedServings !== undefined;
  // An empty field counts as 0: one step up is the first serving.
  const from = Number.isFinite(value) ? Math.trunc(value) : 0;
  const step = (next: number) =>
    form.setValue('estimatedServings', Math.max(1, next), { shouldDirty: true, shouldValidate: isSubmitted });
  return (
    <div
      className={classNames(
        'flex min-h-11 shrink-0 overflow-hidden rounded-control border bg-surface',
        hasError ? 'border-tomato' : 'border-control',
      )}
    >
      <button
        type="button"
        aria-label={t`Remove one serving`}
        disabled={from <= 1}
        className={stepStyle}
        onClick={() => step(from - 1)}
      >
        <Minus aria-hidden="true" className="size-5" />
      </button>
      <div className={classNames('relative border-x', hasError ? 'border-tomato' : 'border-control')}>
        <input
          {...form.register('estimatedServings', { valueAsNumber: true })}
          id={id}
          type="number"
          inputMode="numeric"
          enterKeyHint="done"
          step={1}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? `${errorId} ${hintId}` : hintId}
          onFocus={(event) => event.currentTarget.select()}
          onWheel={(event) => event.currentTarget.blur()}
          className="h-full w-[4.25rem] bg-transparent pb-4.5 text-center text-lg/none font-semibold tabular-nums -outline-offset-3 [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <label
          htmlFor={id}
          className="pointer-events-none absolute inset-x-0 bottom-0.5 text-center text-sm/tight text-muted"
        >
          <Trans>Servings</Trans>
        </label>
      </div>
      <button
        type="button"
        aria-label={t`Add one serving`}
        disabled={from >= MAX_SERVINGS}
        className={stepStyle}
        onClick={() => step(from + 1)}
      >
        <Plus aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
