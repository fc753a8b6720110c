import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect } from 'react';
import { BaseMap, type MapTiles } from '#web/ui/map/BaseMap.tsx';
import { useMap } from '#web/ui/map/map-context.ts';
import { HeatLayer } from './HeatLayer.tsx';
import { DEFAULT_BOUNDS } from './map-parts.ts';

const MIDDLE = {
  latitude: (DEFAULT_BOUNDS.north + DEFAULT_BOUNDS.south) / 2,
  longitude: (DEFAULT_BOUNDS.east + DEFAULT_BOUNDS.west) / 2,
};

/** Keeps the default bounds in the picture, whatever size it has. */
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

export type HeatPictureProps = {
  readonly clusters: readonly MapCluster[];
  readonly tiles: MapTiles | null;
  readonly className?: string;
};

/** A still picture of the heat over the default bounds. */
export function HeatPicture({ clusters, tiles, className = '' }: HeatPictureProps) {
  return (
    <BaseMap centre={MIDDLE} zoom={13} tiles={tiles} still className={className}>
      <FitDefaultBounds />
      <HeatLayer clusters={clusters} />
    </BaseMap>
  );
}
