import { Trans } from '@lingui/react/macro';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-contract.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import type { ListingForm } from './use-share-form.ts';

/** How soon a donation has to find its table, in the donor's judgement. */
export function ShareUrgency({ form }: { readonly form: ListingForm }) {
  return (
    <RadioGroup<UrgencyLevel>
      columns={2}
      {...form.register('urgencyLevel')}
      label={<Trans>How soon should it go?</Trans>}
      options={[
        { value: 'low', label: <Trans>No hurry</Trans>, hint: <Trans>Keeps for days</Trans> },
        { value: 'medium', label: <Trans>Soon</Trans>, hint: <Trans>Today or tomorrow</Trans> },
        { value: 'high', label: <Trans>Today</Trans>, hint: <Trans>Good only today</Trans> },
        {
          value: 'emergency',
          label: <Trans>Right now</Trans>,
          hint: <Trans>Lost in a few hours</Trans>,
        },
      ]}
      error={form.formState.errors.urgencyLevel?.message}
    />
  );
}
