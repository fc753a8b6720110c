import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { layerGroup, rectangle } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from './map-context.ts';

/** Shades parts of a `BaseMap`, below its markers. Decorative: the same is in text elsewhere. */
export function AreaLayer({ bounds }: { readonly bounds: readonly GeoBounds[] }) {
  const { map } = useMap();
  // compared by what they hold: a refetch must not draw them again
  const key = JSON.stringify(bounds);
  useEffect(() => {
    const boxes: readonly GeoBounds[] = JSON.parse(key);
    const layer = layerGroup(
      boxes.map(({ north, south, east, west }) =>
        rectangle(
          [
            [south, west],
            [north, east],
          ],
          { interactive: false, className: 'map-area' },
        ),
      ),
    ).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, key]);
  return null;
}
