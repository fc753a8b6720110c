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

/** What `read` finds on the map, again after each such event. */
export function useMapValue<Value>(
  event: 'zoomend' | 'moveend',
  read: (map: MapOptions['map']) => Value,
): Value {
  const { map } = useMap();
  const subscribe = useCallback(
    (onEvent: () => void) => {
      map.on(event, onEvent);
      return () => void map.off(event, onEvent);
    },
    [map, event],
  );
  return useSyncExternalStore(subscribe, () => read(map));
}

export const useMapZoom = (): number => useMapValue('zoomend', (map) => map.getZoom());
