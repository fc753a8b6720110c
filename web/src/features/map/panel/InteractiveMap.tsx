import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { Map as LeafletMap } from 'leaflet';
import { LocateFixed, Search } from 'lucide-react';
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useHighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';
import { requestDeviceLocation } from '#web/features/places/device-location.ts';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { AreaLayer } from '#web/ui/map/AreaLayer.tsx';
import { BaseMap } from '#web/ui/map/BaseMap.tsx';
import { PageGestures } from '#web/ui/map/PageGestures.tsx';
import { useMap } from '#web/ui/map/map-context.ts';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { HeatLayer } from '../heat/HeatLayer.tsx';
import { ClusterMarkers } from '../markers/ClusterMarkers.tsx';
import { PanControls } from './PanControls.tsx';
import type { MapPanelProps, MapState } from './use-map-state.ts';
import {
  FAR_ZOOM,
  type InitialView,
  initialView,
  type MovedBy,
  moveProgrammatically,
  onMoveEnd,
  type UnwrappedBounds,
} from './viewport.ts';

const CLOSE_ZOOM = 15;

type Community = NonNullable<ReturnType<typeof useCommunity>>;
type Props = Pick<MapPanelProps, 'myPlace' | 'area' | 'onArea'> & {
  readonly state: MapState;
  /** The cluster that is highlighted while none is selected. */
  readonly previewed?: MapCluster | null;
  /** It stands inside a page that scrolls. */
  readonly inPage?: boolean;
  /** What lies over the map, from below or at a side. */
  readonly over?: RefObject<HTMLElement | null>;
  /** Where the button stands that searches what is seen; null until it is there. */
  readonly searchSlot: HTMLElement | null;
  readonly className?: string;
};

export function InteractiveMap(props: Props) {
  const community = useCommunity();
  if (!community) return <Skeleton className={props.className ?? ''} />;
  return <OpenMap {...props} community={community} />;
}

function OpenMap({
  myPlace,
  area,
  onArea,
  state,
  community,
  previewed = null,
  over,
  inPage = false,
  searchSlot,
  className,
}: Props & { readonly community: Community }) {
  const [view] = useState(() => initialView(myPlace, community.mapBounds));
  /** Whether it opens on all of the community, as there is nothing near its middle; null until that is known. */
  const [opensFar, setOpensFar] = useState<boolean | null>(null);
  const { clusters, selected, here } = state;
  const controls = useRef<HTMLDivElement>(null);
  const highlighted = useHighlightedListing();
  const isEmpty = clusters.state === 'loaded' && clusters.isCurrent && clusters.inView.length === 0;
  if (opensFar === null && clusters.state === 'loaded' && clusters.isCurrent)
    setOpensFar(isEmpty && area === null && !state.hasMoved);
  return (
    <BaseMap
      center={view.center}
      zoom={view.zoom}
      tiles={community.mapTiles}
      // cards may cover its lower part
      className={classNames(
        'border border-line [--map-scale-bottom:auto] [--map-scale-top:0.5rem]',
        className,
      )}
    >
      <ViewReporter
        key={opensFar ? 'far' : 'near'}
        fit={area ?? view.fit}
        minZoom={area || opensFar ? 0 : FAR_ZOOM}
        onView={state.onView}
      />
      <AreaLayer marks={clusters.all} />
      <HeatLayer clusters={clusters.all} />
      <ClusterMarkers
        clusters={clusters.all}
        here={here}
        selectedId={selected.cluster?.id ?? null}
        previewedId={previewed?.id ?? null}
        highlighted={highlighted}
        onSelect={selected.select}
      />
      <PanToCluster point={selected.cluster ?? previewed} over={over} controls={controls} />
      <div
        ref={controls}
        // an open card takes the height
        data-row={selected.cluster ? '' : undefined}
        className="absolute end-2 top-27 z-10 flex flex-col gap-2 data-row:end-15 data-row:top-2 data-row:flex-row low:end-26! low:top-2 low:flex-row"
      >
        <PanControls />
        <MyLocationButton state={state} />
      </div>
      {inPage && <PageGestures />}
      {searchSlot &&
        createPortal(
          <SearchAreaButton isLimited={area !== null} onArea={onArea} state={state} />,
          searchSlot,
        )}
      {clusters.isFetching && (
        <span
          aria-hidden="true"
          className="absolute start-3 bottom-18 z-10 rounded-full bg-surface p-2 shadow-float"
        >
          <Spinner />
        </span>
      )}
      {isEmpty && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-4 top-[30%] z-10 mx-auto w-fit -translate-y-1/2 rounded-control bg-surface px-4 py-2 text-center font-semibold text-ink shadow-float"
        >
          <Trans>No data in current map area</Trans>
        </p>
      )}
    </BaseMap>
  );
}

type ViewReporterProps = {
  readonly fit: InitialView['fit'];
  /** The farthest zoom to fit it at: of more, the middle is shown. */
  readonly minZoom: number;
  readonly onView: (drawn: UnwrappedBounds, by: MovedBy) => void;
};

/** Reports the visible bounds, at first and after each move. */
function ViewReporter({ fit, minZoom, onView }: ViewReporterProps) {
  const { map } = useMap();
  const [initial] = useState({ bounds: fit, minZoom });
  useEffect(() => {
    const report = (by: MovedBy) => {
      const seen = map.getBounds();
      onView(
        { north: seen.getNorth(), south: seen.getSouth(), east: seen.getEast(), west: seen.getWest() },
        by,
      );
    };
    if (initial.bounds) {
      const { north, south, east, west } = initial.bounds;
      const across = west > east ? 360 : 0;
      map.fitBounds(
        [
          [south, west],
          [north, east + across],
        ],
        { animate: false, maxZoom: CLOSE_ZOOM },
      );
      if (map.getZoom() < initial.minZoom) map.setZoom(initial.minZoom, { animate: false });
    }
    report('nobody');
    // a thumb that drags on does not wait for what follows the view
    return onMoveEnd(map, (by) => startTransition(() => report(by)));
  }, [map, onView, initial]);
  return null;
}

/** Around a cluster that the map moves to, in pixels: a marker, raised, and air. */
const AIR_PX = 48;
/** At the bottom are its own name and the credit. */
const MARGIN_BELOW_PX = 76;

/** The room that parts over a map take from its edges, in pixels: a side, or the bottom if they lie in the middle. */
function roomTaken(map: LeafletMap, parts: readonly (HTMLElement | null | undefined)[]) {
  const frame = map.getContainer().getBoundingClientRect();
  const taken = { left: 0, right: 0, bottom: 0 };
  for (const part of parts) {
    if (!part) continue;
    const { left, right, width, top } = part.getBoundingClientRect();
    const middle = (left + width / 2 - frame.left) / frame.width;
    if (middle < 1 / 3) taken.left = Math.max(taken.left, right - frame.left);
    else if (middle > 2 / 3) taken.right = Math.max(taken.right, frame.right - left);
    else taken.bottom = Math.max(taken.bottom, frame.bottom - top);
  }
  return taken;
}

type PanToClusterProps = {
  readonly over: Props['over'] | undefined;
  readonly point: MapCluster | null;
  readonly controls: RefObject<HTMLElement | null>;
};

/** Pans to the selected or previewed cluster if it is out of view or covered. */
function PanToCluster({ point, over, controls }: PanToClusterProps) {
  const { map } = useMap();
  const id = point?.id;
  const latest = useRef(point);
  useEffect(() => {
    latest.current = point;
  }, [point]);
  useEffect(() => {
    if (id === undefined || !latest.current) return;
    // its card may have just taken a part of the map
    map.invalidateSize({ pan: false });
    const at = nearestTurn(map, latest.current);
    const { left, right, bottom } = roomTaken(map, [over?.current, controls.current]);
    moveProgrammatically(map, () =>
      map.panInside(at, {
        animate: scrollBehavior() === 'smooth',
        paddingTopLeft: [left + AIR_PX, AIR_PX],
        paddingBottomRight: [right + AIR_PX, Math.max(MARGIN_BELOW_PX, bottom + AIR_PX)],
      }),
    );
  }, [map, id, over, controls]);
  return null;
}

/** Centers the user's place; asks the device if it is not known. The location is not sent to the server. */
function MyLocationButton({ state }: { state: MapState }) {
  const { t } = useLingui();
  const { map } = useMap();
  const [isAsking, setAsking] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const show = (point: GeoPoint) =>
    map.setView(nearestTurn(map, point), Math.max(map.getZoom(), CLOSE_ZOOM), {
      animate: scrollBehavior() === 'smooth',
    });
  const locate = async () => {
    if (state.here) {
      show(state.here);
      return;
    }
    setAsking(true);
    const found = await requestDeviceLocation();
    // the map was closed in the meantime
    if (!isMounted.current) return;
    setAsking(false);
    if ('point' in found) {
      state.setHere(found.point);
      show(found.point);
    } else if (found.missing === 'unsupported') {
      toastFailure(t`Geolocation Not Supported`, t`This device can't share its location.`);
    } else {
      toastFailure(t`Location Error`, t`Unable to get your location.`);
    }
  };
  return (
    <IconButton
      label={t`My location`}
      icon={isAsking ? <Spinner /> : <LocateFixed />}
      variant="raised"
      aria-busy={isAsking}
      title={t`My location`}
      onClick={() => {
        if (!isAsking) void locate();
      }}
    />
  );
}

type SearchAreaButtonProps = Pick<Props, 'onArea' | 'state'> & { readonly isLimited: boolean };

/**
 * Limits the feed to the visible bounds once the user has moved the map, or removes that limit. It is one
 * button for both, so that it keeps the focus; when it disappears, the map gets the focus.
 */
function SearchAreaButton({ isLimited, onArea, state }: SearchAreaButtonProps) {
  const { map } = useMap();
  const { hasMoved, searchHere } = state;
  if (!isLimited && !hasMoved) return null;
  return (
    <Button
      variant={hasMoved ? 'primary' : 'secondary'}
      className="rounded-full"
      data-search=""
      onClick={() => {
        if (hasMoved) {
          searchHere();
          return;
        }
        map.getContainer().focus({ preventScroll: true });
        onArea(null);
      }}
    >
      {hasMoved ? (
        <>
          <Search className="size-5" />
          <Trans>Search this area</Trans>
        </>
      ) : (
        <Trans>Search everywhere</Trans>
      )}
    </Button>
  );
}
