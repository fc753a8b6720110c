import { Trans, useLingui } from '@lingui/react/macro';
import { Croissant, Salad, Soup } from 'lucide-react';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatList, formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import type { TemplateName } from './donation-templates.ts';
import type { ListingEditor } from './use-listing-form.ts';

type Props = { readonly editor: ListingEditor; readonly busy: boolean };

export function BulkTemplates({ editor, busy }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { context, values } = editor;
  const { title, description, availableFrom, availableUntil, pickupLocation: place } = values;
  const contents = formatList((values.allergens ?? []).map(allergenName));
  const amount = formatServings(values.estimatedServings, values.countedAs);
  const pickup =
    availableFrom && availableUntil ? formatPickupWindow(availableFrom, availableUntil, nowMs) : '';
  const fill = (template: TemplateName | undefined) => editor.put({}, { ...context, template });
  const templates = [
    { name: 'bakery', label: t`Bakery`, Icon: Croissant },
    { name: 'restaurant', label: t`Restaurant`, Icon: Soup },
    { name: 'produce', label: t`Produce`, Icon: Salad },
  ] as const;
  return (
    <div>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-semibold max-sm:text-sm">
          <Trans>Quick start</Trans>
        </legend>
        <div className="flex flex-wrap gap-2">
          {templates.map(({ name, label, Icon }) => (
            <Button
              key={name}
              variant="secondary"
              aria-pressed={context.template === name}
              className="flex-1 px-1! max-sm:text-sm aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-soft-ink"
              onClick={() => fill(name)}
            >
              <Icon aria-hidden="true" className="size-5 max-sm:hidden" />
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      {context.template ? (
        <div className="mt-3 rounded-control bg-brand-soft px-3.5 py-3 text-brand-soft-ink">
          <output className="block text-sm">
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
          </output>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button type="submit" busy={busy}>
              <Trans>Post as is</Trans>
            </Button>
            <Button variant="secondary" aria-label={t`Undo this template`} onClick={() => fill(undefined)}>
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
