import { Map as LeafletMap, tileLayer } from 'leaflet';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { createBasemapLayer, type ShownTile } from './basemap-layer.ts';
import { createLabelLayer, type MapObstacle } from './label-layer.ts';

/** Farther away, markers would lie on each other. */
export const MIN_ZOOM = 8;
/** To find a place anywhere. */
export const WORLD_ZOOM = 2;
export const MAX_ZOOM = 18;

export type MapOverlay = {
  readonly map: LeafletMap;
  /** Basemap labels avoid these. No effect with raster tiles. */
  readonly keepClearOf: (obstacles: readonly MapObstacle[], owner?: string) => void;
  /** The tiles of the archives that are shown, and what follows them. */
  readonly shown: () => readonly ShownTile[];
  readonly onShown: (listener: () => void) => () => void;
  readonly showTheme: (dark: boolean) => void;
  readonly close: () => void;
};

/** Where the parts of the map that are shown come from. */
export type ShownSources = { readonly city: boolean; readonly world: boolean; readonly cityFailed: boolean };

const SLOW_TILES_MS = 250;

/** The tiles of the archives with their names: functions to restyle it. */
function addBasemap(
  map: LeafletMap,
  { city, dark, onSources }: Pick<MapStart, 'city' | 'dark' | 'onSources'>,
): Omit<MapOverlay, 'map' | 'close'> {
  const listeners = new Set<() => void>();
  let due: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(due);
    due = undefined;
    labels.refresh();
    const sources = base.shown().filter(({ at }) => at.zoom === map.getZoom());
    onSources({
      city: sources.some(({ source }) => source.isCity),
      world: sources.some(({ source }) => !source.isCity),
      cityFailed: sources.some(({ cityFailed }) => cityFailed),
    });
    for (const listener of listeners) listener();
  };
  // once for the whole view; where tiles come slowly, what is there by then
  const base = createBasemapLayer(city, dark, () => (due ??= setTimeout(follow, SLOW_TILES_MS)));
  base.layer.on('load', follow);
  map.on('unload', () => clearTimeout(due));
  const labels = createLabelLayer(base, dark);
  base.layer.addTo(map);
  labels.layer.addTo(map);
  return {
    keepClearOf: labels.keepClearOf,
    shown: base.shown,
    onShown: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    showTheme: (isDark) => {
      base.showTheme(isDark);
      labels.showTheme(isDark);
    },
  };
}

type MapStart = {
  readonly center: GeoPoint;
  readonly zoom: number;
  /** A raster tile template with {z}, {x} and {y}; null draws the archives. */
  readonly tilesUrl: string | null;
  /** The address of the city's archive; null without one. */
  readonly city: string | null;
  readonly dark: boolean;
  /** The least zoom; by default a region's. */
  readonly minZoom?: number;
  /** Without interaction. */
  readonly still?: boolean;
  readonly onSources: (sources: ShownSources) => void;
};

/** Opens a map in `frame`. The caller closes it. */
export function openMap(frame: HTMLElement, start: MapStart): MapOverlay {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const moves = !start.still;
  const map = new LeafletMap(frame, {
    center: [start.center.latitude, start.center.longitude],
    zoom: start.zoom,
    minZoom: start.minZoom ?? MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    // Custom controls: Leaflet's own write HTML, which the Content Security Policy forbids.
    zoomControl: false,
    attributionControl: false,
    keyboard: false,
    dragging: moves,
    scrollWheelZoom: moves,
    doubleClickZoom: moves,
    touchZoom: moves,
    boxZoom: moves,
    zoomAnimation: !calm && moves,
    fadeAnimation: !calm,
    inertia: !calm,
  });
  let ground: ReturnType<typeof addBasemap> = {
    keepClearOf: () => {},
    shown: () => [],
    onShown: () => () => {},
    showTheme: () => {},
  };
  if (start.tilesUrl === null) ground = addBasemap(map, start);
  else tileLayer(start.tilesUrl, { maxZoom: MAX_ZOOM }).addTo(map);
  const resized = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  resized.observe(frame);
  return {
    map,
    ...ground,
    close: () => {
      resized.disconnect();
      map.remove();
    },
  };
}
