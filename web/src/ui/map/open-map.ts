import { Map as LeafletMap, tileLayer } from 'leaflet';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { loadBasemap } from './basemap-data.ts';
import { createBasemapLayer } from './basemap-layer.ts';
import { basemapPalette } from './basemap-palette.ts';
import { createLabelLayer, type MapObstacle } from './label-layer.ts';

export const MIN_ZOOM = 10;
export const MAX_ZOOM = 18;

export type MapOverlay = {
  readonly map: LeafletMap;
  /** Basemap labels avoid these. No effect with raster tiles. */
  readonly keepClearOf: (obstacles: readonly MapObstacle[], owner?: string) => void;
  readonly showTheme: (dark: boolean) => void;
  readonly close: () => void;
};

/** The shipped basemap with its labels: functions to restyle and to remove it. */
function addBasemap(map: LeafletMap, dark: boolean): Omit<MapOverlay, 'map'> {
  const base = createBasemapLayer(basemapPalette(dark));
  const labels = createLabelLayer(basemapPalette(dark));
  base.layer.addTo(map);
  labels.layer.addTo(map);
  let gone = false;
  const show = async () => {
    const basemap = await loadBasemap();
    if (gone) return;
    base.showBasemap(basemap);
    labels.showBasemap(basemap);
  };
  // Without its data the map is plain land; markers still work.
  show().catch(() => {});
  return {
    keepClearOf: labels.keepClearOf,
    showTheme: (isDark) => {
      base.showPalette(basemapPalette(isDark));
      labels.showPalette(basemapPalette(isDark));
    },
    close: () => {
      gone = true;
    },
  };
}

/**
 * Opens a map in `frame`. `tilesUrl` is a raster tile template with {z}, {x} and {y}; null uses the shipped
 * basemap; a `still` map is not interactive. The caller closes it.
 */
export function openMap(
  frame: HTMLElement,
  start: { center: GeoPoint; zoom: number; tilesUrl: string | null; dark: boolean; still?: boolean },
): MapOverlay {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const moves = !start.still;
  const map = new LeafletMap(frame, {
    center: [start.center.latitude, start.center.longitude],
    zoom: start.zoom,
    minZoom: MIN_ZOOM,
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
  let ground: Omit<MapOverlay, 'map'> = { keepClearOf: () => {}, showTheme: () => {}, close: () => {} };
  if (start.tilesUrl === null) ground = addBasemap(map, start.dark);
  else tileLayer(start.tilesUrl, { maxZoom: MAX_ZOOM }).addTo(map);
  const resized = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  resized.observe(frame);
  return {
    map,
    keepClearOf: ground.keepClearOf,
    showTheme: ground.showTheme,
    close: () => {
      ground.close();
      resized.disconnect();
      map.remove();
    },
  };
}
