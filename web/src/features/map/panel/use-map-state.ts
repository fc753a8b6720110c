import { boundsContain, type GeoBounds, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { padBounds } from '@openlarder/domain/map/cluster-grid.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { focusFallback } from '#web/lib/focus.ts';
import { useWatchedArea } from '#web/live/watched-area.ts';
import { type MapFilter, useMapFilter } from '../map-filter.ts';
import { type Clusters, useClusters } from './use-clusters.ts';
import { fetchBounds, type MovedBy, unionOfUnwrapped, type UnwrappedBounds, wrapBounds } from './viewport.ts';

/** Props of panel and sheet; the height comes from the surrounding layout. */
export type MapPanelProps = {
  readonly myPlace: GeoPoint | null;
  /** The area that the feed is limited to. */
  readonly area: GeoBounds | null;
  /** Limits the feed to a cluster or the visible bounds; null removes the limit. */
  readonly onArea: (area: GeoBounds | null) => void;
  /** The address that Back from an open listing leads to. */
  readonly under: string;
  /** Scrolls to the feed and focuses it; left out if closing the map does so. */
  readonly onShowFeed?: () => void;
  /** Opens the requests at a place; null if the user cannot respond to requests. */
  readonly onRespond?: ((cluster: MapCluster) => void) | null;
};

export type MapState = {
  readonly filter: MapFilter;
  readonly setFilter: (filter: MapFilter) => void;
  readonly clusters: Clusters;
  readonly selected: SelectedCluster;
  /** The visible bounds; null until the map is open. */
  readonly view: GeoBounds | null;
  /**
   * The visible bounds without programmatic moves: the carousel keeps its clusters while it previews one
   * after the other.
   */
  readonly restingView: GeoBounds | null;
  readonly onView: (drawn: UnwrappedBounds, by: MovedBy) => void;
  /** The user has moved the map since it was opened or last searched. */
  readonly hasMoved: boolean;
  readonly searchHere: () => void;
  readonly here: GeoPoint | null;
  readonly setHere: (point: GeoPoint) => void;
};

type View = {
  readonly seen: UnwrappedBounds;
  readonly fetched: UnwrappedBounds;
  readonly restingView: UnwrappedBounds;
  /** How often the user has moved the map. */
  readonly moves: number;
};

/** The state of the map in panel and sheet: view, filter, clusters and the selected cluster. */
export function useMapState(props: MapPanelProps, fallbackFocus: RefObject<HTMLElement | null>): MapState {
  const [filter, setFilter] = useMapFilter();
  const [current, setCurrent] = useState<View | null>(null);
  const [movesAtSearch, setMovesAtSearch] = useState(0);
  const [device, setDevice] = useState<GeoPoint | null>(null);
  const onView = useCallback(
    (seen: UnwrappedBounds, by: MovedBy) =>
      setCurrent((before) => {
        // after a programmatic move, a resize is no move by the user either
        const isProgrammatic = by === 'program' || (by === 'nobody' && before?.seen !== before?.restingView);
        const restingView = before && isProgrammatic ? before.restingView : seen;
        return {
          seen,
          // the carousel's clusters stay loaded while the map previews one of them
          fetched: fetchBounds(before?.fetched ?? null, unionOfUnwrapped(seen, restingView)),
          restingView,
          moves: (before?.moves ?? 0) + (by === 'user' ? 1 : 0),
        };
      }),
    [],
  );
  const { seen, fetched: box, restingView: resting, moves = 0 } = current ?? {};
  const view = useMemo(() => (seen ? wrapBounds(seen) : null), [seen]);
  const fetched = useMemo(() => (box ? wrapBounds(box) : null), [box]);
  const restingView = useMemo(() => (resting ? wrapBounds(resting) : null), [resting]);
  // a change beyond the edge may move a cluster that is visible
  useWatchedArea(fetched && padBounds(fetched, filter.radiusM));
  const clusters = useClusters(fetched, view, filter);
  const selected = useSelectedCluster({ clusters, fetched, filter, moves }, fallbackFocus);
  return {
    filter,
    setFilter,
    clusters,
    selected,
    view,
    restingView,
    onView,
    hasMoved: moves !== movesAtSearch,
    searchHere() {
      setMovesAtSearch(moves);
      props.onArea(view);
    },
    here: device ?? props.myPlace,
    setHere: setDevice,
  };
}

type SelectedCluster = {
  /** Its current state, or the last known one while it is outside the fetched bounds. */
  readonly cluster: MapCluster | null;
  /** It was open and is no longer on the map; true until the user moves on. */
  readonly isGone: boolean;
  readonly select: (cluster: MapCluster) => void;
  /** Closes it and moves the focus back to the element that opened it. */
  readonly close: () => void;
};

type MapRequest = {
  readonly clusters: Pick<Clusters, 'all' | 'isCurrent'>;
  readonly fetched: GeoBounds | null;
  readonly filter: MapFilter;
  readonly moves: number;
};

/** How long the message about a gone cluster is shown. */
const GONE_MESSAGE_MS = 20_000;

/** Moves the focus from a closed card to `target`: immediately, or when the dialog over it closes. */
function moveFocusTo(target: HTMLElement | null): void {
  if (document.activeElement === document.body) target?.focus({ preventScroll: true });
  else focusFallback.current = target;
}

/**
 * The selected cluster, identified by its id over refreshes. `fallbackFocus` gets the focus if the element that opened it
 * is gone.
 */
function useSelectedCluster(
  { clusters: { all, isCurrent }, fetched, filter, moves }: MapRequest,
  fallbackFocus: RefObject<HTMLElement | null>,
): SelectedCluster {
  const [cluster, setCluster] = useState<MapCluster | null>(null);
  /** The filter under which it was last seen. */
  const [seenWithFilter, setSeenWithFilter] = useState<MapFilter | null>(null);
  const [goneAtMoveCount, setGoneAtMoveCount] = useState<number | null>(null);
  const openedBy = useRef<HTMLElement | null>(null);

  const now = cluster && all.find(({ id }) => id === cluster.id);
  if (now && now !== cluster) setCluster(now);
  if (now && isCurrent && seenWithFilter !== filter) setSeenWithFilter(filter);
  const hasLeft =
    cluster !== null && !now && isCurrent && fetched !== null && boundsContain(fetched, cluster);
  if (hasLeft) {
    setCluster(null);
    // changing the filter closes it without a message
    if (seenWithFilter === filter) setGoneAtMoveCount(moves);
  }
  if (goneAtMoveCount !== null && (goneAtMoveCount !== moves || seenWithFilter !== filter))
    setGoneAtMoveCount(null);

  const wasOpen = useRef(false);
  const onClosed = useEffectEvent(() =>
    moveFocusTo(openedBy.current?.isConnected ? openedBy.current : fallbackFocus.current),
  );
  useEffect(() => {
    if (wasOpen.current && !cluster) onClosed();
    wasOpen.current = cluster !== null;
  }, [cluster]);

  useEffect(() => {
    if (goneAtMoveCount === null) return undefined;
    const timer = setTimeout(() => setGoneAtMoveCount(null), GONE_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [goneAtMoveCount]);

  return {
    cluster,
    isGone: goneAtMoveCount !== null,
    select(next) {
      if (!cluster)
        openedBy.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setCluster(next);
      setSeenWithFilter(isCurrent ? filter : null);
      setGoneAtMoveCount(null);
    },
    close() {
      setCluster(null);
    },
  };
}
