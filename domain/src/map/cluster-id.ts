import type { GeoBounds } from '../kernel/geo.ts';
import { UNITS_PER_DEGREE } from './cluster-cell.ts';
import { columnOfCell, GRID_RADII_M, makeClusterGrid, rowOfCell } from './cluster-grid.ts';

/**
 * The id of a cluster on the wire: its grid's radius in metres, then its cell's number. Radii that share a
 * grid give the same place the same id.
 */
export const formatClusterId = (gridRadiusM: number, cell: number): string =>
  `${gridRadiusM}-${cell.toString(36)}`;

/** The area of a cluster, in degrees: it contains every member, edges included. Null for an invalid id. */
export function boundsOfCluster(id: string): GeoBounds | null {
  const [radiusText = '', cellText = '', ...rest] = id.split('-');
  const cell = Number.parseInt(cellText, 36);
  const radiusM = GRID_RADII_M.find((grid) => String(grid) === radiusText);
  // exactly one spelling per id: no capitals, no leading zeros, no digits beyond precision
  if (radiusM === undefined || rest.length > 0 || cell.toString(36) !== cellText) return null;
  const box = makeClusterGrid(radiusM).boxOf(rowOfCell(cell), columnOfCell(cell));
  return box && widened(box);
}

/** Widens the box by one unit on each side: points are rounded to whole units. */
const widened = ({ north, south, east, west }: GeoBounds): GeoBounds => ({
  north: Math.min(90, Math.ceil(north * UNITS_PER_DEGREE + 1) / UNITS_PER_DEGREE),
  south: Math.max(-90, Math.floor(south * UNITS_PER_DEGREE - 1) / UNITS_PER_DEGREE),
  east: Math.min(180, Math.ceil(east * UNITS_PER_DEGREE + 1) / UNITS_PER_DEGREE),
  west: Math.max(-180, Math.floor(west * UNITS_PER_DEGREE - 1) / UNITS_PER_DEGREE),
});
