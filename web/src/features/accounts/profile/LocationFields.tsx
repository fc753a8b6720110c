import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_PLACE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { AddressField } from '#web/features/places/AddressField.tsx';
import { type MapSettings, type PickedPlace, PlacePicker } from '#web/features/places/PlacePicker.tsx';
import { Notice } from '#web/ui/Notice.tsx';

type PlaceFieldsProps = {
  /** A business's address is public once it is verified; a home's is visible to its owner only. */
  isBusiness: boolean;
  address: string;
  onAddress: (address: string) => void;
  place: PickedPlace | null;
  onPlace: (place: PickedPlace) => void;
  setting: MapSettings;
  addressError?: string | undefined;
  placeError?: string | undefined;
};

export function LocationFields({
  isBusiness,
  address,
  onAddress,
  place,
  onPlace,
  setting,
  addressError,
  placeError,
}: PlaceFieldsProps) {
  const { t } = useLingui();
  // typed addresses lead to a pin only where someone looks them up
  const startsWithAddress = isBusiness || Boolean(setting.addressLookup);
  const picker = (
    <PlacePicker
      value={place}
      onChange={onPlace}
      setting={setting}
      saysNothing={isBusiness}
      of="home"
      error={placeError}
    />
  );
  const addressField = (
    <AddressField
      setting={setting}
      onFound={(found, point) => {
        onAddress(found);
        onPlace({ ...point, areaLabel: null });
      }}
      label={isBusiness ? <Trans>Business address</Trans> : <Trans>Address</Trans>}
      hint={
        isBusiness ? (
          <Trans>Street address and town, so people can find you.</Trans>
        ) : (
          <Trans>Only you see it, and the people you share it with after a claim.</Trans>
        )
      }
      {...(!isBusiness && { optional: true })}
      autoComplete="street-address"
      maxLength={MAX_PLACE_LENGTH}
      value={address}
      onChange={(event) => onAddress(event.target.value)}
      error={addressError}
    />
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{isBusiness ? t`Your business's location` : t`Your location`}</legend>
      {isBusiness && (
        <Notice>
          <Trans>
            Once an organizer has verified your business, everyone here sees its address, with the pin exactly
            where you put it. Until then they see its neighborhood. Never give a home address.
          </Trans>
        </Notice>
      )}
      {startsWithAddress ? (
        <>
          {addressField}
          {picker}
        </>
      ) : (
        <>
          {picker}
          {addressField}
        </>
      )}
    </fieldset>
  );
}
