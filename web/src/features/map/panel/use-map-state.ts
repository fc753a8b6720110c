import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { padBounds } from '@openlarder/domain/map/padded-bounds.ts';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import { useWatchedArea } from '#web/live/watched-area.ts';
import { type MapFilter, useMapFilter } from '../map-filter.ts';
import { type Clusters, useClusters } from './use-clusters.ts';
import { type SelectedCluster, useSelectedCluster } from './use-selected-cluster.ts';
import { fetchBounds, type MovedBy, type UnwrappedBounds, unionOfUnwrapped, wrapBounds } from './viewport.ts';

/** Props of panel and sheet; the height comes from the surrounding layout. */
export type MapPanelProps = {
  /** The user's own place, if known. */
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
  /** Limits the feed to the visible bounds. */
  readonly searchHere: () => void;
  /** The user's place, from the profile or the device. */
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
  const selected = useSelectedCluster(props, { clusters, fetched, filter, moves }, fallbackFocus);
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
