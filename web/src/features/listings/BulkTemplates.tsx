import { Trans, useLingui } from '@lingui/react/macro';
import { Croissant, type LucideIcon, Salad, Soup } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { filledFrom, takenBack, TEMPLATES, type TemplateName, templateLabel } from './bulk-templates.ts';
import type { ShareBasis, ShareFields } from './share-values.ts';
import { type ListingForm, putValues } from './use-share-form.ts';

const ICONS: Readonly<Record<TemplateName, LucideIcon>> = {
  bakery: Croissant,
  restaurant: Soup,
  produce: Salad,
};

type Filling = { readonly name: TemplateName; readonly before: ShareFields; readonly after: ShareFields };

type Props = { readonly form: ListingForm; readonly basisNow: () => ShareBasis };

/** A donation filled in with one tap, for whoever has one hand free at closing time. */
export function BulkTemplates({ form, basisNow }: Props) {
  const { t } = useLingui();
  const [filling, setFilling] = useState<Filling | null>(null);
  const fill = (name: TemplateName) => {
    const before = form.getValues();
    const after = filledFrom(name, before, basisNow());
    putValues(form, after);
    setFilling({ name, before, after });
  };
  const takeBack = () => {
    if (filling) putValues(form, takenBack(form.getValues(), filling.before, filling.after));
    setFilling(null);
  };
  const chosen = filling && templateLabel(filling.name);
  return (
    <div>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-semibold">
          <Trans>Quick start</Trans>
        </legend>
        <div className="grid grid-cols-3 gap-2">
          {TEMPLATES.map((name) => {
            const Icon = ICONS[name];
            return (
              <Button
                key={name}
                variant="secondary"
                aria-pressed={filling?.name === name}
                className="flex-col px-1! aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-soft-ink sm:flex-row"
                onClick={() => fill(name)}
              >
                <Icon aria-hidden="true" className="size-5" />
                {templateLabel(name)}
              </Button>
            );
          })}
        </div>
      </fieldset>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <output className="text-sm text-muted">
          {chosen ? (
            <Trans>{chosen} is filled in. Look it over; what you had written stays.</Trans>
          ) : (
            <Trans>One tap fills in the form.</Trans>
          )}
        </output>
        {filling && (
          <Button variant="quiet" aria-label={t`Undo filling in`} onClick={takeBack}>
            <Trans>Undo</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
