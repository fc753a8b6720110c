import { Trans } from '@lingui/react/macro';
import { MAX_REQUEST_RADIUS_KM, MIN_REQUEST_RADIUS_KM } from '@openlarder/domain/emergency/request-fields.ts';
import { MAX_PLACE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { useWatch } from 'react-hook-form';
import { type MapSettings, type PickedPlace, PlacePicker } from '#web/features/places/PlacePicker.tsx';
import { formatDistance } from '#web/lib/distances.ts';
import { FieldNotes } from '#web/ui/Field.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { RequestFormState } from './use-request-form.ts';

type Props = { readonly form: RequestFormState; readonly setting: MapSettings };

/** In which area donors are asked: by a position, which others never see. */
export function RequestAreaPicker({ form, setting, onMove }: Props & { readonly onMove?: () => void }) {
  const { control, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [latitude, longitude, typed] = useWatch({
    control,
    name: ['latitude', 'longitude', 'pickupLocation'],
  });
  const place: PickedPlace | null =
    latitude === undefined || longitude === undefined ? null : { latitude, longitude, areaLabel: null };
  const setPlace = (picked: PickedPlace) => {
    const how = { shouldDirty: true, shouldValidate: isSubmitted };
    onMove?.();
    setValue('latitude', picked.latitude, how);
    setValue('longitude', picked.longitude, how);
  };
  return (
    <div data-field="latitude longitude">
      <PlacePicker
        value={place}
        onChange={setPlace}
        setting={setting}
        saysNothing
        of="area"
        error={errors.latitude?.message ?? errors.longitude?.message}
        errorHint={
          typed.trim() === '' ? (
            <Trans>Use your location, or tap the map near where you are, so donors know how far it is.</Trans>
          ) : (
            <Trans>
              What you typed stays on this device, so we can't look it up. Use your location, or tap the map
              near it, and donors will know how far it is.
            </Trans>
          )
        }
      />
    </div>
  );
}

export function RequestLocationFields({ form, setting }: Props) {
  const { control, register, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const radiusKm = useWatch({ control, name: 'radiusKm' });
  return (
    <>
      <TextField
        {...register('pickupLocation')}
        label={<Trans>Pickup location</Trans>}
        hint={
          <Trans>
            Your address, or a public place: a corner, a library, a station. It stays on this device until you
            share it with your helper.
          </Trans>
        }
        autoComplete="street-address"
        maxLength={MAX_PLACE_LENGTH}
        error={errors.pickupLocation?.message}
      />
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">
          <Trans>Where should we ask?</Trans>
        </legend>
        <RequestAreaPicker form={form} setting={setting} />
      </fieldset>
      <div data-field="radiusKm">
        <Slider
          label={<Trans>Search radius</Trans>}
          hint={<Trans>We'll ask donors within this distance.</Trans>}
          value={radiusKm}
          min={MIN_REQUEST_RADIUS_KM}
          max={MAX_REQUEST_RADIUS_KM}
          step={1}
          say={formatDistance}
          onChange={(km) => setValue('radiusKm', km, { shouldDirty: true, shouldValidate: isSubmitted })}
        />
        <FieldNotes hintId="" errorId="radius-error" hint={undefined} error={errors.radiusKm?.message} />
      </div>
    </>
  );
}
