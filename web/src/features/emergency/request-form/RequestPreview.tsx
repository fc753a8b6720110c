import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { getRequestArea, type RequestAreaPreview } from '@openlarder/domain/emergency/request-contract.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { formatDistance } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { RequestUrgencyBadge } from '../RequestUrgencyBadge.tsx';
import type { RequestFormState } from './use-request-form.ts';

const AreaMap = lazy(async () => ({ default: (await import('./AreaMap.tsx')).AreaMap }));

/** Decimals of a position that is asked about: a few meters do not change its area. */
const DECIMALS = 4;

/** The area that a request from this position shows; undefined while unknown. */
function useRequestArea(latitude: number | undefined, longitude: number | undefined) {
  const isKnown = Boolean(latitude && longitude);
  const { data } = useQuery({
    ...endpointQuery(getRequestArea, {
      query: {
        latitude: (latitude ?? 0).toFixed(DECIMALS),
        longitude: (longitude ?? 0).toFixed(DECIMALS),
      },
    }),
    enabled: isKnown,
  });
  return isKnown ? data : undefined;
}

type Props = { readonly form: RequestFormState; readonly setting: MapSettings };

/** Shows before sending exactly what neighbors will see, and says what they will not. */
export function RequestPreview({ form, setting }: Props) {
  const { t } = useLingui();
  const me = useCurrentUser();
  const [title, householdSize, urgency, radiusKm, showsFirstName, latitude, longitude] = useWatch({
    control: form.control,
    name: ['title', 'householdSize', 'urgencyLevel', 'radiusKm', 'showsFirstName', 'latitude', 'longitude'],
  });
  const area = useRequestArea(latitude, longitude);
  const people = Number.isInteger(householdSize) && householdSize > 0 ? householdSize : 1;
  const what = title.trim() || t`What you need`;
  const forWhom = plural(people, { one: 'for # person', other: 'for # people' });
  return (
    <section className="flex flex-col gap-3 rounded-control bg-sunken px-4 py-3" aria-live="polite">
      <h3 className="flex items-center gap-2.5 font-sans text-base font-semibold tracking-normal">
        <Eye aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <Trans>Neighbors will see</Trans>
      </h3>
      <div className="flex flex-col gap-2 rounded-control border border-line bg-surface px-3.5 py-3">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <RequestUrgencyBadge urgency={urgency} />
          <span className="font-semibold">{showsFirstName ? me.firstName : <Trans>A neighbor</Trans>}</span>
        </p>
        <p className="wrap-anywhere">
          {area ? (
            <Trans>
              <bdi>{what}</bdi>, {forWhom}, around <bdi>{area.label}</bdi>
            </Trans>
          ) : (
            <Trans>
              <bdi>{what}</bdi>, {forWhom}
            </Trans>
          )}
        </p>
        {area && area.bounds.length > 0 && (
          <Suspense fallback={<Skeleton className="h-40 rounded-control" />}>
            <AreaMap bounds={area.bounds} tiles={setting.mapTiles} />
          </Suspense>
        )}
      </div>
      {area && <FewPeople area={area} />}
      <p className="text-sm text-muted">
        <WhoSeesWhat distance={formatDistance(radiusKm)} isEverywhere={area?.bounds.length === 0} />
      </p>
    </section>
  );
}

/** Warns where so few people live that a neighbor may guess who asks. */
function FewPeople({ area }: { readonly area: RequestAreaPreview }) {
  if (area.peopleHere === null) return null;
  return (
    <p className="font-semibold">
      <Plural
        value={area.peopleHere}
        one="Only # person here; a neighbor may guess it's you."
        other="Only # people here; a neighbor may guess it's you."
      />
    </p>
  );
}

type WhoSeesWhatProps = { readonly distance: string; readonly isEverywhere: boolean };

function WhoSeesWhat({ distance, isEverywhere }: WhoSeesWhatProps) {
  return isEverywhere ? (
    <Trans>
      Donors in the community can see this for {REQUEST_HOURS} hours. Only the person who helps you reads the
      rest, and they see your address only once you share it.
    </Trans>
  ) : (
    <Trans>
      Donors within {distance} can see this for {REQUEST_HOURS} hours. Only the person who helps you reads the
      rest, and they see your address only once you share it.
    </Trans>
  );
}
