import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { MAX_PLACE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, MapPin } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { hasPublicPlace } from '#web/features/accounts/current-user.ts';
import { AddressField } from '#web/features/places/AddressField.tsx';
import { type MapSettings, type PickedPlace, PlacePicker } from '#web/features/places/PlacePicker.tsx';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import type { ListingEditor } from './use-listing-form.ts';

const PLACE_FIELDS = ['pickupLocation', 'latitude', 'longitude', 'areaLabel'] as const;

type PlaceRowProps = {
  readonly editor: ListingEditor;
  readonly user: User;
  readonly isPublicPlace: boolean;
  readonly children: ReactNode;
};

/** Where the food is: the area, which everyone sees, and the street, which only a claimer does. Opens the fields. */
export function PlaceRow({ editor, user, isPublicPlace, children }: PlaceRowProps) {
  const id = useId();
  const [isToggled, setToggled] = useState(false);
  const isOpen = isToggled || PLACE_FIELDS.some((name) => editor.errorOf(name) !== undefined);
  const { latitude, longitude, areaLabel, pickupLocation: street } = editor.values;
  const isSaved = latitude === user.latitude && longitude === user.longitude;
  const savedArea = isSaved ? user.areaLabel : null;
  const { data: found } = useQuery({
    ...endpointQuery(getArea, {
      query: { latitude: String(latitude ?? 0), longitude: String(longitude ?? 0) },
    }),
    enabled: latitude !== undefined && savedArea === null,
  });
  // food elsewhere without a pin is shown around the business, not at its address
  const isElsewhere = isSaved && hasPublicPlace(user) && !isPublicPlace;
  const area = isElsewhere ? null : (savedArea ?? found?.areaLabel ?? areaLabel ?? null);
  return (
    <div className="@container">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setToggled(!isToggled)}
        className="flex min-h-11 w-full items-center gap-[min(0.5rem,10px)] rounded-control border border-transparent bg-sky-soft px-[min(0.625rem,12px)] py-1 text-start text-sm/tight text-sky-soft-ink"
      >
        <MapPin className="size-[min(1.25rem,24px)] shrink-0" />
        <span className="min-w-0 flex-1">
          {isPublicPlace || !area ? (
            <b className="block font-semibold">
              <bdi translate="no">{street}</bdi>
            </b>
          ) : (
            <>
              <span className="block">
                <Trans>
                  Neighbors see <b className="font-bold">“{area}”</b>
                </Trans>
              </span>
              <span className="block">
                {street ? (
                  <Trans>
                    until you share it: <bdi translate="no">{street}</bdi>
                  </Trans>
                ) : (
                  <Trans>Add the address to pick it up</Trans>
                )}
              </span>
            </>
          )}
          {isPublicPlace && (
            <span className="block">
              <Trans>Everyone sees your business's address.</Trans>
            </span>
          )}
        </span>
        <ChevronDown
          className={`size-[min(1.25rem,24px)] shrink-0 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen} className={isOpen ? 'mt-3 flex flex-col gap-5' : ''}>
        {children}
      </div>
    </div>
  );
}

type PlaceProps = {
  readonly editor: ListingEditor;
  readonly setting: MapSettings;
  readonly isPublicPlace: boolean;
};

export const missingPlace = (): string =>
  t`Please show us where it is: use your location or put a pin on the map.`;

export function PlaceFields({ editor, setting, isPublicPlace }: PlaceProps) {
  const { values, errorOf } = editor;
  const { latitude, longitude, areaLabel } = values;
  const isPinOfOther = editor.isPinOfOther(values);
  const place: PickedPlace | null =
    latitude === undefined || longitude === undefined || isPinOfOther
      ? null
      : { latitude, longitude, areaLabel: areaLabel ?? null };

  // Without a pin there is no field for the neighborhood's name to show this error.
  const areaError = errorOf('areaLabel') && place === null ? missingPlace() : errorOf('areaLabel');
  const placeError = errorOf('latitude') ?? errorOf('longitude') ?? areaError;

  return (
    <>
      <AddressField
        {...editor.field('pickupLocation')}
        setting={setting}
        pin={place}
        onFound={(found, point) => editor.pin({ pickupLocation: found, ...point, areaLabel: undefined })}
        label={<Trans>Pickup location</Trans>}
        hint={<Trans>Street address, or a place everyone knows</Trans>}
        autoComplete="street-address"
        maxLength={MAX_PLACE_LENGTH}
      />
      <div data-field="latitude longitude areaLabel">
        <output className="block text-sm empty:hidden">
          {isPinOfOther && <Trans>Your saved pin stays private unless you put it where the food is.</Trans>}
        </output>
        <PlacePicker
          value={place}
          onChange={(picked) => {
            const isMoved = picked.latitude !== place?.latitude || picked.longitude !== place.longitude;
            (isMoved ? editor.pin : editor.put)({ ...picked, areaLabel: picked.areaLabel ?? undefined });
          }}
          setting={setting}
          isPublic={isPublicPlace}
          error={placeError}
        />
      </div>
    </>
  );
}
