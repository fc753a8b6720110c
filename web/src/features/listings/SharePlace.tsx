import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_PLACE_LENGTH, MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text.ts';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { MapSetting } from '#web/features/places/map-setting.ts';
import { type PickedPlace, PlacePicker } from '#web/features/places/PlacePicker.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { KnownPlace } from './share-values.ts';
import type { ListingForm } from './use-share-form.ts';

type Props = {
  readonly form: ListingForm;
  readonly setting: MapSetting;
  /** The business whose address is public, when the person speaks for one. */
  readonly business: KnownPlace | null;
  /** What stands first: a kind word to someone who has no place yet. */
  readonly before?: ReactNode;
};

/** Where the food is, in words and on the map, and who is shown what of it, when. */
export function SharePlace({ form, setting, business, before }: Props) {
  const { t } = useLingui();
  const { control, register, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [latitude, longitude, areaLabel, atOnce, isBulk] = useWatch({
    control,
    name: ['latitude', 'longitude', 'areaLabel', 'sharePlaceAtOnce', 'isBulk'],
  });
  const place: PickedPlace | null =
    latitude === undefined || longitude === undefined
      ? null
      : { latitude, longitude, areaLabel: areaLabel ?? null };

  // A business stands where its customers find it; its food that waits elsewhere is as private as anybody's.
  const isPublic =
    business !== null &&
    place !== null &&
    business.latitude === place.latitude &&
    business.longitude === place.longitude;

  // Where there is no pin, there is no field for the neighborhood's name either.
  const areaError =
    errors.areaLabel && place === null
      ? t`Please say where it is: use your location, or put a pin on the map.`
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
      {before}
      <TextField
        {...register('pickupLocation')}
        label={<Trans>Pickup location</Trans>}
        hint={<Trans>Street and number, or a place everyone knows</Trans>}
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
      <TextArea
        {...register('pickupInstructions')}
        label={<Trans>Pickup instructions</Trans>}
        hint={<Trans>Which bell, which door, bring a bag. Shown together with the address.</Trans>}
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
          hint={<Trans>Shown only to whoever you share the address with</Trans>}
          optional
          error={errors.contactPhone?.message}
        />
      )}
      <Checkbox
        {...register('sharePlaceAtOnce')}
        label={
          isPublic ? (
            <Trans>Show instructions and phone to whoever claims, at once</Trans>
          ) : (
            <Trans>Show the address to whoever claims, at once</Trans>
          )
        }
        hint={
          isPublic ? (
            <Trans>Your business’s address is public. The rest is for whoever claims.</Trans>
          ) : atOnce ? (
            <Trans>
              Everyone sees only the neighborhood. Whoever claims sees the address and the instructions right
              away, until a day after the pickup.
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
