import type { Map as LeafletMap } from 'leaflet';
import { useCallback, useEffect, useRef } from 'react';

/** Whether the click that is being heard only ended a drag of the map, begun on something that stands on it. */
export function useWasDragged(map: LeafletMap): () => boolean {
  const dragged = useRef(false);
  useEffect(() => {
    const start = () => {
      dragged.current = true;
    };
    // The click comes right behind the drag's end.
    const end = () => setTimeout(() => (dragged.current = false));
    map.on('dragstart', start);
    map.on('dragend', end);
    return () => {
      map.off('dragstart', start);
      map.off('dragend', end);
    };
  }, [map]);
  return useCallback(() => dragged.current, []);
}
