import { Trans } from '@lingui/react/macro';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-contract.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { urgencyName } from './urgency-words.ts';
import type { ListingForm } from './use-share-form.ts';

/** How soon a donation has to find its table, in the donor's judgement. */
export function ShareUrgency({ form }: { readonly form: ListingForm }) {
  return (
    <RadioGroup<UrgencyLevel>
      columns={2}
      {...form.register('urgencyLevel')}
      label={<Trans>How soon should it go?</Trans>}
      options={[
        { value: 'low', label: urgencyName('low'), hint: <Trans>Keeps for days</Trans> },
        { value: 'medium', label: urgencyName('medium'), hint: <Trans>Today or tomorrow</Trans> },
        { value: 'high', label: urgencyName('high'), hint: <Trans>Good only today</Trans> },
        {
          value: 'emergency',
          label: urgencyName('emergency'),
          hint: <Trans>Lost in a few hours</Trans>,
        },
      ]}
      error={form.formState.errors.urgencyLevel?.message}
    />
  );
}
