import { Trans, useLingui } from '@lingui/react/macro';
import { foodTagsOf } from '@openlarder/domain/emergency/dietary-restrictions.ts';
import type { RequestUrgency } from '@openlarder/domain/emergency/request-fields.ts';
import { DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import type { TileTitle } from '@openlarder/domain/kernel/tile-title-texts.ts';
import { CATEGORIES, type Category } from '@openlarder/domain/listings/listing-fields.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { DiscreetMode } from '#web/features/accounts/security/DiscreetMode.tsx';
import { categoryLabel } from '#web/features/listings/listing-labels.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { wordTileTitle } from '#web/lib/tile-title.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { requestUrgencyLabel } from '../request-labels.ts';
import { HouseholdField } from './RequestQuestions.tsx';
import { type RequestFields, wishesBeside } from './request-fields.ts';
import { RequestLocationFields } from './RequestLocationFields.tsx';
import { RequestPreview } from './RequestPreview.tsx';
import type { RequestFormState } from './use-request-form.ts';

type Props = { readonly form: RequestFormState; readonly setting: MapSettings };

export function RequestDetails({ form, setting }: Props) {
  return (
    <>
      <RequestNeedsFields form={form} />
      <RequestLocationFields form={form} setting={setting} />
      <Checkbox
        {...form.register('showsFirstName')}
        label={<Trans>Show my first name</Trans>}
        hint={<Trans>Otherwise it says “A neighbor”, afterwards too, unless you tell them your name.</Trans>}
      />
      <DiscreetMode me={useCurrentUser()} />
      <RequestPreview form={form} setting={setting} />
    </>
  );
}

type RequestNeedsFieldsProps = { readonly form: RequestFormState };

function RequestNeedsFields({ form }: RequestNeedsFieldsProps) {
  const { t } = useLingui();
  const { control, register, getValues, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [title, categories] = useWatch({
    control,
    name: ['title', 'preferredCategories'],
  });
  const suggestion = titleSuggestion(categories);
  // The contract's message is about a title; the form asks what is needed.
  const isUnsaid = errors.title !== undefined && getValues('title').trim() === '';
  return (
    <>
      <TextField
        {...register('title')}
        label={<Trans>What do you need?</Trans>}
        hint={
          <Trans>
            A few words, like “Dinner for my kids” or “Food until Friday”. Neighbors can read it, so leave out
            names and addresses.
          </Trans>
        }
        autoComplete="off"
        maxLength={MAX_TITLE_LENGTH}
        error={isUnsaid ? t`Please tell us in a few words what you need` : errors.title?.message}
      />
      {title.trim() === '' && (
        <Button
          variant="secondary"
          className="-mt-3 self-start"
          onClick={() => {
            setValue('title', suggestion, { shouldDirty: true, shouldValidate: isSubmitted });
            form.setFocus('title');
          }}
        >
          <Trans>Use “{suggestion}”</Trans>
        </Button>
      )}
      <RadioGroup<RequestUrgency>
        isInColumns
        {...register('urgencyLevel')}
        label={<Trans>How soon?</Trans>}
        options={[
          {
            value: 'emergency',
            label: requestUrgencyLabel('emergency'),
            hint: <Trans>We have nothing to eat</Trans>,
          },
          {
            value: 'high',
            label: requestUrgencyLabel('high'),
            hint: <Trans>We'll run out today</Trans>,
          },
        ]}
        error={errors.urgencyLevel?.message}
      />
      <HouseholdField form={form} />
      <MoreNeeds form={form} />
    </>
  );
}

const hasMore = (fields: RequestFields): boolean =>
  fields.description !== '' ||
  fields.specialNeeds !== '' ||
  fields.dietaryRestrictions.length > 0 ||
  wishesBeside(fields).length > 0;

/** What an earlier request has besides diets. */
const othersOf = (restrictions: readonly string[]): string[] =>
  restrictions.filter((one) => foodTagsOf([one]).diets.length === 0);

/** Optional fields inside a disclosure, to keep asking quick. */
function MoreNeeds({ form }: RequestNeedsFieldsProps) {
  const { control, register, setValue, formState } = form;
  const { errors } = formState;
  const [restrictions, categories] = useWatch({
    control,
    name: ['dietaryRestrictions', 'preferredCategories'],
  });
  const [startsOpen] = useState(() => hasMore(form.getValues()));
  return (
    <details open={startsOpen} className="group rounded-control border border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-control px-3.5 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="font-semibold">
            <Trans>What you eat, and what would help</Trans>
          </span>{' '}
          <span className="text-muted">
            <Trans>(optional)</Trans>
          </span>
        </span>
        <ChevronDown className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 px-3.5 pt-2 pb-4">
        <TextArea
          {...register('description')}
          label={<Trans>Anything a helper should know</Trans>}
          optional
          rows={2}
          maxLength={MAX_TEXT_LENGTH}
          error={errors.description?.message}
        />
        <div data-field="dietaryRestrictions">
          <FoodTagChoice
            label={<Trans>Dietary restrictions</Trans>}
            tags={DIETS}
            nameOf={dietName}
            chosen={foodTagsOf(restrictions).diets}
            onChange={(next) =>
              setValue('dietaryRestrictions', [...next, ...othersOf(restrictions)], { shouldDirty: true })
            }
          />
        </div>
        <TextArea
          {...register('specialNeeds')}
          label={<Trans>Special needs</Trans>}
          hint={<Trans>Allergies, baby food, no stove or fridge.</Trans>}
          optional
          rows={2}
          maxLength={MAX_TEXT_LENGTH}
          error={errors.specialNeeds?.message}
        />
        <div data-field="preferredCategories">
          <FoodTagChoice
            label={<Trans>What would help most</Trans>}
            tags={CATEGORIES}
            nameOf={categoryLabel}
            chosen={categories}
            onChange={(next) => setValue('preferredCategories', next, { shouldDirty: true })}
          />
        </div>
      </div>
    </details>
  );
}

/** A title for a request, from what would help: "A warm meal", "Bread". For how many stands beside it. */
const TITLE_FOR: Readonly<Record<Category, TileTitle>> = {
  prepared_meals: 'meal',
  fruits_vegetables: 'produce',
  bakery_items: 'loaves',
  pantry_staples: 'staples',
  dairy_eggs: 'dairy',
  other: 'anything',
};

const titleSuggestion = ([only = 'other', ...others]: readonly Category[]): string =>
  wordTileTitle(others.length > 0 ? 'anything' : TITLE_FOR[only]);
