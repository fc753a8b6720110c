import { Trans } from '@lingui/react/macro';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { MAX_NAME_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Eye, LocateFixed, Map as MapIcon } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import { formatMeters } from '#web/lib/distances.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { Button } from '#web/ui/Button.tsx';
import { FieldNotes } from '#web/ui/Field.tsx';
import type { MapTiles } from '#web/ui/map/BaseMap.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { type DeviceLocation, requestDeviceLocation } from './device-location.ts';
import { CoordinateFields } from './CoordinateFields.tsx';
import { normalizePoint } from './position-in-text.ts';

/** The community's map settings: the initial center, its own tiles if it has any, and who looks up addresses. */
export type MapSettings = {
  readonly mapCentre: GeoPoint;
  readonly mapTiles: MapTiles | null;
  readonly addressLookup?: { readonly host: string } | null;
};

const PlaceMap = lazyPart(async () => (await import('./PlaceMap.tsx')).PlaceMap);

/** A point with the neighborhood in the person's words, which is used where no name is known. */
export type PickedPlace = GeoPoint & { readonly areaLabel: string | null };

export type PlacePickerProps = {
  readonly value: PickedPlace | null;
  /** `isOfDevice`: accurate enough to be taken as it is. */
  readonly onChange: (place: PickedPlace, isOfDevice?: boolean) => void;
  readonly setting: MapSettings;
  /** A business's place: everyone sees the point itself, so that there is no area to ask for. */
  readonly isPublic?: boolean;
  /** The note on what others see is shown elsewhere, and no area is asked for. */
  readonly saysNothing?: boolean;
  /** The kind of place: an accuracy of a kilometer is enough for an area, 100 m for the others. */
  readonly of?: 'food' | 'home' | 'area';
  readonly error?: string | undefined;
  readonly errorHint?: ReactNode;
};

const ASK_AFTER_MS = 400;
/** For an area: the names of the neighborhoods around, then of the streets. */
const AREA_ZOOMS = { farZoom: 13, closeZoom: 15 };
/** With a less accurate device location than this, a pin is asked for. */
const MAX_INACCURACY_M = { food: 100, home: 100, area: 1000 } as const;

/** The area that others will see for a point; undefined while unknown. */
function useArea(point: GeoPoint | null) {
  const settled = useDebouncedValue(point, ASK_AFTER_MS);
  const { data } = useQuery({
    ...endpointQuery(getArea, {
      query: {
        latitude: String(settled?.latitude ?? 0),
        longitude: String(settled?.longitude ?? 0),
      },
    }),
    enabled: settled !== null,
  });
  return settled === null ? undefined : data;
}

/**
 * Picks a place from the device, a pin on a small map, or typed coordinates. Shows what others will see of
 * it, and asks for the neighborhood if no name is known. The map is open at first if nothing is picked; where a person
 * is, the device nearly always knows well enough: there it opens when it is asked for or the device gives no answer.
 */
export function PlacePicker({
  value,
  onChange,
  setting,
  isPublic = false,
  saysNothing = false,
  of = 'food',
  error,
  errorHint,
}: PlacePickerProps) {
  const errorId = useId();
  const hintId = useId();
  const isArea = of === 'area';
  const isWhereTheyAre = isArea || (of === 'home' && !saysNothing);
  const [mapOpen, setMapOpen] = useState(value === null && !isWhereTheyAre);
  /** Whether the map is open because the person asked for it: then it comes into sight. */
  const [isMapAsked, setMapAsked] = useState(false);
  const [typing, setTyping] = useState(false);
  const [asking, setAsking] = useState(false);
  /** How the last try to ask the device ended, until the pin is moved. */
  const [outcome, setOutcome] = useState<'found' | 'failed' | 'unsupported' | null>(null);
  const [rough, setRough] = useState<Extract<DeviceLocation, { point: GeoPoint }> | null>(null);
  const area = useArea(isPublic || saysNothing ? null : value);

  /** The form as it is when the device answers, which may be long after the tap. */
  const form = useRef({ value, onChange });
  useEffect(() => {
    form.current = { value, onChange };
  }, [value, onChange]);
  const { latitude, longitude } = value ?? {};
  /** Another object with each other pin, null once the form is gone: an answer from before is no longer wanted. */
  const pin = useRef<object | null>(null);
  useEffect(() => {
    pin.current = { latitude, longitude };
    return () => {
      pin.current = null;
    };
  }, [latitude, longitude]);

  const place = (point: GeoPoint, isOfDevice: boolean) => {
    setRough(null);
    setOutcome(null);
    const { value: before, onChange: put } = form.current;
    put({ ...normalizePoint(point), areaLabel: before?.areaLabel ?? null }, isOfDevice);
  };
  const move = (point: GeoPoint) => place(point, false);

  const locate = async () => {
    const asked = pin.current;
    setAsking(true);
    const found = await requestDeviceLocation();
    setAsking(false);
    if (pin.current !== asked) return;
    if ('point' in found) {
      if (found.accuracyM <= MAX_INACCURACY_M[of]) {
        place(found.point, true);
        setOutcome('found');
        return;
      }
      setRough(found);
      setMapOpen(true);
      return;
    }
    // beside the map, which is enough for an area, coordinates are one tap away
    setTyping(of !== 'area');
    setMapOpen(true);
    setOutcome(found.missing);
  };

  // a pin that may be where the device is stays in sight
  const isPinNear = rough !== null && value !== null && distanceM(value, rough.point) <= rough.accuracyM;
  const elsewhere = rough !== null && !isPinNear ? rough.point : null;
  const areaLabel = area ? (area.areaLabel ?? value?.areaLabel ?? null) : null;
  // Without a pin, the message is above the map, which fills a phone's screen.
  const notes = <FieldNotes hintId={hintId} errorId={errorId} hint={error && errorHint} error={error} />;
  return (
    <div className="flex flex-col gap-3">
      <output className="block text-sm empty:hidden">
        {areaLabel && (
          <span className="inline-flex items-center gap-2 rounded-control bg-sky-soft px-3 py-2 font-semibold text-sky-soft-ink">
            <Eye className="size-4 shrink-0" />
            <Trans>Neighbors will see: near {areaLabel}</Trans>
          </span>
        )}
        {isPublic && value && (
          <span className="inline-flex items-center gap-2 rounded-control bg-sky-soft px-3 py-2 font-semibold text-sky-soft-ink">
            <Eye className="size-4 shrink-0" />
            <Trans>Neighbors will see this exact point</Trans>
          </span>
        )}
      </output>
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        <Button
          variant={of === 'home' && isWhereTheyAre && value === null ? 'primary' : 'secondary'}
          className={isWhereTheyAre && value === null ? 'flex-auto' : undefined}
          // what a form without a pin takes the person to; its message is below
          data-asks-pin
          aria-describedby={error ? (errorHint ? `${errorId} ${hintId}` : errorId) : undefined}
          busy={asking}
          onClick={() => void locate()}
        >
          {!asking && <LocateFixed className="size-5" />}
          <Trans>Use my location</Trans>
        </Button>
        <Button
          variant={isWhereTheyAre ? 'quiet' : 'secondary'}
          className={isArea && value === null ? 'flex-auto' : undefined}
          aria-expanded={mapOpen}
          onClick={() => {
            setMapAsked(!mapOpen);
            setMapOpen(!mapOpen);
          }}
        >
          <MapIcon className="size-5" />
          {mapOpen ? <Trans>Hide the map</Trans> : <Trans>Show the map</Trans>}
        </Button>
      </div>
      {value === null && notes}
      <output className="block text-sm font-semibold empty:hidden">
        {rough && <RoughNote meters={rough.accuracyM} of={of} hasPin={value !== null} />}
        {outcome === 'found' &&
          (mapOpen ? <Trans>Got it. Your pin is on the map.</Trans> : <Trans>Got it.</Trans>)}
        {outcome === 'failed' && (
          <>
            <Trans>Location Error</Trans>
            <span className="block font-normal">
              <Trans>Unable to get your location. Please enter coordinates manually.</Trans>
            </span>
          </>
        )}
        {outcome === 'unsupported' && (
          <>
            <Trans>Geolocation Not Supported</Trans>
            <span className="block font-normal">
              <Trans>This device can't share its location. Please enter coordinates manually.</Trans>
            </span>
          </>
        )}
      </output>
      {mapOpen && (
        <div ref={isMapAsked ? showMap : undefined} tabIndex={-1} className="outline-none">
          <Suspense fallback={<Skeleton className="h-60 rounded-card sm:h-72" />}>
            <PlaceMap
              key={elsewhere ? JSON.stringify(elsewhere) : ''}
              point={elsewhere ? null : value}
              center={elsewhere ?? setting.mapCentre}
              tiles={setting.mapTiles}
              onMove={move}
              {...(isArea && AREA_ZOOMS)}
            />
          </Suspense>
        </div>
      )}
      {(mapOpen || typing) && (
        <CoordinateFields point={value} onChange={move} open={typing} onOpenChange={setTyping} />
      )}
      {area?.areaLabel === null && value && (
        <TextField
          name="areaLabel"
          label={<Trans>Your neighborhood</Trans>}
          hint={
            <Trans>
              We don't have a name for this area. Neighbors will see yours instead of the address.
            </Trans>
          }
          maxLength={MAX_NAME_LENGTH}
          value={value.areaLabel ?? ''}
          onChange={(event) => onChange({ ...value, areaLabel: event.target.value })}
        />
      )}
      {value !== null && notes}
    </div>
  );
}

/** In the middle, as a form's button may stand at the lower edge. */
function showMap(map: HTMLElement | null): void {
  map?.focus({ preventScroll: true });
  map?.scrollIntoView({ block: 'center', behavior: scrollBehavior() });
}

/** Approximate distances are rounded to 100 m. */
const SAID_TO_M = 100;

type RoughNoteProps = {
  readonly meters: number;
  readonly of: 'food' | 'home' | 'area';
  /** One from before, which stays as it is. */
  readonly hasPin: boolean;
};

/** Why a pin is asked for although the device answered. */
function RoughNote({ meters, of, hasPin }: RoughNoteProps) {
  const about = formatMeters(Math.ceil(meters / SAID_TO_M) * SAID_TO_M);
  if (hasPin)
    return (
      <Trans>
        We can only find you to within about {about}, so we're still using your last pin. Tap the map to move
        it.
      </Trans>
    );
  return of === 'food' ? (
    <Trans>We can only find you to within about {about}. Drop the pin where the food is.</Trans>
  ) : (
    <Trans>We can only find you to within about {about}. Drop the pin where you are.</Trans>
  );
}
