import { createContext, useContext } from 'react';
import type { MapOverlay } from './open-map.ts';

export type MapParts = Pick<MapOverlay, 'map' | 'keepClearOf'>;

export const MapContext = createContext<MapParts | null>(null);

/** The map that a part stands in. Refuses to be used outside a `BaseMap`. */
export function useMap(): MapParts {
  const parts = useContext(MapContext);
  if (!parts) throw new Error('A part of a map stands inside a BaseMap');
  return parts;
}
