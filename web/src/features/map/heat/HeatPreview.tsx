import { middleOf } from '@openlarder/domain/kernel/geo.ts';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect } from 'react';
import { AreaLayer } from '#web/ui/map/AreaLayer.tsx';
import { BaseMap, type MapTiles } from '#web/ui/map/BaseMap.tsx';
import { MapMarker } from '#web/ui/map/MapMarker.tsx';
import { useMap } from '#web/ui/map/map-context.ts';
import { MARKER_RADIUS_PX, MarkerShape } from '../markers/MarkerShape.tsx';
import { HeatLayer } from './HeatLayer.tsx';

/** Fits the bounds into the map whenever its size changes. */
function FitBounds({ north, south, east, west }: GeoBounds) {
  const { map } = useMap();
  useEffect(() => {
    const fit = () => {
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
  }, [map, north, south, east, west]);
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
  readonly bounds: GeoBounds;
  readonly tiles: MapTiles | null;
  readonly className?: string;
};

/** A static map: heat for the amount, markers for the type. */
export function HeatPreview({ clusters, bounds, tiles, className = '' }: HeatPreviewProps) {
  return (
    <BaseMap center={middleOf(bounds)} zoom={13} tiles={tiles} still className={className}>
      <FitBounds {...bounds} />
      <AreaLayer marks={clusters} />
      <HeatLayer clusters={clusters} />
      <TypeMarks clusters={clusters} />
    </BaseMap>
  );
}
