import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { URGENCY_LEVELS } from '@openlarder/domain/listings/listing-fields.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { Map as LeafletMap } from 'leaflet';
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { useMap, useMapZoom } from '#web/ui/map/map-context.ts';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { pinLabel } from '../cluster-labels.ts';
import { nearestFirst } from '../clusters/ClusterList.tsx';
import { labelWidths } from './pin-labels.ts';
import { type Box, type LaidOutPin, layOutPins } from './pin-layout.ts';

export type MapPin = Pick<LaidOutPin, 'size' | 'labelSide' | 'ids'> &
  Pick<MapCluster, 'urgencyLevel'> & {
    /** All that it stands for, as one. */
    readonly cluster: MapCluster;
    /** The points of all that. */
    readonly points: readonly GeoPoint[];
    /** Where it stands: at its cluster, or beside a pin that takes the room there. */
    readonly point: GeoPoint;
    /** Empty if it says nothing. */
    readonly label: string;
    readonly labelWidthPx: number;
  };

/** Clusters whose pins have no room beside each other, as one at the first. */
function joinClusters(first: MapCluster, others: readonly MapCluster[]): MapCluster {
  if (others.length === 0) return first;
  const all = [first, ...others];
  const rank = Math.max(...all.map(({ urgencyLevel }) => URGENCY_LEVELS.indexOf(urgencyLevel)));
  return {
    ...first,
    type: others.every(({ type }) => type === first.type) ? first.type : 'mixed',
    urgencyLevel: URGENCY_LEVELS[rank] ?? first.urgencyLevel,
    count: all.reduce((sum, { count }) => sum + count, 0),
    items: all.flatMap(({ items }) => items),
    areas: all.flatMap(({ areas }) => areas),
  };
}

/** What lies over the bottom of the map, and the controls at its side, in pixels. */
const CONTROLS_PX = { bottom: 80, side: { width: 60, height: 210 } } as const;

/** What is seen of the map between its controls, in pixels of its zoom; changes as it comes to rest. Null while it has no size. */
function useSeenBox(map: LeafletMap): Box | null {
  const boxNow = useCallback((): Box | null => {
    const { min, max } = map.getPixelBounds();
    if (!min || !max || min.x === max.x) return null;
    return {
      left: min.x,
      top: min.y,
      right: max.x,
      bottom: max.y - CONTROLS_PX.bottom,
    };
  }, [map]);
  const [box, setBox] = useState(boxNow);
  useEffect(() => {
    const look = () => startTransition(() => setBox(boxNow()));
    map.on('moveend resize', look);
    return () => void map.off('moveend resize', look);
  }, [map, boxNow]);
  return box;
}

/** The clusters as they stand on the map at its zoom, in the order given; the nearest have the first claim to a label. */
export function usePins(clusters: readonly MapCluster[], here: GeoPoint | null): readonly MapPin[] {
  const { map } = useMap();
  const zoom = useMapZoom();
  const avoids = useAvoids();
  const seen = useSeenBox(map);
  return useMemo(() => {
    const labels = clusters.map((cluster) => pinLabel(cluster, here, avoids));
    const widths = labelWidths(labels);
    const pins = clusters.map((cluster, nth) => {
      const { x, y } = map.project(nearestTurn(map, cluster), zoom);
      return { ...cluster, x, y, cluster, label: labels[nth] ?? '', labelWidthPx: widths[nth] ?? 0 };
    });
    const laidOut = layOutPins(nearestFirst(pins, here), {
      seen,
      controls: seen && {
        ...seen,
        left: seen.right - CONTROLS_PX.side.width,
        bottom: seen.top + CONTROLS_PX.side.height,
      },
      here: here && map.project(nearestTurn(map, here), zoom),
    });
    const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    return pins.flatMap(({ cluster: first, label, labelWidthPx }) => {
      const pin = laidOut.get(first.id);
      if (!pin) return [];
      const { lat: latitude, lng: longitude } = map.unproject([pin.x, pin.y], zoom);
      const others = pin.ids.slice(1).flatMap((id) => byId.get(id) ?? []);
      const cluster = joinClusters(first, others);
      return [
        {
          ...pin,
          cluster,
          points: [first, ...others],
          urgencyLevel: cluster.urgencyLevel,
          label: others.length > 0 ? '' : label,
          labelWidthPx,
          point: { latitude, longitude },
        },
      ];
    });
  }, [map, clusters, here, zoom, avoids, seen]);
}
