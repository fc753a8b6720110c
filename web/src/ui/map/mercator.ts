import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';

/** Side of a map tile, and of the whole world at zoom 0, in pixels. */
export const TILE_PX = 256;

/** A place in Web Mercator world coordinates: 0 to 1 from west to east and from north to south. */
export function toWorld({ latitude, longitude }: GeoPoint): readonly [x: number, y: number] {
  const sin = Math.sin((latitude * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)];
}

/** Width of the whole world at a zoom, in pixels. */
export const worldPx = (zoom: number): number => TILE_PX * 2 ** zoom;
