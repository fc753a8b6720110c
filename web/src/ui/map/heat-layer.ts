import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Layer } from 'leaflet';
import { CanvasLayer } from './canvas-layer.ts';
import { colorField, heatField, heatRamp } from './heat-field.ts';

/** A source of heat on the map; one point of weight 1 is clearly visible. */
export type HeatPoint = GeoPoint & { readonly weight: number };

export type HeatLayer = {
  readonly layer: Layer;
  readonly show: (points: readonly HeatPoint[], dark: boolean) => void;
};

/**
 * The radius of a point in CSS pixels: `most` at high zoom, shrinking to `least` at low zoom, where points
 * are closer together.
 */
const REACH_PX = { most: 64, least: 18 } as const;
const NEAR_ZOOM = 14;
const REACH_GROWTH = 1.7;
/**
 * The field is smooth, so cells of several pixels, scaled up by the browser, look the same as single pixels.
 * The cost does not depend on the device's pixel ratio, and a phone does half the work of a desktop.
 */
const CELL_PX = { fine: 5, coarse: 7 } as const;

/** The radius of a point at a zoom, in CSS pixels. */
export const heatReachPx = (zoom: number): number =>
  Math.max(REACH_PX.least, Math.min(REACH_PX.most, REACH_PX.most * REACH_GROWTH ** (zoom - NEAR_ZOOM)));

/** The heat below the markers, on one canvas. */
export function createHeatLayer(): HeatLayer {
  let points: readonly HeatPoint[] = [];
  let dark = false;
  const cellPx = window.matchMedia('(pointer: coarse)').matches ? CELL_PX.coarse : CELL_PX.fine;

  const layer = new CanvasLayer(
    (map, canvas, { corner, size }) => {
      const columns = Math.ceil(size.x / cellPx);
      const rows = Math.ceil(size.y / cellPx);
      canvas.width = columns;
      canvas.height = rows;
      // Whole cells: the last column and row may extend beyond the canvas's area.
      canvas.style.width = `${columns * cellPx}px`;
      canvas.style.height = `${rows * cellPx}px`;
      const context = canvas.getContext('2d');
      if (!context || points.length === 0) return;
      const spots = points.map(({ latitude, longitude, weight }) => {
        const at = map.latLngToContainerPoint([latitude, longitude]).subtract(corner);
        // A cell's color applies at its center.
        return { x: at.x / cellPx - 0.5, y: at.y / cellPx - 0.5, weight };
      });
      const picture = context.createImageData(columns, rows);
      colorField(
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
