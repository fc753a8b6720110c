import { Trans, useLingui } from '@lingui/react/macro';
import { ALLERGENS } from '@openlarder/domain/kernel/food-tags.ts';
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { CATEGORIES, MAX_SERVINGS } from '@openlarder/domain/listings/listing-fields.ts';
import { needsDateKind } from '@openlarder/domain/listings/shelf-life.ts';
import { isClosedThroughout, type OpeningHours } from '@openlarder/domain/partners/opening-hours.ts';
import type { CreateSurplus } from '@openlarder/domain/partners/partner-contract.ts';
import { createSurplusBody } from '@openlarder/domain/partners/partner-schemas.ts';
import { WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { useId, useRef, useState } from 'react';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { categoryLabel } from '#web/features/listings/listing-labels.ts';
import { useFormDraft } from '#web/lib/draft.ts';
import { formatWeekdayName } from '#web/lib/format-weekday-name.ts';
import { errorMessage, HttpError, wordErrorText } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { FormDialog } from '#web/ui/ConfirmDialog.tsx';
import { FieldNotes } from '#web/ui/Field.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/TextField.tsx';
import { useSaveSurplus } from '../partners.queries.ts';

type Errors = Readonly<Partial<Record<keyof CreateSurplus, string>>>;

/** The first sentence for each field, by the contract's own checks. */
function faultsOf(values: CreateSurplus): Errors {
  const result = createSurplusBody.safeParse(values);
  if (result.success) return {};
  const faults: Record<string, string> = {};
  for (const { path, message } of result.error.issues) faults[String(path[0])] ??= wordErrorText(message);
  return faults;
}

type Props = {
  /** Null for new recurring surplus. */
  readonly id: string | null;
  readonly initial: CreateSurplus;
  readonly hours: OpeningHours;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** What comes up, on which days, and when to ask. It is filled in from a listing or from usual hours. */
export function SurplusForm({ id, initial, hours, onClose, onSaved }: Props) {
  const { t } = useLingui();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, change, forget] = useFormDraft(
    `surplus-${id ?? `from-${initial.listingId ?? 'nothing'}`}`,
    initial,
  );
  const [errors, setErrors] = useState<Errors>({});
  const save = useSaveSurplus(id);
  const put = (changes: Partial<CreateSurplus>) => {
    const next = { ...values, ...changes };
    const were = faultsOf(values);
    const are = faultsOf(next);
    // a field can be mended by another, as two times that have to be in order
    const isMended = (name: string) =>
      name in changes || (Object.hasOwn(were, name) && !Object.hasOwn(are, name));
    save.reset();
    change(changes);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !isMended(name))));
  };
  const showFaults = (faults: Errors) => {
    setErrors(faults);
    const first = Object.keys(faults)[0];
    form.current?.querySelector<HTMLElement>(`[name="${first}"], [data-field="${first}"] button`)?.focus();
  };
  const onSubmit = () => {
    const faults = faultsOf(values);
    if (Object.keys(faults).length > 0) return showFaults(faults);
    save.mutate(values, {
      onSuccess: () => {
        forget();
        onSaved();
      },
      onError: (error) => {
        if (error instanceof HttpError) showFaults(error.fields);
      },
    });
  };
  const pickup = { from: values.pickupFrom, until: values.pickupUntil };
  const isClosed =
    values.weekdays.length > 0 &&
    pickup.from < pickup.until &&
    isClosedThroughout(hours, values.weekdays, pickup);
  const isDated = needsDateKind(values.category);
  return (
    <FormDialog
      isUnsaved={() => JSON.stringify(values) !== JSON.stringify(initial)}
      onOpenChange={() => {
        forget();
        onClose();
      }}
      title={id === null ? <Trans>Recurring surplus</Trans> : <Trans>Change recurring surplus</Trans>}
      description={<Trans>We'll ask you each time. Nothing is posted until you say yes.</Trans>}
      footer={
        <Button type="submit" form={formId} wide busy={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) onSubmit();
        }}
      >
        <TextField
          name="title"
          label={<Trans>What is it?</Trans>}
          placeholder={t`Rolls`}
          maxLength={MAX_TITLE_LENGTH}
          value={values.title}
          error={errors.title}
          onChange={(event) => put({ title: event.target.value })}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            name="servings"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_SERVINGS}
            label={<Trans>About how many</Trans>}
            value={Number.isNaN(values.servings) ? '' : values.servings}
            error={errors.servings}
            hint={
              values.category === 'bakery_items' && <Trans>In servings: two rolls feed one person.</Trans>
            }
            onChange={(event) => put({ servings: event.target.valueAsNumber })}
          />
          <SelectField
            name="category"
            label={<Trans>Category</Trans>}
            options={CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))}
            value={values.category}
            error={errors.category}
            onChange={(event) => {
              const category = CATEGORIES.find((one) => one === event.target.value) ?? 'other';
              put({ category, ...(!needsDateKind(category) && { dateKind: 'best_before' }) });
            }}
          />
        </div>
        <div data-field="weekdays">
          <FoodTagChoice
            label={t`On which days?`}
            tags={WEEKDAYS}
            nameOf={(day) => formatWeekdayName(day, 'short')}
            chosen={values.weekdays}
            onChange={(weekdays) => put({ weekdays })}
          />
          <div className="mt-2 flex flex-wrap gap-x-4">
            <Button variant="quiet" className="-ms-3" onClick={() => put({ weekdays: WEEKDAYS.slice(0, 5) })}>
              <Trans>Mon–Fri</Trans>
            </Button>
            <Button variant="quiet" onClick={() => put({ weekdays: [...WEEKDAYS] })}>
              <Trans>Every day</Trans>
            </Button>
          </div>
          <FieldNotes hintId="" errorId={`${formId}-days`} hint={undefined} error={errors.weekdays} />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            name="askAt"
            type="time"
            label={<Trans>Ask me at</Trans>}
            value={values.askAt}
            error={errors.askAt}
            onChange={(event) => put({ askAt: event.target.value })}
          />
          <TextField
            name="pickupFrom"
            type="time"
            label={<Trans>Pickup from</Trans>}
            value={values.pickupFrom}
            error={errors.pickupFrom}
            onChange={(event) => put({ pickupFrom: event.target.value })}
          />
          <TextField
            name="pickupUntil"
            type="time"
            label={<Trans>Pickup until</Trans>}
            value={values.pickupUntil}
            error={errors.pickupUntil}
            onChange={(event) => put({ pickupUntil: event.target.value })}
          />
          {isClosed && (
            <p className="text-sm sm:col-span-2 sm:col-start-2">
              <Trans>You're closed then</Trans>
            </p>
          )}
        </div>
        {isDated && (
          <fieldset>
            <legend className="mb-2 font-semibold">
              <Trans>Which date is on the pack?</Trans>
            </legend>
            <div className="flex flex-wrap gap-2">
              <Chip
                pressed={values.dateKind === 'best_before'}
                onClick={() => put({ dateKind: 'best_before' })}
              >
                <Trans>Best before, or none</Trans>
              </Chip>
              <Chip pressed={values.dateKind === 'use_by'} onClick={() => put({ dateKind: 'use_by' })}>
                <Trans>Use by</Trans>
              </Chip>
            </div>
            {values.dateKind === 'use_by' && (
              <p className="mt-2 text-sm text-muted">
                <Trans>We'll ask you for the date each time.</Trans>
              </p>
            )}
          </fieldset>
        )}
        <div>
          <FoodTagChoice
            label={t`What does it contain?`}
            hint={t`Choose nothing if you don't know.`}
            tags={ALLERGENS}
            nameOf={allergenName}
            chosen={values.allergens ?? []}
            onChange={(allergens) => put({ allergens: allergens.length > 0 ? allergens : null })}
          />
          <Chip
            pressed={values.allergens?.length === 0}
            className="mt-2"
            onClick={() => put({ allergens: values.allergens?.length === 0 ? null : [] })}
          >
            <Trans>None of these</Trans>
          </Chip>
        </div>
        <TextArea
          name="pickupInstructions"
          label={<Trans>Pickup instructions</Trans>}
          hint={<Trans>Which door, and whether to bring a bag</Trans>}
          optional
          rows={2}
          maxLength={MAX_TEXT_LENGTH}
          value={values.pickupInstructions}
          error={errors.pickupInstructions}
          onChange={(event) => put({ pickupInstructions: event.target.value })}
        />
        <ErrorNotice>
          {save.isError && Object.keys(errors).length === 0 && errorMessage(save.error)}
        </ErrorNotice>
      </form>
    </FormDialog>
  );
}
