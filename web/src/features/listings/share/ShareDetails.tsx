import { Trans } from '@lingui/react/macro';
import type { DateKind } from '@openlarder/domain/listings/listing-fields.ts';
import { ChevronDown, Lightbulb } from 'lucide-react';
import type { RefObject } from 'react';
import { useWatch } from 'react-hook-form';
import { Card } from '#web/ui/Card.tsx';
import { storageTip } from '../listing-labels.ts';
import { DateFields, FreshnessIndicator } from './fields/DateFields.tsx';
import { DescriptionField, DonationFields } from './fields/FoodFields.tsx';
import { DietField } from './fields/FoodTagFields.tsx';
import type { SavedPlace } from './draft/form-values.ts';
import { HandoverFields, PickupTimeFields } from './fields/PickupFields.tsx';
import type { ListingForm } from './use-share-form.ts';

type Props = {
  readonly ref: RefObject<HTMLDetailsElement | null>;
  readonly form: ListingForm;
  readonly timeZone: string;
  readonly business: SavedPlace | null;
  readonly setBestBy: (instant: string) => void;
  readonly setDateKind: (kind: DateKind) => void;
};

/** Everything that has a default most people keep; opens itself for a field with an error. */
export function ShareDetails({ ref, form, timeZone, business, setBestBy, setDateKind }: Props) {
  const [category, isBulk] = useWatch({ control: form.control, name: ['category', 'isBulk'] });
  const dietError = form.formState.errors.diets?.message;
  return (
    <Card as="section" flush>
      <details ref={ref} className="group">
        <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-2 rounded-card px-3 py-2 -outline-offset-3 sm:px-5 [&::-webkit-details-marker]:hidden">
          <span className="flex-1 font-semibold text-brand">
            <Trans>Add details</Trans>
          </span>
          <FreshnessIndicator form={form} />
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
          />
          <span className="basis-full text-sm text-muted">
            {isBulk ? (
              <Trans>urgency, closing time, best by, diets</Trans>
            ) : (
              <Trans>description, best by, instructions, diets</Trans>
            )}
          </span>
        </summary>
        <div className="flex flex-col gap-6 px-3 pt-2 pb-5 sm:px-5">
          <DescriptionField form={form} />
          {isBulk && <DonationFields form={form} />}
          <div data-field="diets">
            <DietField form={form} />
            {dietError && (
              <p role="alert" className="mt-1.5 text-sm font-medium text-tomato">
                {dietError}
              </p>
            )}
          </div>
          <div className="flex flex-col gap-3">
            <DateFields
              form={form}
              timeZone={timeZone}
              setBestBy={setBestBy}
              setDateKind={setDateKind}
              withoutIndicator
            />
            <p className="flex items-start gap-2.5 rounded-control bg-brand-soft px-3.5 py-2.5 text-sm text-brand-soft-ink">
              <Lightbulb aria-hidden="true" className="h-lh w-4 shrink-0" />
              {storageTip(category)}
            </p>
          </div>
          <PickupTimeFields form={form} />
          <HandoverFields form={form} business={business} />
        </div>
      </details>
    </Card>
  );
}
