import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { MAX_PLACE_LENGTH, MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, MapPin } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { hasPublicPlace } from '#web/features/accounts/current-user.ts';
import { AddressField } from '#web/features/places/AddressField.tsx';
import { type MapSettings, type PickedPlace, PlacePicker } from '#web/features/places/PlacePicker.tsx';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import type { ListingEditor } from './use-listing-form.ts';

const PLACE_FIELDS = ['pickupLocation', 'latitude', 'longitude', 'areaLabel'] as const;

type PlaceRowProps = {
  readonly editor: ListingEditor;
  readonly user: User;
  readonly children: ReactNode;
};

/** Where the food is: the area, which everyone sees, and the street, which only a claimer does. Opens the fields. */
export function PlaceRow({ editor, user, children }: PlaceRowProps) {
  const id = useId();
  const [isToggled, setToggled] = useState(false);
  const { errors } = editor.form.formState;
  const isOpen = isToggled || PLACE_FIELDS.some((name) => errors[name] !== undefined);
  const { street, area, isPublic } = usePlace(editor, user);
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
          {isPublic || !area ? (
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
          {isPublic && (
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

function usePlace(editor: ListingEditor, user: User) {
  const [latitude, longitude, areaLabel, street] = useWatch({
    control: editor.form.control,
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
  const isPublic = useIsPublicPlace({ editor, business: user });
  // food elsewhere without a pin is shown around the business, not at its address
  const isElsewhere = isSaved && hasPublicPlace(user) && !isPublic;
  return { street, area: isElsewhere ? null : area, isPublic };
}

type PlaceProps = {
  readonly editor: ListingEditor;
  readonly setting: MapSettings;
  /** The person, if they represent a business: its address is public once it is verified. */
  readonly business: User | null;
};

/** True if the form's place is the business's own: only that is public, its food elsewhere is as private as any. */
function useIsPublicPlace({ editor, business }: Omit<PlaceProps, 'setting'>): boolean {
  const { control } = editor.form;
  const [latitude, longitude, pickupLocation] = useWatch({
    control,
    name: ['latitude', 'longitude', 'pickupLocation'],
  });
  return (
    business !== null &&
    hasPublicPlace(business) &&
    latitude !== undefined &&
    longitude !== undefined &&
    business.latitude === latitude &&
    business.longitude === longitude &&
    !editor.isPinOfOther({ latitude, longitude, pickupLocation })
  );
}

export function PlaceFields({ editor, setting, business }: PlaceProps) {
  const { t } = useLingui();
  const { control, register, formState } = editor.form;
  const { errors } = formState;
  const [latitude, longitude, areaLabel, pickupLocation] = useWatch({
    control,
    name: ['latitude', 'longitude', 'areaLabel', 'pickupLocation'],
  });
  const isPinOfOther = editor.isPinOfOther({ latitude, longitude, pickupLocation });
  const isPublic = useIsPublicPlace({ editor, business });
  const place: PickedPlace | null =
    latitude === undefined || longitude === undefined || isPinOfOther
      ? null
      : { latitude, longitude, areaLabel: areaLabel ?? null };

  // Without a pin there is no field for the neighborhood's name to show this error.
  const areaError =
    errors.areaLabel && place === null
      ? t`Please show us where it is: use your location or put a pin on the map.`
      : errors.areaLabel?.message;
  const placeError = errors.latitude?.message ?? errors.longitude?.message ?? areaError;

  return (
    <>
      <AddressField
        {...register('pickupLocation')}
        setting={setting}
        pin={place}
        onFound={(found, point) => editor.pin({ pickupLocation: found, ...point, areaLabel: undefined })}
        label={<Trans>Pickup location</Trans>}
        hint={<Trans>Street address, or a place everyone knows</Trans>}
        autoComplete="street-address"
        maxLength={MAX_PLACE_LENGTH}
        error={errors.pickupLocation?.message}
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
          isPublic={isPublic}
          error={placeError}
        />
      </div>
    </>
  );
}

/** Details for claimers only: instructions, the phone of a donation, and when they get the address. */
export function HandoverFields({ editor, business }: Omit<PlaceProps, 'setting'>) {
  const { control, register, formState } = editor.form;
  const { errors } = formState;
  const [atOnce, isBulk] = useWatch({ control, name: ['sharePlaceAtOnce', 'isBulk'] });
  const isPublic = useIsPublicPlace({ editor, business });
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
              Everyone else sees only the neighborhood. People who claim see the address and instructions
              right away, until a day after pickup; someone who joined today sees them once you've agreed on a
              time.
            </Trans>
          ) : (
            <Trans>
              Everyone sees only the neighborhood. People who claim see the address once you tap “Share my
              address” in your messages.
            </Trans>
          )
        }
        error={errors.sharePlaceAtOnce?.message}
      />
    </>
  );
}
