import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect } from 'react';
import { AreaLayer } from '#web/ui/map/AreaLayer.tsx';
import { BaseMap, type MapTiles } from '#web/ui/map/BaseMap.tsx';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { useMap } from '#web/ui/map/map-context.ts';
import { areaBounds } from '../area-bounds.ts';
import { MARKER_RADIUS_PX, MarkerShape } from '../markers/MarkerShape.tsx';
import { centerOf, DEFAULT_BOUNDS } from '../panel/viewport.ts';
import { HeatLayer } from './HeatLayer.tsx';

/** Fits the default bounds into the map whenever its size changes. */
function FitDefaultBounds() {
  const { map } = useMap();
  useEffect(() => {
    const fit = () => {
      const { north, south, east, west } = DEFAULT_BOUNDS;
      map.fitBounds(
        [
          [south, west],
          [north, east],
        ],
        { animate: false },
      );
    };
    fit();
    map.on('resize', fit);
    return () => {
      map.off('resize', fit);
    };
  }, [map]);
  return null;
}

/** The type of each cluster, in the legend's shapes and colors. */
function TypeMarks({ clusters }: { readonly clusters: readonly MapCluster[] }) {
  const { keepClearOf } = useMap();
  useEffect(() => {
    keepClearOf(
      clusters.map(({ latitude, longitude }) => ({ latitude, longitude, radiusPx: MARKER_RADIUS_PX.one })),
      'clusters',
    );
  }, [keepClearOf, clusters]);
  return clusters.map((cluster) => (
    <MapMarker key={cluster.id} point={cluster}>
      <span className="absolute grid -translate-1/2">
        <MarkerShape
          type={cluster.type}
          tier="one"
          className="shadow-card ring-2 ring-surface max-sm:scale-75"
        />
      </span>
    </MapMarker>
  ));
}

export type HeatPreviewProps = {
  readonly clusters: readonly MapCluster[];
  readonly tiles: MapTiles | null;
  readonly className?: string;
};

/** A static map of the default bounds: heat for the amount, markers for the type. */
export function HeatPreview({ clusters, tiles, className = '' }: HeatPreviewProps) {
  return (
    <BaseMap center={centerOf(DEFAULT_BOUNDS)} zoom={13} tiles={tiles} still className={className}>
      <FitDefaultBounds />
      <AreaLayer bounds={areaBounds(clusters)} />
      <HeatLayer clusters={clusters} />
      <TypeMarks clusters={clusters} />
    </BaseMap>
  );
}
