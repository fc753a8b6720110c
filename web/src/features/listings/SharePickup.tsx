import { Trans } from '@lingui/react/macro';
import { Controller, useWatch } from 'react-hook-form';
import { formatPickupWindow } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { ShareInstantField } from './ShareInstantField.tsx';
import { withPickupFrom } from './share-values.ts';
import { type ListingForm, putValues } from './use-share-form.ts';

/** When the food can be picked up, and for a donation when the place closes. */
export function SharePickup({ form }: { readonly form: ListingForm }) {
  const nowMs = useNow();
  const { control, register } = form;
  const { errors } = form.formState;
  const [isBulk, from, until] = useWatch({ control, name: ['isBulk', 'availableFrom', 'availableUntil'] });
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        <Trans>When can it be picked up?</Trans>
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="availableFrom"
          render={({ field: { ref, name, value, onBlur } }) => (
            <ShareInstantField
              ref={ref}
              name={name}
              label={<Trans>Available from</Trans>}
              value={value}
              onInstant={(instant) => putValues(form, withPickupFrom(form.getValues(), instant))}
              onBlur={onBlur}
              error={errors.availableFrom?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="availableUntil"
          render={({ field: { ref, name, value, onChange, onBlur } }) => (
            <ShareInstantField
              ref={ref}
              name={name}
              label={<Trans>Available until</Trans>}
              value={value}
              onInstant={onChange}
              onBlur={onBlur}
              error={errors.availableUntil?.message}
            />
          )}
        />
        {isBulk && (
          <TextField
            {...register('closingTime')}
            type="time"
            label={<Trans>Closing time</Trans>}
            hint={<Trans>When your doors close that day</Trans>}
            optional
            error={errors.closingTime?.message}
          />
        )}
      </div>
      {Date.parse(from) < Date.parse(until) && <PickupSummary from={from} until={until} nowMs={nowMs} />}
    </fieldset>
  );
}

/** The window once more, as people say it: what two calendars in a row do not show at a glance. */
function PickupSummary({ from, until, nowMs }: { from: string; until: string; nowMs: number }) {
  const pickup = formatPickupWindow(from, until, nowMs);
  return (
    <p className="mt-2 text-sm text-muted">
      <Trans>Others read: Pick up {pickup}</Trans>
    </p>
  );
}
