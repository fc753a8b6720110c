import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { SavedPlace } from './form-values.ts';
import { PlaceFields } from './PickupFields.tsx';
import { PlaceRow } from './PlaceRow.tsx';
import type { ListingForm } from './use-share-form.ts';

type Props = {
  readonly form: ListingForm;
  readonly user: User;
  readonly setting: MapSettings;
  readonly business: SavedPlace | null;
  /** No place is saved yet. */
  readonly asksForPlace: boolean;
  readonly remembersPlace: boolean;
  readonly onRemember: (remembers: boolean) => void;
};

/** Where the food is: the saved place in a row that opens its fields, or the fields if none is saved. */
export function SharePlace({ form, user, setting, business, asksForPlace, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  const latitude = useWatch({ control: form.control, name: 'latitude' });
  const { pickupLocation, longitude, areaLabel, ...errors } = form.formState.errors;
  const hasError = [pickupLocation, longitude, areaLabel, errors.latitude].some(
    (error) => error !== undefined,
  );
  const fields = <PlaceFields form={form} setting={setting} business={business} />;
  if (!asksForPlace)
    return (
      <PlaceRow form={form} user={user} isOpen={isOpen || hasError} onToggle={() => setOpen(!isOpen)}>
        {fields}
      </PlaceRow>
    );
  return (
    <div className="flex flex-col gap-4">
      <Notice title={<Trans>Where's your food?</Trans>}>
        <Trans>
          Put the pin where people can pick it up, so neighbors can find it. They'll only see the
          neighborhood, never your door.
        </Trans>
      </Notice>
      {fields}
      {latitude !== undefined && (
        <Checkbox
          label={<Trans>Remember this as my location</Trans>}
          checked={props.remembersPlace}
          onChange={(event) => props.onRemember(event.target.checked)}
        />
      )}
    </div>
  );
}
