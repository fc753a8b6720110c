import { Trans, useLingui } from '@lingui/react/macro';
import { Croissant, type LucideIcon, Salad, Soup } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatList, formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import {
  applyTemplate,
  TEMPLATES,
  type TemplateName,
  templateLabel,
  undoTemplate,
} from './bulk-templates.ts';
import type { ShareFields } from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';

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

/** A summary of what will be posted. */
function Summary({ editor: { form } }: Pick<Props, 'editor'>) {
  const nowMs = useNow();
  const [title, servings, countedAs, from, until, place, allergens] = useWatch({
    control: form.control,
    name: [
      'title',
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
