import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { MapOverlay } from './open-map.ts';

export type MapOptions = Pick<MapOverlay, 'map' | 'keepClearOf' | 'shown' | 'onShown'>;

export const MapContext = createContext<MapOptions | null>(null);

/** The surrounding map. Throws outside a `BaseMap`. */
export function useMap(): MapOptions {
  const map = useContext(MapContext);
  if (!map) throw new Error('A map child is rendered outside a BaseMap');
  return map;
}

export function useMapZoom(): number {
  const { map } = useMap();
  const subscribe = useCallback(
    (onZoom: () => void) => {
      map.on('zoomend', onZoom);
      return () => void map.off('zoomend', onZoom);
    },
    [map],
  );
  return useSyncExternalStore(subscribe, () => map.getZoom());
}
