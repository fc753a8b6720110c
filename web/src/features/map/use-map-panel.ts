import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { reachOf } from '@openlarder/domain/map/cluster-reach.ts';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import { useWatchedArea } from '#web/live/watched-area.ts';
import type { MovedBy } from './map-moves.ts';
import type { MapFilter, MapPanelProps } from './map-parts.ts';
import { boundsOfDrawn, boxOfBoth, type DrawnBox, fetchedBox } from './map-view.ts';
import { type ChosenCluster, useChosenCluster } from './use-chosen-cluster.ts';
import { type Clusters, useClusters } from './use-clusters.ts';
import { useMapFilter } from './use-map-filter.ts';

export type MapState = {
  readonly filter: MapFilter;
  readonly setFilter: (filter: MapFilter) => void;
  readonly clusters: Clusters;
  readonly chosen: ChosenCluster;
  /** What is in sight; null before the map is open. */
  readonly view: GeoBounds | null;
  /** The same, but for what the map did to show what was pointed at: what a row of cards is of while one goes along it. */
  readonly lookedAt: GeoBounds | null;
  readonly onView: (drawn: DrawnBox, by: MovedBy) => void;
  /** The person has moved the map since it was opened or last searched. */
  readonly isElsewhere: boolean;
  /** Narrows the feed to what is in sight. */
  readonly searchHere: () => void;
  /** The person, by what they have said of themselves or by the device. */
  readonly here: GeoPoint | null;
  readonly setHere: (point: GeoPoint) => void;
};

type Sight = {
  readonly seen: DrawnBox;
  readonly fetched: DrawnBox;
  readonly lookedAt: DrawnBox;
  /** How often the person has moved the map. */
  readonly moves: number;
};

/** All that the map knows, wherever it is shown: what is in sight, what lies there, and what is open of it. */
export function useMapPanel(props: MapPanelProps, elseFocus: RefObject<HTMLElement | null>): MapState {
  const [filter, setFilter] = useMapFilter();
  const [sight, setSight] = useState<Sight | null>(null);
  const [movesAtSearch, setMovesAtSearch] = useState(0);
  const [device, setDevice] = useState<GeoPoint | null>(null);
  const onView = useCallback(
    (seen: DrawnBox, by: MovedBy) =>
      setSight((before) => {
        // where the map has moved on by itself, another size of it is no other place either
        const isLed = by === 'itself' || (by === 'nobody' && before?.seen !== before?.lookedAt);
        const lookedAt = before && isLed ? before.lookedAt : seen;
        return {
          seen,
          // what a row of cards is of stays in it, though the map has moved on to one of them
          fetched: fetchedBox(before?.fetched ?? null, boxOfBoth(seen, lookedAt)),
          lookedAt,
          moves: (before?.moves ?? 0) + (by === 'person' ? 1 : 0),
        };
      }),
    [],
  );
  const { seen, fetched: box, lookedAt: resting, moves = 0 } = sight ?? {};
  const view = useMemo(() => (seen ? boundsOfDrawn(seen) : null), [seen]);
  const fetched = useMemo(() => (box ? boundsOfDrawn(box) : null), [box]);
  const lookedAt = useMemo(() => (resting ? boundsOfDrawn(resting) : null), [resting]);
  // what lies beyond an edge may move a place that is in sight
  useWatchedArea(fetched && reachOf(fetched, filter.radiusM));
  const clusters = useClusters(fetched, view, filter);
  const chosen = useChosenCluster(props, { clusters, fetched, filter, moves }, elseFocus);
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
