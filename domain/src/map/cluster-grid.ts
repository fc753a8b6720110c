/** Metres in a degree of latitude on the sphere that `distanceM` measures on. */
const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;
/** A cell is this much smaller than its radius allows, for the rounding of centres and the curve of the Earth. */
const MARGIN = 0.999;

/**
 * A division of the Earth into cells in which no two points are farther apart than `radiusM`: rows of equal height,
 * each divided into as many equal columns as its side nearest the equator needs. Every cell is a box in degrees, the
 * first column of a row begins at the antimeridian and the last ends there, so the mean of points of a cell is in it.
 */
export type ClusterGrid = {
  readonly radiusM: number;
  readonly rowOf: (latitude: number) => number;
  /** How many columns a row has. */
  readonly columnsOf: (row: number) => number;
};

/** The column that holds a longitude, in a row of so many. */
export const columnOf = (longitude: number, columns: number): number =>
  Math.min(columns - 1, Math.max(0, Math.floor(((longitude + 180) / 360) * columns)));

export function makeClusterGrid(radiusM: number): ClusterGrid {
  // a square's diagonal is its side times the root of two
  const sideM = (radiusM * MARGIN) / Math.SQRT2;
  const rowHeight = sideM / METRES_PER_DEGREE;
  const rows = Math.ceil(180 / rowHeight);
  return {
    radiusM,
    rowOf: (latitude) => Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / rowHeight))),
    columnsOf(row) {
      const [south, north] = [row * rowHeight - 90, (row + 1) * rowHeight - 90];
      const widest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
      const aroundM = 360 * METRES_PER_DEGREE * Math.cos((widest * Math.PI) / 180);
      return Math.max(1, Math.ceil(aroundM / sideM));
    },
  };
}
