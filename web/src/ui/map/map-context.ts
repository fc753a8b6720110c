import { createContext, useContext } from 'react';
import type { MapOverlay } from './open-map.ts';

export type MapOptions = Pick<MapOverlay, 'map' | 'keepClearOf' | 'shown' | 'onShown'>;

export const MapContext = createContext<MapOptions | null>(null);

/** The surrounding map. Throws outside a `BaseMap`. */
export function useMap(): MapOptions {
  const map = useContext(MapContext);
  if (!map) throw new Error('A map child is rendered outside a BaseMap');
  return map;
}
