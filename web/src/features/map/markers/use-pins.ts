import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { Map as LeafletMap } from 'leaflet';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { useMap, useMapZoom } from '#web/ui/map/map-context.ts';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { pinLabel } from '../cluster-labels.ts';
import { nearestFirst } from '../clusters/ClusterList.tsx';
import { type Box, type LabelSide, pinsWithLabel } from './pin-labels.ts';

type LabeledCluster = {
  readonly cluster: MapCluster;
  readonly label: string;
  /** Null where there is no room for it. */
  readonly labelSide: LabelSide | null;
};

/** What is seen of the map, in pixels of its zoom; changes as it comes to rest. Null while it has no size. */
function useSeenBox(map: LeafletMap): Box | null {
  const boxNow = useCallback((): Box | null => {
    const { min, max } = map.getPixelBounds();
    if (!min || !max || min.x === max.x) return null;
    return { left: min.x, top: min.y, right: max.x, bottom: max.y };
  }, [map]);
  const [box, setBox] = useState(boxNow);
  useEffect(() => {
    const look = () => setBox(boxNow());
    map.on('moveend resize', look);
    return () => void map.off('moveend resize', look);
  }, [map, boxNow]);
  return box;
}

/** The clusters with what their pins say, where there is room for it at the map's zoom: the nearest come first. */
export function usePins(inOrder: readonly MapCluster[], here: GeoPoint | null): readonly LabeledCluster[] {
  const { map } = useMap();
  const zoom = useMapZoom();
  const avoids = useAvoids();
  const seen = useSeenBox(map);
  return useMemo(() => {
    const labels = new Map(inOrder.map((cluster) => [cluster.id, pinLabel(cluster, here, avoids)]));
    const fitting = pinsWithLabel(
      nearestFirst(inOrder, here).map((cluster) => {
        const { x, y } = map.project(nearestTurn(map, cluster), zoom);
        const { id, count } = cluster;
        return { id, count, x, y, label: labels.get(id) ?? '' };
      }),
      seen,
      here && map.project(nearestTurn(map, here), zoom),
    );
    return inOrder.map((cluster) => ({
      cluster,
      label: labels.get(cluster.id) ?? '',
      labelSide: fitting.get(cluster.id) ?? null,
    }));
  }, [map, inOrder, here, zoom, avoids, seen]);
}
