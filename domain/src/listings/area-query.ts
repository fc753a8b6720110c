import type { GeoBounds } from '../kernel/geo.ts';

/** As numbers are written: small ones have up to six noughts before their digits. */
const DEGREES = /^-?\d{1,3}(\.\d{1,25})?(e-\d{1,3})?$/i;

/** A part of the map as the one text parameter that `areaQuery` reads. */
export const areaText = ({ north, south, east, west }: GeoBounds): string =>
  [north, south, east, west].join(',');

/** The four sides as they are written, wherever they lie; null where it is not four numbers. */
export function readSides(text: string): GeoBounds | null {
  const sides = text.split(',');
  if (sides.length !== 4 || !sides.every((side) => DEGREES.test(side))) return null;
  const [north = 0, south = 0, east = 0, west = 0] = sides.map(Number);
  return { north, south, east, west };
}

/** What `areaQuery` reads of a text, or null where it refuses it: for a page that carries no schemas. */
export function areaFrom(text: string): GeoBounds | null {
  const bounds = readSides(text);
  if (!bounds) return null;
  const { north, south, east, west } = bounds;
  const isOnEarth = north <= 90 && south >= -90 && Math.abs(east) <= 180 && Math.abs(west) <= 180;
  return isOnEarth && south <= north ? bounds : null;
}
