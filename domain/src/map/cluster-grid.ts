import { boundsAround, type GeoBounds, unionOfBounds } from '../kernel/geo.ts';
import { UNITS_PER_DEGREE } from './cluster-cell.ts';

/** The radii that have a grid, in meters: from the smallest to the largest that can be requested. */
export const GRID_RADII_M = [100, 200, 350, 600, 1000, 1700, 3000, 5000] as const;

/** The radius of the grid used for a requested radius: the next smaller one, or the smallest. */
export const gridRadiusFor = (radiusM: number): number =>
  GRID_RADII_M.findLast((grid) => grid <= radiusM) ?? GRID_RADII_M[0];

/** Meters per degree of latitude, on the sphere that `distanceM` uses. */
const METERS_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;
/** Cells are this much smaller than the radius allows, because of rounded centers and the Earth's curvature. */
const MARGIN = 0.999;

/**
 * A division of the Earth into cells in which no two points are farther apart than `radiusM`: rows of equal
 * height, each divided into as many equal columns as its side nearest the equator needs. Every cell is a box
 * in degrees. The first column of a row begins at the antimeridian and the last ends there, so the mean of
 * points of a cell is in the cell.
 */
export type ClusterGrid = {
  readonly radiusM: number;
  readonly rowOf: (latitude: number) => number;
  readonly columnsOf: (row: number) => number;
  /** The box of a cell, in degrees; null if the grid has no such row or column. */
  readonly boxOf: (row: number, column: number) => GeoBounds | null;
};

/** The column of a longitude, in a row with this many columns. */
export const columnOf = (longitude: number, columns: number): number =>
  Math.min(columns - 1, Math.max(0, Math.floor(((longitude + 180) / 360) * columns)));

/** More columns than a row of any grid has, so that row and column fit into one number. */
const MOST_COLUMNS = 2 ** 20;
export const cellNumber = (row: number, column: number): number => row * MOST_COLUMNS + column;
export const rowOfCell = (cell: number): number => Math.floor(cell / MOST_COLUMNS);
const columnOfCell = (cell: number): number => cell % MOST_COLUMNS;

export function makeClusterGrid(radiusM: number): ClusterGrid {
  // a square's diagonal is its side times the square root of two
  const sideM = (radiusM * MARGIN) / Math.SQRT2;
  const rowHeight = sideM / METERS_PER_DEGREE;
  const rows = Math.ceil(180 / rowHeight);
  function columnsOf(row: number): number {
    const [south, north] = [row * rowHeight - 90, (row + 1) * rowHeight - 90];
    const widest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
    const aroundM = 360 * METERS_PER_DEGREE * Math.cos((widest * Math.PI) / 180);
    return Math.max(1, Math.ceil(aroundM / sideM));
  }
  return {
    radiusM,
    rowOf: (latitude) => Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / rowHeight))),
    columnsOf,
    boxOf(row, column) {
      if (row < 0 || row >= rows || column < 0 || column >= columnsOf(row)) return null;
      const columnWidth = 360 / columnsOf(row);
      return {
        north: Math.min(90, (row + 1) * rowHeight - 90),
        south: row * rowHeight - 90,
        east: Math.min(180, (column + 1) * columnWidth - 180),
        west: column * columnWidth - 180,
      };
    },
  };
}

/**
 * The id of a cluster on the wire: its grid's radius in meters, then its cell's number. Radii that share a
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

/**
 * Bounds that contain every member of the clusters whose center is within `bounds`: padded by the radius, in
 * meters. Changes outside of them do not affect these clusters.
 */
export function padBounds(bounds: GeoBounds, radiusM: number): GeoBounds {
  const { north, south, east, west } = bounds;
  const corners = [north, south].flatMap((latitude) =>
    [east, west].map((longitude) => boundsAround({ latitude, longitude }, radiusM)),
  );
  return unionOfBounds([bounds, ...corners]) ?? bounds;
}
