import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { LocateFixed, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { requestDeviceLocation } from '#web/features/places/device-location.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { BaseMap } from '#web/ui/map/BaseMap.tsx';
import { useMap } from '#web/ui/map/map-context.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ClusterMarkers } from '../markers/ClusterMarkers.tsx';
import { HeatLayer } from '../heat/HeatLayer.tsx';
import { PanControls } from './PanControls.tsx';
import { MyLocationMarker } from '../markers/MyLocationMarker.tsx';
import {
  type UnwrappedBounds,
  moveProgrammatically,
  type MovedBy,
  onMoveEnd,
  type Opening,
  initialView,
} from './viewport.ts';
import type { MapPanelProps } from '../map-filter.ts';
import { useHighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';
import type { MapState } from './use-map-state.ts';

const CLOSE_ZOOM = 15;

type Community = NonNullable<ReturnType<typeof useCommunity>>;
type Props = Pick<MapPanelProps, 'myPlace' | 'area' | 'onArea'> & {
  readonly state: MapState;
  /** The cluster that stands out while none is open. */
  readonly pointedAt?: MapCluster | null;
  /** How much of the map's height, from below, lies under something else: 0 to 1. */
  readonly covered?: number;
  readonly className?: string;
};

/** The map with all that lies on it, and with what moves it; its room until it is known where the community is. */
export function InteractiveMap(props: Props) {
  const community = useCommunity();
  if (!community) return <Skeleton className={props.className ?? ''} />;
  return <OpenPanelMap {...props} community={community} />;
}

function OpenPanelMap({
  myPlace,
  area,
  onArea,
  state,
  community,
  pointedAt = null,
  covered = 0,
  className,
}: Props & { readonly community: Community }) {
  const [opening] = useState(() => initialView(myPlace, community.mapCentre));
  const { clusters, chosen, here } = state;
  const marked = useHighlightedListing();
  const isEmpty = clusters.state === 'shown' && clusters.isCurrent && clusters.inView.length === 0;
  return (
    <BaseMap
      centre={opening.centre}
      zoom={opening.zoom}
      tiles={community.mapTiles}
      className={classNames('border border-line', className)}
    >
      <View fit={area ?? opening.fit} onView={state.onView} />
      <HeatLayer clusters={clusters.all} />
      {here && <MyLocationMarker point={here} clusters={clusters.all} />}
      <ClusterMarkers
        clusters={clusters.all}
        chosenId={chosen.cluster?.id ?? null}
        pointedAtId={pointedAt?.id ?? null}
        marked={marked}
        onChoose={chosen.choose}
      />
      <Follow point={chosen.cluster ?? pointedAt} covered={covered} />
      <MyPlaceButton state={state} />
      <PanControls />
      <SearchHere isNarrowed={area !== null && !chosen.cluster} onArea={onArea} state={state} />
      {clusters.isFetching && (
        <span
          aria-hidden="true"
          className="absolute start-3 bottom-8 z-10 rounded-full bg-surface p-2 shadow-float"
        >
          <Spinner />
        </span>
      )}
      {isEmpty && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-4 top-1/2 z-10 mx-auto w-fit -translate-y-1/2 rounded-control bg-surface px-4 py-2 text-center font-semibold text-ink shadow-float"
        >
          <Trans>No data in current map area</Trans>
        </p>
      )}
    </BaseMap>
  );
}

type ViewProps = {
  readonly fit: Opening['fit'];
  readonly onView: (drawn: UnwrappedBounds, by: MovedBy) => void;
};

/** Tells what is in sight, at first and whenever the map has come to rest. */
function View({ fit, onView }: ViewProps) {
  const { map } = useMap();
  const [opensOn] = useState(fit);
  useEffect(() => {
    const tell = (by: MovedBy) => {
      const seen = map.getBounds();
      onView(
        { north: seen.getNorth(), south: seen.getSouth(), east: seen.getEast(), west: seen.getWest() },
        by,
      );
    };
    if (opensOn) {
      const { north, south, east, west } = opensOn;
      const across = west > east ? 360 : 0;
      map.fitBounds(
        [
          [south, west],
          [north, east + across],
        ],
        { animate: false, maxZoom: CLOSE_ZOOM },
      );
    }
    tell('nobody');
    return onMoveEnd(map, tell);
  }, [map, onView, opensOn]);
  return null;
}

/** Room round what the map moves to, in pixels: at its side lie the buttons. */
const AIR_PX = 48;
/** Above lies the button that searches there, in the way of a whole mark. */
const AIR_ABOVE_PX = 84;

/** Moves the map to a cluster that is pointed at or opened, if it is out of sight or covered. */
function Follow({ point, covered }: { point: MapCluster | null; covered: number }) {
  const { map } = useMap();
  const id = point?.id;
  const latest = useRef(point);
  useEffect(() => {
    latest.current = point;
  }, [point]);
  useEffect(() => {
    if (id === undefined || !latest.current) return;
    const { latitude, longitude } = latest.current;
    const below = Math.max(AIR_PX, map.getSize().y * covered);
    moveProgrammatically(map, () =>
      map.panInside([latitude, longitude], {
        paddingTopLeft: [AIR_PX, AIR_ABOVE_PX],
        paddingBottomRight: [AIR_PX + 16, below],
      }),
    );
  }, [map, id, covered]);
  return null;
}

/** Brings the person's place into the middle; where it is not known, the device is asked and nobody is told. */
function MyPlaceButton({ state }: { state: MapState }) {
  const { t } = useLingui();
  const { map } = useMap();
  const [isAsking, setAsking] = useState(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const show = ({ latitude, longitude }: GeoPoint) =>
    map.setView([latitude, longitude], Math.max(map.getZoom(), CLOSE_ZOOM));
  const locate = async () => {
    if (state.here) {
      show(state.here);
      return;
    }
    setAsking(true);
    const found = await requestDeviceLocation();
    // the map was closed while the device thought about it
    if (!isThere.current) return;
    setAsking(false);
    if ('point' in found) {
      state.setHere(found.point);
      show(found.point);
    } else if (found.missing === 'unsupported') {
      toast({
        title: t`Geolocation Not Supported`,
        description: t`This device cannot tell where it is.`,
        tone: 'destructive',
      });
    } else {
      toast({ title: t`Location Error`, description: t`Unable to get your location.`, tone: 'destructive' });
    }
  };
  return (
    <div className="absolute end-2 top-28 z-10">
      <IconButton
        label={t`My place`}
        icon={isAsking ? <Spinner /> : <LocateFixed aria-hidden="true" />}
        variant="raised"
        aria-busy={isAsking || undefined}
        onClick={() => {
          if (!isAsking) void locate();
        }}
      />
    </div>
  );
}

type SearchHereProps = Pick<Props, 'onArea' | 'state'> & { readonly isNarrowed: boolean };

/**
 * Narrows the feed to what is in sight, once the person has moved the map there; and takes that back. It is one button
 * throughout, so that it keeps the keyboard; where it goes, the map's ground takes it.
 */
function SearchHere({ isNarrowed, onArea, state }: SearchHereProps) {
  const { map } = useMap();
  const { isElsewhere, searchHere } = state;
  if (!isNarrowed && !isElsewhere) return null;
  return (
    <div className="pointer-events-none absolute inset-x-16 top-2 z-10 flex justify-center *:pointer-events-auto">
      <Button
        variant={isElsewhere ? 'primary' : 'secondary'}
        className="rounded-full shadow-float"
        onClick={() => {
          if (isElsewhere) {
            searchHere();
            return;
          }
          map.getContainer().focus({ preventScroll: true });
          onArea(null);
        }}
      >
        {isElsewhere ? (
          <>
            <Search aria-hidden="true" className="size-5" />
            <Trans>Search this area</Trans>
          </>
        ) : (
          <Trans>Search everywhere</Trans>
        )}
      </Button>
    </div>
  );
}
