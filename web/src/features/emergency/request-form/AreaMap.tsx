import { type GeoBounds, middleOf, unionOfBounds } from '@openlarder/domain/kernel/geo.ts';
import { useEffect } from 'react';
import { AreaLayer } from '#web/ui/map/AreaLayer.tsx';
import { BaseMap, type MapTiles } from '#web/ui/map/BaseMap.tsx';
import { useMap } from '#web/ui/map/map-context.ts';

const ZOOM = 12;

function FitBounds({ north, south, east, west }: GeoBounds) {
  const { map } = useMap();
  useEffect(() => {
    map.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      { animate: false },
    );
  }, [map, north, south, east, west]);
  return null;
}

type Props = { readonly bounds: readonly GeoBounds[]; readonly tiles: MapTiles | null };

/** A static map with a shaded area; nothing without bounds. */
export function AreaMap({ bounds, tiles }: Props) {
  const around = unionOfBounds(bounds);
  if (!around) return null;
  const center = middleOf(around);
  return (
    <div aria-hidden="true">
      <BaseMap center={center} zoom={ZOOM} tiles={tiles} still className="h-40 rounded-control">
        <FitBounds {...around} />
        <AreaLayer marks={[{ ...center, areas: [{ bounds }] }]} />
      </BaseMap>
    </div>
  );
}
