import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { divIcon, marker, type Marker } from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from './map-context.ts';
import { nearestTurn } from './nearest-turn.ts';

export type MapMarkerProps = {
  readonly point: GeoPoint;
  /** Stacking offset; negative: below its neighbors. */
  readonly lift?: number;
  /** Content is drawn around the point: the frame has no size and does not catch the pointer. */
  readonly children: ReactNode;
};

/** An element at a position on a `BaseMap`. It moves with its point and stays the same DOM element. */
export function MapMarker({ point, lift = 0, children }: MapMarkerProps) {
  const { map } = useMap();
  const [frame] = useState(() => document.createElement('span'));
  const [placed, setPlaced] = useState<Marker | null>(null);
  const { latitude, longitude } = point;
  const start = useRef(point);

  useEffect(() => {
    const icon = divIcon({ html: frame, className: '', iconSize: [0, 0] });
    // Content handles its own pointer and key events.
    const added = marker(nearestTurn(map, start.current), {
      icon,
      interactive: false,
      keyboard: false,
    }).addTo(map);
    setPlaced(added);
    return () => {
      added.remove();
    };
  }, [map, frame]);

  useEffect(() => {
    if (!placed) return undefined;
    const settle = () => {
      const at = nearestTurn(map, { latitude, longitude });
      if (!placed.getLatLng().equals(at)) placed.setLatLng(at);
    };
    settle();
    map.on('moveend', settle);
    return () => void map.off('moveend', settle);
  }, [map, placed, latitude, longitude]);

  useEffect(() => {
    placed?.setZIndexOffset(lift);
  }, [placed, lift]);

  return createPortal(children, frame);
}
