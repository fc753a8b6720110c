import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import {
  CATEGORIES,
  type Category,
  MAX_SERVINGS,
  type UrgencyLevel,
} from '@openlarder/domain/listings/listing-fields.ts';
import { mentionsAddress } from '@openlarder/domain/places/address-in-text.ts';
import { Lightbulb, Minus, Plus } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { PhotoField } from '#web/features/photos/choose/PhotoField.tsx';
import type { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { controlStyle, Field, FieldNotes } from '#web/ui/Field.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CategoryIcon, FoodDrawing } from '../../FoodDrawing.tsx';
import { categoryLabel, storageTip, urgencyLabel } from '../../listing-labels.ts';
import { FoodTagFields } from './FoodTagFields.tsx';
import type { ListingForm } from '../use-share-form.ts';

type FoodFieldsProps = {
  readonly form: ListingForm;
  readonly photos: Pick<ReturnType<typeof usePhotoUploads>, 'uploads' | 'items'>;
  readonly onCategory: (category: Category) => void;
};

/** What the food is: photos, category, title, amount, urgency, description, allergens and diets. */
export function FoodFields({ form, photos, onCategory }: FoodFieldsProps) {
  const { t } = useLingui();
  const { control, register, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [category, servings, isBulk, title, pickupLocation] = useWatch({
    control,
    name: ['category', 'estimatedServings', 'isBulk', 'title', 'pickupLocation'],
  });
  return (
    <>
      <div data-field="imageUrls imageCaptions">
        <PhotoField
          uploads={photos.uploads}
          items={photos.items}
          error={errors.imageUrls?.message ?? errors.imageCaptions?.message}
        />
        {photos.items.length === 0 && (
          <p className="mt-2 flex items-center gap-3 text-sm text-muted">
            <FoodDrawing title={title} category={category} className="h-15 w-20 shrink-0 rounded-small" />
            <Trans>Without a photo, neighbors see this picture.</Trans>
          </p>
        )}
      </div>
      <CategoryField chosen={category} onChoose={onCategory} error={errors.category?.message} />
      <TextField
        {...register('title')}
        label={<Trans>Title</Trans>}
        placeholder={t`Six sourdough rolls`}
        maxLength={MAX_TITLE_LENGTH}
        autoComplete="off"
        enterKeyHint="next"
        hint={
          mentionsAddress(title, pickupLocation) && (
            <Trans>Everyone nearby reads the title. You could leave your street and number out of it.</Trans>
          )
        }
        error={errors.title?.message}
      />
      <ServingsField
        value={servings}
        onStep={(next) =>
          setValue('estimatedServings', next, { shouldDirty: true, shouldValidate: isSubmitted })
        }
        error={errors.estimatedServings?.message}
        field={register('estimatedServings', { valueAsNumber: true })}
      />
      {isBulk && <DonationFields form={form} />}
      <DescriptionField form={form} />
      <FoodTagFields form={form} />
    </>
  );
}

type CategoryFieldProps = {
  readonly chosen: Category;
  readonly onChoose: (category: Category) => void;
  readonly error: string | undefined;
};

/** The six categories as large radio buttons, with a storage tip for the selected one. */
function CategoryField({ chosen, onChoose, error }: CategoryFieldProps) {
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
              <span className="wrap-anywhere hyphens-auto first-letter:uppercase">
                {categoryLabel(category)}
              </span>
            </label>
          ))}
        </div>
      </div>
      <FieldNotes hintId="" errorId={`${id}-error`} hint={undefined} error={error} />
      <p
        aria-live="polite"
        className="mt-3 flex items-start gap-2.5 rounded-control bg-brand-soft px-3.5 py-2.5 text-sm text-brand-soft-ink"
      >
        <Lightbulb aria-hidden="true" className="h-lh w-4 shrink-0" />
        {storageTip(chosen)}
      </p>
    </div>
  );
}

type ServingsFieldProps = {
  readonly value: number;
  readonly onStep: (servings: number) => void;
  readonly error: string | undefined;
  readonly field: ComponentProps<'input'>;
};

const stepStyle =
  'grid size-12 shrink-0 place-items-center rounded-control border border-control bg-surface hover:bg-sunken disabled:opacity-50';

/** What a serving is, also of what is counted in pieces. */
export const ServingsHint = () => <Trans>A serving is one person's plate, or two rolls.</Trans>;

/** The number of servings: by stepper buttons or typed. */
function ServingsField({ value, onStep, error, field }: ServingsFieldProps) {
  const { t } = useLingui();
  // An empty field counts as 0: one step up is the first serving.
  const from = Number.isFinite(value) ? Math.trunc(value) : 0;
  return (
    <Field label={<Trans>Servings</Trans>} hint={<ServingsHint />} error={error}>
      {(wiring) => (
        <div className="flex max-w-60 gap-2">
          <button
            type="button"
            aria-label={t`Remove one serving`}
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
            aria-label={t`Add one serving`}
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

/** What the food is, in the donor's words. */
export function DescriptionField({ form }: { readonly form: ListingForm }) {
  return (
    <TextArea
      {...form.register('description')}
      label={<Trans>Description</Trans>}
      hint={<Trans>What's in it and how you've stored it</Trans>}
      optional
      rows={2}
      maxLength={MAX_TEXT_LENGTH}
      error={form.formState.errors.description?.message}
    />
  );
}

/** How soon a donation should go, and whether one person may take it all. */
export function DonationFields({ form }: { readonly form: ListingForm }) {
  return (
    <>
      <UrgencyField form={form} />
      <Checkbox
        {...form.register('mayGoToOne')}
        label={<Trans>One person may take it all</Trans>}
        hint={
          <Trans>
            Otherwise we'll share it out so more people get some. In the last two hours, anyone can take
            what's left.
          </Trans>
        }
      />
    </>
  );
}

/** How urgent a donation is, in the donor's judgement. */
function UrgencyField({ form }: { readonly form: ListingForm }) {
  return (
    <RadioGroup<UrgencyLevel>
      columns={2}
      {...form.register('urgencyLevel')}
      label={<Trans>How soon should it go?</Trans>}
      options={[
        { value: 'low', label: urgencyLabel('low'), hint: <Trans>Keeps for days</Trans> },
        { value: 'medium', label: urgencyLabel('medium'), hint: <Trans>Today or tomorrow</Trans> },
        { value: 'high', label: urgencyLabel('high'), hint: <Trans>Only good today</Trans> },
        {
          value: 'emergency',
          label: urgencyLabel('emergency'),
          hint: <Trans>Only good for a few hours</Trans>,
        },
      ]}
      error={form.formState.errors.urgencyLevel?.message}
    />
  );
}
