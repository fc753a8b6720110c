import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Layer } from 'leaflet';
import { CanvasLayer } from './canvas-layer.ts';
import { colourField, heatField, heatRamp } from './heat-field.ts';

/** Something warm on the map; a weight of 1 alone is a clear glow. */
export type HeatPoint = GeoPoint & { readonly weight: number };

export type HeatLayer = {
  readonly layer: Layer;
  readonly show: (points: readonly HeatPoint[], dark: boolean) => void;
};

/** How far a point glows from near by, in the page's pixels; from afar points stand closer and glow less far. */
const REACH_PX = { most: 64, least: 18 } as const;
const NEAR_ZOOM = 14;
const REACH_GROWTH = 1.7;
/**
 * The field is so soft that cells of several pixels, smoothed by the browser, look the same as single ones: the cost
 * does not follow the device's pixel ratio, and a phone does half the work of a desk.
 */
const CELL_PX = { fine: 5, coarse: 7 } as const;

/** How far a point glows at a zoom, in the page's pixels. */
export const heatReachPx = (zoom: number): number =>
  Math.max(REACH_PX.least, Math.min(REACH_PX.most, REACH_PX.most * REACH_GROWTH ** (zoom - NEAR_ZOOM)));

/** Warmth under the marks, on one canvas below the map's names. */
export function makeHeatLayer(): HeatLayer {
  let points: readonly HeatPoint[] = [];
  let dark = false;
  const cellPx = window.matchMedia('(pointer: coarse)').matches ? CELL_PX.coarse : CELL_PX.fine;

  const layer = new CanvasLayer(
    (map, canvas, { corner, size }) => {
      const columns = Math.ceil(size.x / cellPx);
      const rows = Math.ceil(size.y / cellPx);
      canvas.width = columns;
      canvas.height = rows;
      // Whole cells: the last column and row may reach beyond the padded view.
      canvas.style.width = `${columns * cellPx}px`;
      canvas.style.height = `${rows * cellPx}px`;
      const context = canvas.getContext('2d');
      if (!context || points.length === 0) return;
      const spots = points.map(({ latitude, longitude, weight }) => {
        const at = map.latLngToContainerPoint([latitude, longitude]).subtract(corner);
        // A cell's colour stands at its middle.
        return { x: at.x / cellPx - 0.5, y: at.y / cellPx - 0.5, weight };
      });
      const picture = context.createImageData(columns, rows);
      colourField(
        heatField(spots, { columns, rows, reach: heatReachPx(map.getZoom()) / cellPx }),
        heatRamp(dark),
        picture.data,
      );
      context.putImageData(picture, 0, 0);
    },
    { below: true },
  );
  return {
    layer,
    show: (nextPoints, isDark) => {
      points = nextPoints;
      dark = isDark;
      layer.refresh();
    },
  };
}
