import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { reachOf } from '@openlarder/domain/map/cluster-reach.ts';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import { useWatchedArea } from '#web/live/watched-area.ts';
import { wrapBounds, unionOfUnwrapped, type UnwrappedBounds, fetchBounds, type MovedBy } from './viewport.ts';
import { type MapFilter, type MapPanelProps, useMapFilter } from '../map-filter.ts';
import { type SelectedCluster, useSelectedCluster } from './use-selected-cluster.ts';
import { type Clusters, useClusters } from './use-clusters.ts';

export type MapState = {
  readonly filter: MapFilter;
  readonly setFilter: (filter: MapFilter) => void;
  readonly clusters: Clusters;
  readonly chosen: SelectedCluster;
  /** What is in sight; null before the map is open. */
  readonly view: GeoBounds | null;
  /** The same, but for what the map did to show what was pointed at: what a row of cards is of while one goes along it. */
  readonly lookedAt: GeoBounds | null;
  readonly onView: (drawn: UnwrappedBounds, by: MovedBy) => void;
  /** The person has moved the map since it was opened or last searched. */
  readonly isElsewhere: boolean;
  /** Narrows the feed to what is in sight. */
  readonly searchHere: () => void;
  /** The person, by what they have said of themselves or by the device. */
  readonly here: GeoPoint | null;
  readonly setHere: (point: GeoPoint) => void;
};

type Sight = {
  readonly seen: UnwrappedBounds;
  readonly fetched: UnwrappedBounds;
  readonly lookedAt: UnwrappedBounds;
  /** How often the person has moved the map. */
  readonly moves: number;
};

/** All that the map knows, wherever it is shown: what is in sight, what lies there, and what is open of it. */
export function useMapState(props: MapPanelProps, elseFocus: RefObject<HTMLElement | null>): MapState {
  const [filter, setFilter] = useMapFilter();
  const [sight, setSight] = useState<Sight | null>(null);
  const [movesAtSearch, setMovesAtSearch] = useState(0);
  const [device, setDevice] = useState<GeoPoint | null>(null);
  const onView = useCallback(
    (seen: UnwrappedBounds, by: MovedBy) =>
      setSight((before) => {
        // where the map has moved on by itself, another size of it is no other place either
        const isLed = by === 'itself' || (by === 'nobody' && before?.seen !== before?.lookedAt);
        const lookedAt = before && isLed ? before.lookedAt : seen;
        return {
          seen,
          // what a row of cards is of stays in it, though the map has moved on to one of them
          fetched: fetchBounds(before?.fetched ?? null, unionOfUnwrapped(seen, lookedAt)),
          lookedAt,
          moves: (before?.moves ?? 0) + (by === 'person' ? 1 : 0),
        };
      }),
    [],
  );
  const { seen, fetched: box, lookedAt: resting, moves = 0 } = sight ?? {};
  const view = useMemo(() => (seen ? wrapBounds(seen) : null), [seen]);
  const fetched = useMemo(() => (box ? wrapBounds(box) : null), [box]);
  const lookedAt = useMemo(() => (resting ? wrapBounds(resting) : null), [resting]);
  // what lies beyond an edge may move a place that is in sight
  useWatchedArea(fetched && reachOf(fetched, filter.radiusM));
  const clusters = useClusters(fetched, view, filter);
  const chosen = useSelectedCluster(props, { clusters, fetched, filter, moves }, elseFocus);
  return {
    filter,
    setFilter,
    clusters,
    chosen,
    view,
    lookedAt,
    onView,
    isElsewhere: moves !== movesAtSearch,
    searchHere() {
      setMovesAtSearch(moves);
      props.onArea(view);
    },
    here: device ?? props.myPlace,
    setHere: setDevice,
  };
}
