import { Trans } from '@lingui/react/macro';
import { MAX_PLACE_LENGTH, MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { MapSetting } from '#web/features/places/map-setting.ts';
import { type PickedPlace, PlacePicker } from '#web/features/places/PlacePicker.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { ShareValues } from './share-values.ts';

type Props = {
  readonly form: UseFormReturn<ShareValues, unknown, CreateListing>;
  readonly setting: MapSetting;
  /** What stands first: a kind word to someone who has no place yet. */
  readonly before?: ReactNode;
};

/** Where the food is, in words and on the map, and who is shown what of it, when. */
export function SharePlace({ form, setting, before }: Props) {
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [latitude, longitude, areaLabel, atOnce] = watch([
    'latitude',
    'longitude',
    'areaLabel',
    'sharePlaceAtOnce',
  ]);
  const place: PickedPlace | null =
    latitude === undefined || longitude === undefined
      ? null
      : { latitude, longitude, areaLabel: areaLabel ?? null };

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
      <PlacePicker
        value={place}
        onChange={setPlace}
        setting={setting}
        error={errors.latitude?.message ?? errors.longitude?.message ?? errors.areaLabel?.message}
      />
      <TextArea
        {...register('pickupInstructions')}
        label={<Trans>Pickup instructions</Trans>}
        hint={<Trans>Which bell, which door, bring a bag. Shown together with the address.</Trans>}
        optional
        rows={2}
        maxLength={MAX_TEXT_LENGTH}
        error={errors.pickupInstructions?.message}
      />
      <Checkbox
        {...register('sharePlaceAtOnce')}
        label={<Trans>Show the address to whoever claims, at once</Trans>}
        hint={
          atOnce ? (
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
