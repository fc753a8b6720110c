import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import { useWatchedArea } from '#web/live/watched-area.ts';
import { type MapFilter, type MapPanelProps, WHOLE_MAP } from './map-parts.ts';
import { boundsOfDrawn, type DrawnBox, fetchedBox } from './map-view.ts';
import { type ChosenCluster, useChosenCluster } from './use-chosen-cluster.ts';
import { type Clusters, useClusters } from './use-clusters.ts';

export type MapState = {
  readonly filter: MapFilter;
  readonly setFilter: (filter: MapFilter) => void;
  readonly clusters: Clusters;
  readonly chosen: ChosenCluster;
  /** What is in sight; null before the map is open. */
  readonly view: GeoBounds | null;
  readonly onView: (drawn: DrawnBox) => void;
  /** The person, by what they have said of themselves or by the device. */
  readonly here: GeoPoint | null;
  readonly setHere: (point: GeoPoint) => void;
};

/** All that the map knows, wherever it is shown: what is in sight, what lies there, and what is open of it. */
export function useMapPanel(props: MapPanelProps, elseFocus?: RefObject<HTMLElement | null>): MapState {
  const [filter, setFilter] = useState(WHOLE_MAP);
  const [sight, setSight] = useState<{ seen: DrawnBox; fetched: DrawnBox } | null>(null);
  const [device, setDevice] = useState<GeoPoint | null>(null);
  const onView = useCallback(
    (seen: DrawnBox) => setSight((before) => ({ seen, fetched: fetchedBox(before?.fetched ?? null, seen) })),
    [],
  );
  const view = useMemo(() => sight && boundsOfDrawn(sight.seen), [sight]);
  const fetched = useMemo(() => sight && boundsOfDrawn(sight.fetched), [sight]);
  useWatchedArea(fetched);
  const clusters = useClusters(fetched, view, filter);
  const chosen = useChosenCluster(props, clusters, fetched, elseFocus);
  return {
    filter,
    setFilter,
    clusters,
    chosen,
    view,
    onView,
    here: device ?? props.myPlace,
    setHere: setDevice,
  };
}
