import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { type FormEvent, useState } from 'react';
import type { MapSettings, PickedPlace } from '#web/features/places/PlacePicker.tsx';
import { errorMessage, HttpError, isNetworkError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { toast } from '#web/ui/toast-store.ts';
import { hasPublicPlace, useSaveProfile } from '../current-user.ts';
import { LocationFields } from './ProfileFields.tsx';
import { pickedPlaceOf, placeChange } from './profile-values.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  readonly onSaved?: () => void;
};

/** The person's location: default pickup place of their listings, and origin of distances. */
export function MyLocationForm({ user, setting, onSaved }: Props) {
  const { t } = useLingui();
  const [address, setAddress] = useState(user.location ?? '');
  const [place, setPlace] = useState(pickedPlaceOf(user));
  const [asked, setAsked] = useState(false);
  const save = useSaveProfile();

  const savePlace = (at: PickedPlace) =>
    save.mutate(placeChange(user, address, at), {
      onSuccess: (saved) => {
        const { userType, placeCountsFrom } = saved;
        toast({
          title: t`We saved your location`,
          description: [
            hasPublicPlace(saved) ? t`Everyone here sees it.` : t`Neighbors only see your neighborhood.`,
            ...(userType === 'donor' && placeCountsFrom !== null
              ? [t`You'll see requests near your new location from tomorrow.`]
              : []),
          ].join(' '),
          tone: 'success',
        });
        onSaved?.();
      },
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    if (!place) event.currentTarget.querySelector<HTMLElement>('[data-asks-pin]')?.focus();
    else if (!save.isPending) savePlace(place);
  };
  const fields = save.error instanceof HttpError ? save.error.fields : {};
  return (
    <form noValidate aria-label={t`My location`} onSubmit={submit} className="flex flex-col gap-5">
      <LocationFields
        isBusiness={user.organizationName !== null}
        address={address}
        onAddress={setAddress}
        place={place}
        onPlace={(at, isOfDevice) => {
          setPlace(at);
          // a home's first place: to use it is what was asked for
          if (isOfDevice && !pickedPlaceOf(user) && user.organizationName === null) savePlace(at);
        }}
        setting={setting}
        addressError={fields['address'] ?? fields['location']}
        placeError={
          asked && !place
            ? t`Please put the pin where you are`
            : (fields['latitude'] ?? fields['longitude'] ?? fields['areaLabel'])
        }
      />
      {save.isError && Object.keys(fields).length === 0 && (
        <Notice tone="error" announce title={errorMessage(save.error)}>
          {!isNetworkError(save.error) && <Trans>Your location hasn't changed.</Trans>}
        </Notice>
      )}
      {/* in sight under the map: who closes the sheet with a pin and no save has no location; until there is something to
          save, the device's location is what is pressed */}
      <div
        className={classNames(
          !place && !address && 'hidden',
          'sticky -bottom-5 -mx-4 -mb-5 flex flex-col border-t bg-surface px-4 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6',
        )}
      >
        <Button type="submit" busy={save.isPending}>
          <Trans>Save my location</Trans>
        </Button>
      </div>
    </form>
  );
}
