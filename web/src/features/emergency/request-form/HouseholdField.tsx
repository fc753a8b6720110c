import { Trans } from '@lingui/react/macro';
import { MAX_HOUSEHOLD, MIN_HOUSEHOLD } from '@openlarder/domain/accounts/account-fields.ts';
import { TextField } from '#web/ui/TextField.tsx';
import type { RequestFormState } from './use-request-form.ts';

/** For how many it is, as a number; typing it answers the question. */
export const HouseholdField = ({ form }: { readonly form: RequestFormState }) => (
  <TextField
    {...form.register('householdSize', {
      valueAsNumber: true,
      onChange: () => form.setValue('isCounted', true),
    })}
    type="number"
    inputMode="numeric"
    min={MIN_HOUSEHOLD}
    max={MAX_HOUSEHOLD}
    step={1}
    label={<Trans>Household size</Trans>}
    hint={<Trans>How many people, including you?</Trans>}
    onFocus={(event) => event.currentTarget.select()}
    onWheel={(event) => event.currentTarget.blur()}
    error={form.formState.errors.householdSize?.message}
  />
);
