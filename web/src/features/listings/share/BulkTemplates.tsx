import { Trans, useLingui } from '@lingui/react/macro';
import { Croissant, type LucideIcon, Salad, Soup } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatList, formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import {
  type ShareFields,
  defaultValuesFor,
  type FormContext,
  isSameValue,
  LISTING_FIELDS,
  withUpdatedDefaults,
} from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { Category, UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';

const ICONS: Readonly<Record<TemplateName, LucideIcon>> = {
  bakery: Croissant,
  restaurant: Soup,
  produce: Salad,
};

type Filling = { readonly name: TemplateName; readonly before: ShareFields; readonly after: ShareFields };

type Props = { readonly editor: ListingEditor; readonly busy: boolean };

export function BulkTemplates({ editor, busy }: Props) {
  const { t } = useLingui();
  const [filling, setFilling] = useState<Filling | null>(null);
  const { form } = editor;
  const put = (values: ShareFields) => {
    editor.put(values);
    editor.onTemplate(values.category);
  };
  const fill = (name: TemplateName) => {
    const before = form.getValues();
    const after = applyTemplate(name, before, editor.context.current);
    put(after);
    setFilling({ name, before, after });
  };
  const takeBack = () => {
    if (filling) put(undoTemplate(form.getValues(), filling.before, filling.after));
    setFilling(null);
  };
  return (
    <div>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-semibold max-sm:text-sm">
          <Trans>Quick start</Trans>
        </legend>
        <div className="flex flex-wrap gap-2">
          {TEMPLATES.map((name) => {
            const Icon = ICONS[name];
            return (
              <Button
                key={name}
                variant="secondary"
                aria-pressed={filling?.name === name}
                className="flex-1 px-1! max-sm:text-sm aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-soft-ink"
                onClick={() => fill(name)}
              >
                <Icon aria-hidden="true" className="size-5 max-sm:hidden" />
                {templateLabel(name)}
              </Button>
            );
          })}
        </div>
      </fieldset>
      {filling ? (
        <div className="mt-3 rounded-control bg-brand-soft px-3.5 py-3 text-brand-soft-ink">
          <output className="block text-sm">
            <Summary editor={editor} />
          </output>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button type="submit" busy={busy}>
              <Trans>Post as is</Trans>
            </Button>
            <Button variant="secondary" aria-label={t`Undo this template`} onClick={takeBack}>
              <Trans>Undo</Trans>
            </Button>
          </div>
        </div>
      ) : (
        <p className="mt-2 text-sm text-muted max-sm:sr-only">
          <Trans>One tap fills in the form and keeps what you've written.</Trans>
        </p>
      )}
    </div>
  );
}

function Summary({ editor: { form } }: Pick<Props, 'editor'>) {
  const nowMs = useNow();
  const [title, description, servings, countedAs, from, until, place, allergens] = useWatch({
    control: form.control,
    name: [
      'title',
      'description',
      'estimatedServings',
      'countedAs',
      'availableFrom',
      'availableUntil',
      'pickupLocation',
      'allergens',
    ],
  });
  const contents = formatList((allergens ?? []).map(allergenName));
  const amount = formatServings(Number.isFinite(servings) ? servings : 0, countedAs);
  const pickup = from && until ? formatPickupWindow(from, until, nowMs) : '';
  return (
    <>
      <span className="block text-base font-semibold">
        <bdi>{title}</bdi>
      </span>
      <bdi className="block whitespace-pre-line">{description}</bdi>
      <span className="block">
        {place ? (
          <Trans>
            {amount}. Pick up {pickup}, {place}
          </Trans>
        ) : (
          <Trans>
            {amount}. Pick up {pickup}
          </Trans>
        )}
      </span>
      {contents !== '' && (
        <span className="block">
          <Trans>Contains {contents}. Change that below if it's wrong.</Trans>
        </span>
      )}
    </>
  );
}

type Template = {
  readonly name: MessageDescriptor;
  readonly title: MessageDescriptor;
  readonly description: MessageDescriptor;
  readonly category: Category;
  readonly estimatedServings: number;
  readonly urgencyLevel: UrgencyLevel;
  readonly diets: readonly Diet[];
  /** What such food usually contains, if it is the same nearly everywhere; null if the donor alone knows. */
  readonly allergens: readonly Allergen[] | null;
};

export const TEMPLATES = ['bakery', 'restaurant', 'produce'] as const;
type TemplateName = (typeof TEMPLATES)[number];

/** What each kind of business most often has left at the end of a day. */
const BY_NAME: Readonly<Record<TemplateName, Template>> = {
  bakery: {
    name: msg`Bakery`,
    title: msg`Today's bread and pastries`,
    description: msg`Bread, rolls and pastries we baked today and didn't sell. Packed in bags.`,
    category: 'bakery_items',
    estimatedServings: 40,
    urgencyLevel: 'medium',
    diets: [],
    allergens: ['gluten', 'milk', 'eggs', 'tree_nuts', 'soy'],
  },
  restaurant: {
    name: msg`Restaurant`,
    title: msg`Cooked meals from our kitchen`,
    description: msg`Cooked today, chilled, and packed in portions. Please reheat thoroughly before eating.`,
    category: 'prepared_meals',
    estimatedServings: 30,
    urgencyLevel: 'high',
    diets: [],
    allergens: null,
  },
  produce: {
    name: msg`Produce`,
    title: msg`Boxes of fruit and vegetables`,
    description: msg`Ripe, whole fruit and vegetables. Great to eat, just not pretty enough to sell.`,
    category: 'fruits_vegetables',
    estimatedServings: 60,
    urgencyLevel: 'low',
    diets: ['vegetarian', 'vegan'],
    allergens: null,
  },
};

/** The values of a template, except for its category, which the dates follow. */
function templateValues(template: TemplateName) {
  const { name: _, category: __, title, description, diets, allergens, ...rest } = BY_NAME[template];
  return {
    ...rest,
    title: i18n._(title),
    description: i18n._(description),
    diets: [...diets],
    allergens: allergens && [...allergens],
  };
}

const templateLabel = (name: TemplateName): string => i18n._(BY_NAME[name].name);

/**
 * The form filled in from a template. Replaces what is empty, unchanged or from another template; what the
 * user wrote stays. The dates follow the category.
 */
export function applyTemplate(name: TemplateName, values: ShareFields, context: FormContext): ShareFields {
  const { category } = BY_NAME[name];
  const atFirst = defaultValuesFor(values, context);
  const following = withUpdatedDefaults(
    values,
    context,
    { category, isBulk: values.isBulk, dateKind: values.dateKind },
    context,
  );
  const filling: Partial<ShareFields> = templateValues(name);
  const unwritten: Partial<ShareFields>[] = [atFirst, ...TEMPLATES.map(templateValues)];
  const replaceable = LISTING_FIELDS.filter(
    (field) => field in filling && unwritten.some((one) => isSameValue(one[field], values[field])),
  );
  return { ...following, ...Object.fromEntries(replaceable.map((field) => [field, filling[field]])) };
}

/** The form without the values of a template, where they are unchanged since it was applied. */
export function undoTemplate(values: ShareFields, before: ShareFields, after: ShareFields): ShareFields {
  const puts = LISTING_FIELDS.filter(
    (name) => !isSameValue(before[name], after[name]) && isSameValue(values[name], after[name]),
  );
  return { ...values, ...Object.fromEntries(puts.map((name) => [name, before[name]])) };
}
