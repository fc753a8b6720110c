import type { GeoBounds } from '../../kernel/geo.ts';

/** Numbers as JavaScript prints them, including exponents. */
const DEGREES = /^-?\d{1,3}(\.\d{1,25})?(e-\d{1,3})?$/i;

/** Of the longest four numbers and their commas. */
export const MAX_AREA_LENGTH = 4 * 35 + 3;

/** Bounds as the text parameter that `areaQuery` parses. */
export const formatArea = ({ north, south, east, west }: GeoBounds): string =>
  [north, south, east, west].join(',');

/** The four sides, in any range; null if the text is not four numbers. */
export function parseSides(text: string): GeoBounds | null {
  const sides = text.split(',');
  if (sides.length !== 4 || !sides.every((side) => DEGREES.test(side))) return null;
  const [north = 0, south = 0, east = 0, west = 0] = sides.map(Number);
  return { north, south, east, west };
}

/** Same as `areaQuery`, without schemas; null if the text is invalid. */
export function parseArea(text: string): GeoBounds | null {
  const bounds = parseSides(text);
  if (!bounds) return null;
  const { north, south, east, west } = bounds;
  const isOnEarth = north <= 90 && south >= -90 && Math.abs(east) <= 180 && Math.abs(west) <= 180;
  return isOnEarth && south <= north ? bounds : null;
}
