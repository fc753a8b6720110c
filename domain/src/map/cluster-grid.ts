import type { GeoBounds } from '../kernel/geo.ts';

/** Metres in a degree of latitude on the sphere that `distanceM` measures on. */
const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;
/** A cell is this much smaller than its radius allows, for the rounding of centres and the curve of the Earth. */
const MARGIN = 0.999;
/** More columns than a row of the finest grid has. */
const COLUMNS = 2 ** 20;

/**
 * A division of the Earth into cells in which no two points are farther apart than `radiusM`: rows of equal height,
 * each divided into as many equal columns as its side nearest the equator needs. Every cell is a box in degrees that
 * begins at the antimeridian or ends there, so none lies across it, and the mean of points of a cell is in the cell.
 */
export type ClusterGrid = {
  readonly radiusM: number;
  /** The number of the cell that holds a point. */
  readonly cellOf: (latitude: number, longitude: number) => number;
  /** The numbers of all cells that reach into the bounds; null when they are more than `atMost`. */
  readonly cellsIn: (bounds: GeoBounds, atMost: number) => number[] | null;
};

export function makeClusterGrid(radiusM: number): ClusterGrid {
  // a square's diagonal is its side times the root of two
  const sideM = (radiusM * MARGIN) / Math.SQRT2;
  const rowHeight = sideM / METRES_PER_DEGREE;
  const rows = Math.ceil(180 / rowHeight);

  const rowOf = (latitude: number): number =>
    Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / rowHeight)));

  function columnsOf(row: number): number {
    const [south, north] = [row * rowHeight - 90, (row + 1) * rowHeight - 90];
    const widest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
    const aroundM = 360 * METRES_PER_DEGREE * Math.cos((widest * Math.PI) / 180);
    return Math.max(1, Math.ceil(aroundM / sideM));
  }

  const columnOf = (longitude: number, columns: number): number =>
    Math.min(columns - 1, Math.max(0, Math.floor(((longitude + 180) / 360) * columns)));

  return {
    radiusM,
    cellOf(latitude, longitude) {
      const row = rowOf(latitude);
      return row * COLUMNS + columnOf(longitude, columnsOf(row));
    },
    cellsIn({ north, south, east, west }, atMost) {
      const cells: number[] = [];
      for (let row = rowOf(south); row <= rowOf(north); row++) {
        const columns = columnsOf(row);
        const [first, last] = [columnOf(west, columns), columnOf(east, columns)];
        const spans: readonly (readonly [number, number])[] =
          west <= east
            ? [[first, last]]
            : last < first
              ? [
                  [0, last],
                  [first, columns - 1],
                ]
              : [[0, columns - 1]];
        for (const [from, to] of spans) {
          if (cells.length + to - from >= atMost) return null;
          for (let column = from; column <= to; column++) cells.push(row * COLUMNS + column);
        }
      }
      return cells;
    },
  };
}
