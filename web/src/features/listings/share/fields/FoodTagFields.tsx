import { Trans } from '@lingui/react/macro';
import { ALLERGENS, type Allergen, DIETS, type Diet } from '@openlarder/domain/kernel/food-tags.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatList, formatWords } from '#web/lib/format.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import type { ListingForm } from '../use-share-form.ts';

/** The diets after a choice: vegan implies vegetarian, and not vegetarian implies not vegan. */
function withImpliedDiets(before: readonly Diet[], chosen: readonly Diet[]): Diet[] {
  const dropped = before.includes('vegetarian') && !chosen.includes('vegetarian');
  const held = new Set<Diet>(chosen);
  if (dropped) held.delete('vegan');
  else if (held.has('vegan')) held.add('vegetarian');
  return DIETS.filter((diet) => held.has(diet));
}

const ANSWERS = ['unknown', 'none', 'some'] as const;
type Answer = (typeof ANSWERS)[number];

/** Allergens and diets, collapsed by default: both are optional. */
export function FoodTagFields({ form }: { readonly form: ListingForm }) {
  const { control, setValue, formState } = form;
  const [allergens, diets] = useWatch({ control, name: ['allergens', 'diets'] });
  // "Yes" without a named allergen is stored as unspecified: storing it as "none" could harm someone.
  const [isChoosing, setChoosing] = useState(false);
  const unanswered: Answer = isChoosing ? 'some' : 'unknown';
  const answer = allergens === null ? unanswered : allergens.length === 0 ? 'none' : 'some';
  const say = (next: Allergen[] | null) => setValue('allergens', next, { shouldDirty: true });
  const choose = (next: Answer) => {
    setChoosing(next === 'some');
    say(next === 'none' ? [] : null);
  };
  const error = formState.errors.allergens?.message ?? formState.errors.diets?.message;
  return (
    <details className="group rounded-control border border-line" data-field="allergens diets">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-control px-3.5 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="font-semibold">
            <Trans>Allergens and diets</Trans>
          </span>{' '}
          <span className="text-muted">
            <Trans>(optional)</Trans>
          </span>
          <TagSummary allergens={allergens} diets={diets} />
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-5 px-3.5 pt-2 pb-4">
        <RadioGroup<Answer>
          name="allergens"
          label={<Trans>Does it contain common allergens?</Trans>}
          value={answer}
          onChange={(event) => choose(ANSWERS.find((one) => one === event.target.value) ?? 'unknown')}
          options={[
            { value: 'unknown', label: <Trans>I don't know</Trans> },
            {
              value: 'none',
              label: <Trans>None of these</Trans>,
              hint: formatWords(ALLERGENS.map(allergenName)),
            },
            { value: 'some', label: <Trans>Yes, I'll choose which</Trans> },
          ]}
          error={error}
        />
        {answer === 'some' && (
          <FoodTagChoice
            label={<Trans>Contains</Trans>}
            tags={ALLERGENS}
            nameOf={allergenName}
            chosen={allergens ?? []}
            onChange={(next) => {
              setChoosing(true);
              say(next.length > 0 ? next : null);
            }}
          />
        )}
        <DietField form={form} />
      </div>
    </details>
  );
}

/** The diets the food fits. */
export function DietField({ form }: { readonly form: ListingForm }) {
  const diets = useWatch({ control: form.control, name: 'diets' });
  return (
    <FoodTagChoice
      label={<Trans>Fits these diets</Trans>}
      tags={DIETS}
      nameOf={dietName}
      chosen={diets}
      onChange={(next) => form.setValue('diets', withImpliedDiets(diets, next), { shouldDirty: true })}
    />
  );
}

/** The current choice, shown while the section is collapsed. */
function TagSummary({ allergens, diets }: { allergens: readonly Allergen[] | null; diets: readonly Diet[] }) {
  const contained = formatList((allergens ?? []).map(allergenName));
  const suited = formatWords(diets.map(dietName));
  return (
    <span className="block text-sm text-muted group-open:hidden empty:hidden">
      {contained && <Trans>Contains {contained}.</Trans>}
      {allergens?.length === 0 && <Trans>Contains no common allergens.</Trans>}{' '}
      {suited && <span className="inline-block first-letter:uppercase">{suited}</span>}
    </span>
  );
}
