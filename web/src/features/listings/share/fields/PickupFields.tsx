import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_PLACE_LENGTH, MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_PICKUP_DAYS } from '@openlarder/domain/listings/freshness.ts';
import { Controller, useWatch } from 'react-hook-form';
import { type MapSettings, type PickedPlace, PlacePicker } from '#web/features/places/PlacePicker.tsx';
import { formatPickupWindow, otherZoneName, toDateTimeInput } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { DateTimeInstantField } from './DayAndTimeFields.tsx';
import { type SavedPlace, withPickupStart } from '../draft/form-values.ts';
import { type ListingForm, putValues } from '../use-share-form.ts';

/** The pickup window, and the closing time for a donation. */
export function PickupTimeFields({ form }: { readonly form: ListingForm }) {
  const nowMs = useNow();
  const { control, register } = form;
  const { errors } = form.formState;
  const zone = otherZoneName(nowMs);
  const [isBulk, from, until] = useWatch({ control, name: ['isBulk', 'availableFrom', 'availableUntil'] });
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        <Trans>When can it be picked up?</Trans>
      </legend>
      {zone !== null && (
        <p className="mb-2 text-sm text-muted">
          <Trans>Times are in {zone}.</Trans>
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="availableFrom"
          render={({ field: { ref, name, value, onBlur } }) => (
            <DateTimeInstantField
              ref={ref}
              name={name}
              label={<Trans>Available from</Trans>}
              value={value}
              onInstant={(instant) => putValues(form, withPickupStart(form.getValues(), instant))}
              onBlur={onBlur}
              error={errors.availableFrom?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="availableUntil"
          render={({ field: { ref, name, value, onChange, onBlur } }) => (
            <DateTimeInstantField
              ref={ref}
              name={name}
              label={<Trans>Available until</Trans>}
              value={value}
              max={toDateTimeInput(nowMs + MAX_PICKUP_DAYS * DAY_MS)}
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
            hint={<Trans>When you close that day</Trans>}
            optional
            error={errors.closingTime?.message}
          />
        )}
      </div>
      {Date.parse(from) < Date.parse(until) && <PickupSummary from={from} until={until} nowMs={nowMs} />}
    </fieldset>
  );
}

/** The pickup window in words, as others read it. */
function PickupSummary({ from, until, nowMs }: { from: string; until: string; nowMs: number }) {
  const pickup = formatPickupWindow(from, until, nowMs);
  return (
    <p className="mt-2 text-sm text-muted">
      <Trans>Neighbors will see: Pick up {pickup}</Trans>
    </p>
  );
}

type PlaceProps = {
  readonly form: ListingForm;
  readonly setting: MapSettings;
  /** The business whose address is public, if the person represents one. */
  readonly business: SavedPlace | null;
};

/** True if the form's place is the business's own: only that is public, its food elsewhere is as private as any. */
function useIsPublicPlace({ form, business }: Omit<PlaceProps, 'setting'>): boolean {
  const [latitude, longitude] = useWatch({ control: form.control, name: ['latitude', 'longitude'] });
  return (
    business !== null &&
    latitude !== undefined &&
    longitude !== undefined &&
    business.latitude === latitude &&
    business.longitude === longitude
  );
}

/** The pickup address and its point on the map. */
export function PlaceFields({ form, setting, business }: PlaceProps) {
  const { t } = useLingui();
  const { control, register, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [latitude, longitude, areaLabel] = useWatch({
    control,
    name: ['latitude', 'longitude', 'areaLabel'],
  });
  const isPublic = useIsPublicPlace({ form, business });
  const place: PickedPlace | null =
    latitude === undefined || longitude === undefined
      ? null
      : { latitude, longitude, areaLabel: areaLabel ?? null };

  // Without a pin there is no field for the neighborhood's name to show this error.
  const areaError =
    errors.areaLabel && place === null
      ? t`Please show us where it is: use your location or put a pin on the map.`
      : errors.areaLabel?.message;
  const placeError = errors.latitude?.message ?? errors.longitude?.message ?? areaError;

  const setPlace = (picked: PickedPlace) => {
    const how = { shouldDirty: true, shouldValidate: isSubmitted };
    setValue('latitude', picked.latitude, how);
    setValue('longitude', picked.longitude, how);
    setValue('areaLabel', picked.areaLabel ?? undefined, how);
  };

  return (
    <>
      <TextField
        {...register('pickupLocation')}
        label={<Trans>Pickup location</Trans>}
        hint={<Trans>Street address, or a place everyone knows</Trans>}
        autoComplete="street-address"
        maxLength={MAX_PLACE_LENGTH}
        error={errors.pickupLocation?.message}
      />
      <div data-field="latitude longitude areaLabel">
        <PlacePicker
          value={place}
          onChange={setPlace}
          setting={setting}
          isPublic={isPublic}
          error={placeError}
        />
      </div>
    </>
  );
}

/** Details for claimers only: instructions, the phone of a donation, and when they get the address. */
export function HandoverFields({ form, business }: Omit<PlaceProps, 'setting'>) {
  const { register, formState } = form;
  const { errors } = formState;
  const [atOnce, isBulk] = useWatch({ control: form.control, name: ['sharePlaceAtOnce', 'isBulk'] });
  const isPublic = useIsPublicPlace({ form, business });
  return (
    <>
      <TextArea
        {...register('pickupInstructions')}
        label={<Trans>Pickup instructions</Trans>}
        hint={
          <Trans>Which door or buzzer, and whether to bring a bag. We'll show this with the address.</Trans>
        }
        optional
        rows={2}
        maxLength={MAX_TEXT_LENGTH}
        error={errors.pickupInstructions?.message}
      />
      {isBulk && (
        <TextField
          {...register('contactPhone')}
          type="tel"
          autoComplete="tel"
          label={<Trans>Contact phone</Trans>}
          hint={<Trans>Only people you share the address with can see it</Trans>}
          optional
          error={errors.contactPhone?.message}
        />
      )}
      <Checkbox
        {...register('sharePlaceAtOnce')}
        label={
          isPublic ? (
            <Trans>Share my instructions and phone automatically when someone claims</Trans>
          ) : (
            <Trans>Share my address automatically when someone claims</Trans>
          )
        }
        hint={
          isPublic ? (
            <Trans>Your business's address is public. The rest is only for people who claim.</Trans>
          ) : atOnce ? (
            <Trans>
              Everyone else sees only the neighborhood. Whoever claims sees the address and instructions right
              away, until a day after pickup; someone who joined today, once you've agreed on a time.
            </Trans>
          ) : (
            <Trans>
              Everyone sees only the neighborhood. Whoever claims sees the address once you tap “Share my
              address” in your messages.
            </Trans>
          )
        }
        error={errors.sharePlaceAtOnce?.message}
      />
    </>
  );
}
