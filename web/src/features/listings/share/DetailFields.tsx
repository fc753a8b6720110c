import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Diet, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { shareIndicator } from '@openlarder/domain/listings/freshness.ts';
import { URGENCY_LEVELS, type UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { ChevronDown, Clock, Leaf, Lightbulb } from 'lucide-react';
import type { RefObject } from 'react';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { freshnessLabel, storageTip, urgencyLabel } from '../listing-labels.ts';
import { DateFields } from './DateFields.tsx';
import type { ListingEditor } from './use-listing-form.ts';

const URGENCY_HINTS: Readonly<Record<UrgencyLevel, MessageDescriptor>> = {
  low: msg`Keeps for days`,
  medium: msg`Today or tomorrow`,
  high: msg`Only good today`,
  emergency: msg`Only good for a few hours`,
};

type Props = {
  readonly ref: RefObject<HTMLDetailsElement | null>;
  readonly editor: ListingEditor;
  readonly isPublicPlace: boolean;
};

/** Everything that has a default most people keep; opens itself for a field with an error. */
export function DetailFields({ ref, editor, isPublicPlace }: Props) {
  const nowMs = useNow();
  const { field } = editor;
  const { category, isBulk, bestByDate, sharePlaceAtOnce } = editor.values;
  const bestByMs = Date.parse(bestByDate);
  const level = Number.isNaN(bestByMs) ? null : shareIndicator(bestByMs, nowMs);
  const LevelIcon = level === 'fresh' ? Leaf : Clock;
  return (
    <Card as="section" flush>
      <details ref={ref} className="group">
        <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-2 rounded-card px-3 py-2 -outline-offset-3 sm:px-5 [&::-webkit-details-marker]:hidden">
          <span className="flex-1 font-semibold text-brand">
            <Trans>Add details</Trans>
          </span>
          {/* announced when it changes */}
          <span aria-live="polite" className="flex">
            {editor.isNew && level && (
              <Badge tone={level} icon={<LevelIcon aria-hidden="true" />}>
                {freshnessLabel(level)}
              </Badge>
            )}
          </span>
          <ChevronDown className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180" />
          <span className="basis-full text-sm text-muted">
            {isBulk ? (
              <Trans>urgency, closing time, best by, diets</Trans>
            ) : (
              <Trans>description, best by, instructions, diets</Trans>
            )}
          </span>
        </summary>
        <div className="flex flex-col gap-6 px-3 pt-2 pb-5 sm:px-5">
          <TextArea
            {...field('description')}
            label={<Trans>Description</Trans>}
            hint={<Trans>What's in it and how you've stored it</Trans>}
            optional
            rows={2}
            maxLength={MAX_TEXT_LENGTH}
          />
          {isBulk && (
            <>
              <RadioGroup<UrgencyLevel>
                isInColumns
                {...field('urgencyLevel')}
                label={<Trans>How soon should it go?</Trans>}
                options={URGENCY_LEVELS.map((value) => ({
                  value,
                  label: urgencyLabel(value),
                  hint: i18n._(URGENCY_HINTS[value]),
                }))}
              />
              <TextField
                {...field('closingTime')}
                type="time"
                label={<Trans>Closing time</Trans>}
                hint={<Trans>When you close that day</Trans>}
                optional
              />
              <Checkbox
                {...field('mayGoToOne')}
                label={<Trans>One person may take it all</Trans>}
                hint={
                  <Trans>
                    Otherwise we'll share it out so more people get some. In the last two hours, anyone can
                    take what's left.
                  </Trans>
                }
              />
            </>
          )}
          <DietField editor={editor} />
          <div className="flex flex-col gap-3">
            <DateFields editor={editor} />
            <p className="flex items-start gap-2.5 rounded-control bg-brand-soft px-3.5 py-2.5 text-sm text-brand-soft-ink">
              <Lightbulb className="h-lh w-4 shrink-0" />
              {storageTip(category)}
            </p>
          </div>
          {/* for claimers only */}
          <TextArea
            {...field('pickupInstructions')}
            label={<Trans>Pickup instructions</Trans>}
            hint={
              <Trans>
                Which door or buzzer, and whether to bring a bag. We'll show this with the address.
              </Trans>
            }
            optional
            rows={2}
            maxLength={MAX_TEXT_LENGTH}
          />
          {isBulk && (
            <TextField
              {...field('contactPhone')}
              type="tel"
              autoComplete="tel"
              label={<Trans>Contact phone</Trans>}
              hint={<Trans>Only people you share the address with can see it</Trans>}
              optional
            />
          )}
          <Checkbox
            {...field('sharePlaceAtOnce')}
            label={
              isPublicPlace ? (
                <Trans>Share my instructions and phone automatically when someone claims</Trans>
              ) : (
                <Trans>Share my address automatically when someone claims</Trans>
              )
            }
            hint={
              isPublicPlace ? (
                <Trans>Your business's address is public. The rest is only for people who claim.</Trans>
              ) : sharePlaceAtOnce ? (
                <Trans>
                  Everyone else sees only the neighborhood. People who claim see the address and instructions
                  right away, until a day after pickup; someone who joined today sees them once you've agreed
                  on a time.
                </Trans>
              ) : (
                <Trans>
                  Everyone sees only the neighborhood. People who claim see the address once you tap “Share my
                  address” in your messages.
                </Trans>
              )
            }
          />
        </div>
      </details>
    </Card>
  );
}

/** The diets after a choice: vegan implies vegetarian, and not vegetarian implies not vegan. */
function withImpliedDiets(before: readonly Diet[], chosen: readonly Diet[]): Diet[] {
  const dropped = before.includes('vegetarian') && !chosen.includes('vegetarian');
  const held = new Set<Diet>(chosen);
  if (dropped) held.delete('vegan');
  else if (held.has('vegan')) held.add('vegetarian');
  return DIETS.filter((diet) => held.has(diet));
}

export function DietField({ editor: { values, put, errorOf } }: Pick<Props, 'editor'>) {
  const error = errorOf('diets');
  return (
    <div data-field="diets">
      <FoodTagChoice
        label={<Trans>Fits these diets</Trans>}
        tags={DIETS}
        nameOf={dietName}
        chosen={values.diets}
        onChange={(next) => put({ diets: withImpliedDiets(values.diets, next) })}
      />
      {error && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-tomato">
          {error}
        </p>
      )}
    </div>
  );
}
