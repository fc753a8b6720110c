import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { getRequestArea, type RequestAreaPreview } from '@openlarder/domain/emergency/request-contract.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { recognizedRestrictions } from '@openlarder/domain/emergency/dietary-restrictions.ts';
import { restrictionName } from '../request-labels.ts';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { foodWords } from '#web/features/listings/listing-labels.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { formatDistance } from '#web/lib/distances.ts';
import { formatList } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { RequestUrgencyBadge } from '../RequestUrgencyBadge.tsx';
import { wishesBeside } from './request-fields.ts';
import type { RequestFormState } from './use-request-form.ts';

const AreaMap = lazyPart(async () => (await import('./AreaMap.tsx')).AreaMap);

/** Decimals of a position that is asked about: a few meters do not change its area. */
const DECIMALS = 4;

const ASK_AFTER_MS = 400;

/** The area that a request from this position shows; undefined while unknown, and without a position. */
function useRequestArea(latitude: number | undefined, longitude: number | undefined) {
  const at = (degrees: number | undefined): string => (degrees ?? 0).toFixed(DECIMALS);
  const isKnown = Boolean(latitude && longitude);
  // while the pin is moved, nothing is asked
  const settled = useDebouncedValue(isKnown ? `${at(latitude)} ${at(longitude)}` : '', ASK_AFTER_MS);
  const [lat = '', lon = ''] = settled.split(' ');
  const { data, isError, isFetching, refetch } = useQuery({
    ...endpointQuery(getRequestArea, { query: { latitude: lat, longitude: lon } }),
    enabled: isKnown && settled !== '',
  });
  const isPending = isKnown && !data && !isError;
  return { area: isKnown ? data : undefined, isPending, isError: isKnown && isError, isFetching, refetch };
}

type Props = {
  readonly form: RequestFormState;
  readonly setting: MapSettings;
  /** Who sees the address is said nowhere else: its field is folded. */
  readonly saysAddress?: boolean;
};

/** Shows before sending exactly what neighbors will see, and says what they will not. */
export function RequestPreview({ form, setting, saysAddress = false }: Props) {
  const { t } = useLingui();
  const me = useCurrentUser();
  const [title, householdSize, urgency, radiusKm, showsFirstName, latitude, longitude, diets, categories] =
    useWatch({
      control: form.control,
      name: [
        ...(['title', 'householdSize', 'urgencyLevel', 'radiusKm', 'showsFirstName'] as const),
        ...(['latitude', 'longitude', 'dietaryRestrictions', 'preferredCategories'] as const),
      ],
    });
  const [description, specialNeeds] = useWatch({
    control: form.control,
    name: ['description', 'specialNeeds'],
  });
  const hasPlace = latitude !== undefined && longitude !== undefined;
  const hasNotes = `${description}${specialNeeds}`.trim() !== '';
  const { area, isPending, isError, isFetching, refetch } = useRequestArea(latitude, longitude);
  const restrictions = recognizedRestrictions(diets);
  const wishes = wishesBeside({ title, preferredCategories: categories });
  const people = Number.isInteger(householdSize) && householdSize > 0 ? householdSize : 1;
  const what = title.trim() || t`What you need`;
  const forWhom = plural(people, { one: 'for # person', other: 'for # people' });
  return (
    <section className="flex flex-col gap-3 rounded-control bg-sunken px-4 py-3">
      <h3 className="flex items-center gap-2.5 font-sans text-base font-semibold tracking-normal">
        <Eye className="size-5 shrink-0 text-muted" />
        <Trans>Neighbors will see</Trans>
      </h3>
      <div className="flex flex-col gap-2 rounded-control border border-line bg-surface px-3.5 py-3">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <RequestUrgencyBadge urgency={urgency} />
          <span className="font-semibold">{showsFirstName ? me.firstName : <Trans>A neighbor</Trans>}</span>
        </p>
        <p className="wrap-anywhere">
          {hasPlace ? (
            <Trans>
              <bdi>{what}</bdi>, {forWhom}, around{' '}
              <bdi translate="no" aria-live="polite">
                {area?.label ?? '…'}
              </bdi>
            </Trans>
          ) : (
            <Trans>
              <bdi>{what}</bdi>, {forWhom}
            </Trans>
          )}
        </p>
        {restrictions.length > 0 && (
          <p>
            <Trans>Diet: {formatList(restrictions.map(restrictionName))}</Trans>
          </p>
        )}
        {wishes.length > 0 && (
          <p>
            <Trans>Would like {formatList(wishes.map(foodWords))}</Trans>
          </p>
        )}
        {isPending && <Skeleton className="h-11 rounded-control" />}
        {isError && (
          <Notice tone="warning" announce title={<Trans>We couldn't find your area yet</Trans>}>
            <Button variant="secondary" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
              <Trans>Try Again</Trans>
            </Button>
          </Notice>
        )}
        {area && area.bounds.length > 0 && <AreaOnMap bounds={area.bounds} setting={setting} />}
      </div>
      {area && <FewPeople area={area} />}
      <p className="text-sm text-muted">
        <WhoSeesIt distance={formatDistance(radiusKm)} isEverywhere={area?.bounds.length === 0} />{' '}
        {hasNotes && <Trans>Only the person who helps you can read your notes and special needs.</Trans>}{' '}
        {saysAddress && <Trans>Your helper sees your address only once you share it.</Trans>}
      </p>
    </section>
  );
}

/** Warns in areas with so few people that a neighbor may guess the requester. */
function FewPeople({ area }: { readonly area: RequestAreaPreview }) {
  if (!area.isFew) return null;
  return (
    <p className="font-semibold">
      {area.peopleHere === null || area.peopleHere === 0 ? (
        <Trans>Maybe only a few people live here; a neighbor may guess it's you.</Trans>
      ) : (
        <Plural
          value={area.peopleHere}
          one="Only # person here; a neighbor may guess it's you."
          other="Only # people here; a neighbor may guess it's you."
        />
      )}
    </p>
  );
}

type WhoSeesItProps = { readonly distance: string; readonly isEverywhere: boolean };

const WhoSeesIt = ({ distance, isEverywhere }: WhoSeesItProps) =>
  isEverywhere ? (
    <Trans>Donors in the community can see this for {REQUEST_HOURS} hours.</Trans>
  ) : (
    <Trans>
      Donors within {distance} can see this for {REQUEST_HOURS} hours.
    </Trans>
  );

type AreaOnMapProps = { readonly bounds: RequestAreaPreview['bounds']; readonly setting: MapSettings };

/** The area that neighbors see, on a map that loads when it is asked for. */
function AreaOnMap({ bounds, setting }: AreaOnMapProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
        <Trans>See the area on a map</Trans>
      </summary>
      {isOpen && (
        <Suspense fallback={<Skeleton className="h-40 rounded-control" />}>
          <AreaMap bounds={bounds} tiles={setting.mapTiles} />
        </Suspense>
      )}
    </details>
  );
}
