import { Trans, useLingui } from '@lingui/react/macro';
import { getUser, updateProfile, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { MAX_PLACE_LENGTH } from '@openlarder/domain/kernel/text.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MapSetting } from '#web/features/places/map-setting.ts';
import { type PickedPlace, PlacePicker } from '#web/features/places/PlacePicker.tsx';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { HttpError, sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSetting;
  readonly onSaved?: () => void;
};

function placeOf({ latitude, longitude, areaLabel }: User): PickedPlace | null {
  return latitude === null || longitude === null ? null : { latitude, longitude, areaLabel };
}

/** Where the person is: what their food is shared from, and what distances are measured to. */
export function MyPlaceForm({ user, setting, onSaved }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [address, setAddress] = useState(user.location ?? '');
  const [place, setPlace] = useState(placeOf(user));
  const [asked, setAsked] = useState(false);

  const save = useMutation({
    mutationFn: (picked: PickedPlace) =>
      call(updateProfile, {
        body: {
          address,
          latitude: picked.latitude,
          longitude: picked.longitude,
          ...(picked.areaLabel !== null && { areaLabel: picked.areaLabel }),
        },
      }),
    onSuccess: (updated) => {
      queryClient.setQueryData(endpointKey(getUser), updated);
      toast({
        title: t`Your place is saved`,
        description: t`Others see only the neighborhood.`,
        tone: 'success',
      });
      onSaved?.();
    },
    onError: (error) => {
      toldUnauthorized(error);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (place && !save.isPending) save.mutate(place);
  };
  const fields = save.error instanceof HttpError ? save.error.fields : {};
  return (
    <form noValidate aria-label={t`My place`} onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label={<Trans>Address</Trans>}
        hint={<Trans>Only you see it, and those you share it with after a claim.</Trans>}
        optional
        autoComplete="street-address"
        maxLength={MAX_PLACE_LENGTH}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={fields['address']}
      />
      <PlacePicker
        value={place}
        onChange={setPlace}
        setting={setting}
        error={
          asked && !place
            ? t`Please put the pin where you are`
            : (fields['latitude'] ?? fields['longitude'] ?? fields['areaLabel'])
        }
      />
      {save.isError && Object.keys(fields).length === 0 && (
        <Notice tone="error" announce title={sentenceOf(save.error)}>
          <Trans>Your place is as it was before.</Trans>
        </Notice>
      )}
      <Button type="submit" busy={save.isPending}>
        <Trans>Save my place</Trans>
      </Button>
    </form>
  );
}
