import { Trans, useLingui } from '@lingui/react/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { divIcon, type Marker, marker } from 'leaflet';
import { Crosshair } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { BaseMap, type MapTiles } from '#web/ui/map/BaseMap.tsx';
import { WORLD_ZOOM } from '#web/ui/map/open-map.ts';
import { useMap } from '#web/ui/map/map-context.ts';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { nearStreets } from '#web/ui/map/near-streets.ts';
import { PageGestures } from '#web/ui/map/PageGestures.tsx';
import { normalizePoint } from './position-in-text.ts';

export type PlaceMapProps = {
  readonly point: GeoPoint | null;
  /** The initial center if there is no pin. */
  readonly center: GeoPoint;
  readonly tiles: MapTiles | null;
  readonly onMove: (point: GeoPoint) => void;
  /** Shown with a pin, and without one; by default the streets, where the map has them. */
  readonly closeZoom?: number;
  readonly farZoom?: number;
};

const SVG = 'http://www.w3.org/2000/svg';
const PIN_SIZE: [number, number] = [40, 48];
const PIN_TIP: [number, number] = [20, 46];
const CLOSE_ZOOM = 16;
const FAR_ZOOM = 13;
/** Where the map has no streets: with the names of the places around. */
const CLOSE_ZOOM_OF_WORLD = 14;
/** Pixels per press of an arrow key; with Shift, `SHIFT_STEPS` times as far. */
const STEP_PX = 8;
const SHIFT_STEPS = 6;

/** The pin, built from DOM nodes: the content security policy forbids markup in strings. */
function drawPin(): HTMLElement {
  const frame = document.createElement('span');
  frame.className = 'block text-brand drop-shadow-md';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 40 48');
  svg.setAttribute('width', '40');
  svg.setAttribute('height', '48');
  svg.setAttribute('aria-hidden', 'true');
  const drop = document.createElementNS(SVG, 'path');
  drop.setAttribute('d', 'M20 46C12 35 4 28 4 19a16 16 0 1 1 32 0c0 9-8 16-16 27Z');
  drop.setAttribute('fill', 'currentColor');
  drop.setAttribute('stroke', 'var(--surface)');
  drop.setAttribute('stroke-width', '2.5');
  const eye = document.createElementNS(SVG, 'circle');
  eye.setAttribute('cx', '20');
  eye.setAttribute('cy', '19');
  eye.setAttribute('r', '6');
  eye.setAttribute('fill', 'var(--surface)');
  svg.append(drop, eye);
  frame.append(svg);
  return frame;
}

function Pin({
  point,
  onMove,
  closeZoom,
}: Pick<PlaceMapProps, 'point' | 'onMove'> & { readonly closeZoom: number }) {
  const { map, keepClearOf } = useMap();
  const pin = useRef<Marker | null>(null);
  const moved = useRef(onMove);
  useEffect(() => {
    moved.current = onMove;
  }, [onMove]);

  useEffect(() => {
    const settle = (latitude: number, longitude: number) =>
      moved.current(normalizePoint({ latitude, longitude }));
    const icon = divIcon({ html: drawPin(), className: '', iconSize: PIN_SIZE, iconAnchor: PIN_TIP });
    // The map has the keyboard focus; the pin is for pointers only.
    const placed = marker(map.getCenter(), { icon, draggable: true, keyboard: false, autoPan: true });
    placed.on('dragend', () => settle(placed.getLatLng().lat, placed.getLatLng().lng));
    pin.current = placed;
    map.on('click', ({ latlng }) => settle(latlng.lat, latlng.lng));
    return () => {
      map.off('click');
      placed.remove();
      pin.current = null;
    };
  }, [map]);

  useEffect(() => {
    const placed = pin.current;
    if (!placed) return;
    if (point === null) {
      placed.remove();
      keepClearOf([]);
      return;
    }
    const isNew = !map.hasLayer(placed);
    // a tap on a view from afar is answered by the streets around it
    const isFar = map.getZoom() < closeZoom && isNew;
    placed.setLatLng(nearestTurn(map, point));
    if (isNew) placed.addTo(map);
    keepClearOf([{ ...point, radiusPx: 14 }]);
    // A pin set elsewhere (by the device or typed) is brought into view.
    if (isFar || !map.getBounds().pad(-0.1).contains(placed.getLatLng())) {
      map.setView(
        placed.getLatLng(),
        Math.max(map.getZoom(), isNew ? closeZoom : Math.min(closeZoom, FAR_ZOOM)),
      );
    }
  }, [map, keepClearOf, point, closeZoom]);

  return null;
}

/** How far a key moves the pin, in pixels to the right and down; null for other keys. */
function stepOf(key: string): readonly [x: number, y: number] | null {
  if (key === 'ArrowLeft') return [-STEP_PX, 0];
  if (key === 'ArrowRight') return [STEP_PX, 0];
  if (key === 'ArrowUp') return [0, -STEP_PX];
  return key === 'ArrowDown' ? [0, STEP_PX] : null;
}

/** The map's one tab stop: lies over the map, lets pointers through and handles keys. */
function KeyboardPin({
  point,
  onMove,
  hintId,
}: Pick<PlaceMapProps, 'point' | 'onMove'> & { hintId: string }) {
  const { t } = useLingui();
  const { map } = useMap();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event.key);
    if (step) {
      const from = map.latLngToContainerPoint(point ? nearestTurn(map, point) : map.getCenter());
      const steps = event.shiftKey ? SHIFT_STEPS : 1;
      const { lat, lng } = map.containerPointToLatLng([from.x + step[0] * steps, from.y + step[1] * steps]);
      onMove(normalizePoint({ latitude: lat, longitude: lng }));
    } else if (event.key === '+' || event.key === '=') map.zoomIn();
    else if (event.key === '-') map.zoomOut();
    else return;
    event.preventDefault();
  };
  const placeInTheMiddle = () => {
    const { lat, lng } = map.getCenter();
    if (!point) onMove(normalizePoint({ latitude: lat, longitude: lng }));
  };
  return (
    // The application role keeps screen readers from intercepting arrow keys.
    <div role="application" aria-label={t`Map`} className="pointer-events-none absolute inset-0 z-10">
      <button
        type="button"
        aria-label={point ? t`Pin on the map` : t`Place the pin in the middle of the map`}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
        onClick={placeInTheMiddle}
        className="absolute inset-0 rounded-card -outline-offset-4"
      />
    </div>
  );
}

/** Where the pin is, by the names of the streets around it. */
function NearStreets({ point }: { readonly point: GeoPoint }) {
  const { shown, onShown } = useMap();
  const [[nearest, crossing], setStreets] = useState<readonly string[]>([]);
  useEffect(() => {
    const look = () => setStreets(nearStreets(point, shown()));
    look();
    return onShown(look);
  }, [point, shown, onShown]);
  return (
    <output className="pointer-events-none absolute start-2 top-2 z-10 me-14 rounded-control bg-surface px-3 py-1.5 text-sm font-semibold shadow-card empty:hidden">
      {nearest &&
        (crossing ? (
          <Trans>
            Near {nearest} and {crossing}. Right?
          </Trans>
        ) : (
          <Trans>Near {nearest}. Right?</Trans>
        ))}
    </output>
  );
}

/** The way back to the pin, or to where the map began. */
function CenterButton({
  point,
  center,
  closeZoom,
}: Pick<PlaceMapProps, 'point' | 'center'> & { readonly closeZoom: number }) {
  const { t } = useLingui();
  const { map } = useMap();
  return (
    <div className="absolute end-2 top-27 z-10">
      <IconButton
        label={t`Center the map`}
        icon={<Crosshair />}
        variant="raised"
        onClick={() =>
          map.setView(nearestTurn(map, point ?? center), point ? closeZoom : Math.min(closeZoom, FAR_ZOOM), {
            animate: scrollBehavior() === 'smooth',
          })
        }
      />
    </div>
  );
}

/** A small map with one pin: drag it, tap the map, or use the arrow keys. */
export function PlaceMap({
  point,
  center,
  tiles,
  onMove,
  closeZoom = tiles ? CLOSE_ZOOM : CLOSE_ZOOM_OF_WORLD,
  farZoom = tiles?.format === 'archive' ? CLOSE_ZOOM : FAR_ZOOM,
}: PlaceMapProps) {
  const hintId = useId();
  return (
    <div>
      <BaseMap
        center={point ?? center}
        middle={point ?? center}
        zoom={point ? closeZoom : farZoom}
        minZoom={WORLD_ZOOM}
        tiles={tiles}
        className="h-60 rounded-card border border-line sm:h-72"
      >
        <PageGestures />
        <Pin point={point} onMove={onMove} closeZoom={closeZoom} />
        <KeyboardPin point={point} onMove={onMove} hintId={hintId} />
        <CenterButton point={point} center={center} closeZoom={closeZoom} />
        {point && <NearStreets point={point} />}
      </BaseMap>
      <p id={hintId} className="mt-1.5 text-sm text-muted">
        <Trans>
          Tap the map or drag the pin. On a keyboard, use the arrow keys to move the pin, + and − to zoom.
        </Trans>
      </p>
    </div>
  );
}
