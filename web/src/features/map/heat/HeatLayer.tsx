import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { useEffect, useState } from 'react';
import { useMap } from '#web/ui/map/map-context.ts';
import { nearestTurn } from '#web/ui/map/nearest-turn.ts';
import { useDarkTheme } from '#web/ui/map/use-dark-theme.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Layer } from 'leaflet';
import { CanvasLayer } from '#web/ui/map/canvas-layer.ts';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';

export function HeatLayer({ clusters }: { readonly clusters: readonly MapCluster[] }) {
  const { map } = useMap();
  const dark = useDarkTheme();
  const [heat] = useState(createHeatLayer);

  useEffect(() => {
    heat.layer.addTo(map);
    return () => {
      heat.layer.remove();
    };
  }, [map, heat]);

  useEffect(() => {
    heat.show(
      clusters.map((cluster) => ({
        latitude: cluster.latitude,
        longitude: cluster.longitude,
        weight: heatWeight(cluster),
      })),
      dark,
    );
  }, [heat, clusters, dark]);

  return null;
}

/** A source of heat on the map; one point of weight 1 is clearly visible. */
type HeatPoint = GeoPoint & { readonly weight: number };

type HeatCanvas = {
  readonly layer: Layer;
  readonly show: (points: readonly HeatPoint[], dark: boolean) => void;
};

/** In CSS pixels: `most` at high zoom, shrinking to `least` where points are closer together. */
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

function createHeatLayer(): HeatCanvas {
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
      const spots = points.map(({ weight, ...point }) => {
        const at = map.latLngToContainerPoint(nearestTurn(map, point)).subtract(corner);
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

/** A source of heat at a position in cells. */
type HeatSpot = { readonly x: number; readonly y: number; readonly weight: number };

type HeatGrid = {
  readonly columns: number;
  readonly rows: number;
  /** The radius of a spot, in cells. */
  readonly reach: number;
};

/** In [0, 1): falls to 0 at the reach, adds up, and saturates, so that one large cluster does not dwarf others. */
export function heatField(spots: readonly HeatSpot[], { columns, rows, reach }: HeatGrid): Float32Array {
  const field = new Float32Array(columns * rows);
  for (const { x, y, weight } of spots) {
    const [fromRow, toRow] = [Math.max(0, Math.ceil(y - reach)), Math.min(rows - 1, Math.floor(y + reach))];
    const [fromColumn, toColumn] = [
      Math.max(0, Math.ceil(x - reach)),
      Math.min(columns - 1, Math.floor(x + reach)),
    ];
    for (let row = fromRow; row <= toRow; row += 1) {
      for (let column = fromColumn; column <= toColumn; column += 1) {
        const far = ((column - x) ** 2 + (row - y) ** 2) / reach ** 2;
        if (far < 1)
          field[row * columns + column] = (field[row * columns + column] ?? 0) + weight * (1 - far) ** 2;
      }
    }
  }
  return field.map((sum) => 1 - Math.exp(-sum));
}

type Stop = readonly [intensity: number, red: number, green: number, blue: number, opacity: number];

/** Mango, orange, tomato, translucent enough that streets and names stay readable below. */
const byDay: readonly Stop[] = [
  [0, 255, 181, 62, 0],
  [0.3, 255, 181, 62, 0.3],
  [0.65, 232, 116, 38, 0.42],
  [1, 180, 42, 29, 0.52],
];
const byNight: readonly Stop[] = [
  [0, 244, 191, 94, 0],
  [0.3, 232, 158, 62, 0.2],
  [0.65, 255, 140, 80, 0.32],
  [1, 255, 122, 104, 0.44],
];

const SHADES = 256;

/** The colors from low to high heat: `SHADES` times red, green, blue and opacity, each 0 to 255. */
function makeRamp(stops: readonly Stop[]): Uint8ClampedArray {
  const ramp = new Uint8ClampedArray(SHADES * 4);
  for (let shade = 0; shade < SHADES; shade += 1) {
    const intensity = shade / (SHADES - 1);
    const above = stops.findIndex(([from]) => from >= intensity);
    const high = stops[above] ?? stops.at(-1);
    const low = stops[above - 1] ?? high;
    if (!low || !high) continue;
    const share = high === low ? 0 : (intensity - low[0]) / (high[0] - low[0]);
    const mix = (part: 1 | 2 | 3 | 4) => low[part] + (high[part] - low[part]) * share;
    ramp.set([mix(1), mix(2), mix(3), mix(4) * 255], shade * 4);
  }
  return ramp;
}

type HeatRamp = Uint8ClampedArray;
const ramps = { day: makeRamp(byDay), night: makeRamp(byNight) } as const;

/** The heat colors of the light or the dark theme. A canvas cannot use CSS variables. */
export const heatRamp = (dark: boolean): HeatRamp => (dark ? ramps.night : ramps.day);

/** Writes the colors of a field into image data of the same size. */
export function colorField(field: Float32Array, ramp: HeatRamp, bytes: Uint8ClampedArray): void {
  field.forEach((intensity, cell) => {
    const shade = Math.round(intensity * (SHADES - 1)) * 4;
    bytes.set(ramp.subarray(shade, shade + 4), cell * 4);
  });
}

const URGENCY_WEIGHT: Readonly<Record<UrgencyLevel, number>> = {
  low: 0.8,
  medium: 1,
  high: 1.35,
  emergency: 1.7,
};
/** The weight of one item of low urgency, a faint glow. */
const UNIT = 0.3;

/** A cluster's weight on the heat map: doubling its items adds a constant, and urgency multiplies. */
export const heatWeight = ({ count, urgencyLevel }: Pick<MapCluster, 'count' | 'urgencyLevel'>): number =>
  UNIT * Math.log2(1 + count) * URGENCY_WEIGHT[urgencyLevel];
