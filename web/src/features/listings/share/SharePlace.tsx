import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, MapPin } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { SavedPlace } from './draft/form-values.ts';
import { PlaceFields } from './fields/PickupFields.tsx';
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

type PlaceRowProps = {
  readonly form: ListingForm;
  readonly user: User;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The fields for another place, shown while it is open. */
  readonly children: ReactNode;
};

/** Where the food is: the area, which everyone sees, and the street, which only a claimer does. Opens the fields. */
function PlaceRow({ form, user, isOpen, onToggle, children }: PlaceRowProps) {
  const id = useId();
  const { street, area, isPublic } = usePlace(form, user);
  return (
    <div className="@container">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-[min(0.5rem,10px)] rounded-control border border-transparent bg-sky-soft px-[min(0.625rem,12px)] py-1 text-start text-sm/tight text-sky-soft-ink"
      >
        <MapPin aria-hidden="true" className="size-[min(1.25rem,24px)] shrink-0" />
        <span className="min-w-0 flex-1">
          {isPublic || !area ? (
            <b className="block font-semibold">
              <bdi>{street}</bdi>
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
                    until you share it: <bdi>{street}</bdi>
                  </Trans>
                ) : (
                  <Trans>Add the address to pick it up</Trans>
                )}
              </span>
            </>
          )}
          {isPublic && (
            <span className="block">
              <Trans>Everyone sees your business's address.</Trans>
            </span>
          )}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-[min(1.25rem,24px)] shrink-0 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen} className={isOpen ? 'mt-3 flex flex-col gap-5' : ''}>
        {children}
      </div>
    </div>
  );
}

/** The form's place in words. */
function usePlace(form: ListingForm, user: User) {
  const [latitude, longitude, areaLabel, street] = useWatch({
    control: form.control,
    name: ['latitude', 'longitude', 'areaLabel', 'pickupLocation'],
  });
  const isSaved = latitude === user.latitude && longitude === user.longitude;
  const { data: found } = useQuery({
    ...endpointQuery(getArea, {
      query: { latitude: String(latitude ?? 0), longitude: String(longitude ?? 0) },
    }),
    enabled: latitude !== undefined && !(isSaved && user.areaLabel !== null),
  });
  const area = (isSaved ? user.areaLabel : null) ?? found?.areaLabel ?? areaLabel ?? null;
  return { street, area, isPublic: isSaved && user.organizationName !== null };
}
