// Finds the boxes that contain a point without testing all of them: a box is listed in each cell of a grid that it
// overlaps, and a query tests the boxes of one cell. Boxes over very many cells are listed apart and always tested; few
// people look at a whole country. The number of boxes elsewhere has no influence, which the tests count.
import { boundsContain, type GeoBounds, type GeoPoint } from '../kernel/geo.ts';

/** Cells 5.5 km high: a view of some streets overlaps a few, one of a large city about a hundred. */
const CELLS_PER_DEGREE = 20;
const CELLS_AT_MOST = 400;
const COLUMNS = 360 * CELLS_PER_DEGREE;
/** In place of the cells of a box that overlaps more. */
const WIDE = -1;

export type BoundsIndex<Key> = {
  /** Sets or replaces the box of a key; null removes it. A box with south above north contains nothing. */
  set(key: Key, bounds: GeoBounds | null): void;
  /** The keys whose boxes contain the point, each once, unordered. */
  at(point: GeoPoint): Key[];
  keys(): Iterable<Key>;
};

/** An empty index. `holds` can be replaced to count its calls. */
export function makeBoundsIndex<Key>(holds: typeof boundsContain = boundsContain): BoundsIndex<Key> {
  const cells = new Map<number, Map<Key, GeoBounds>>();
  const cellsOfKey = new Map<Key, readonly number[]>();

  function remove(key: Key): void {
    for (const cell of cellsOfKey.get(key) ?? []) {
      const boxes = cells.get(cell);
      boxes?.delete(key);
      if (boxes?.size === 0) cells.delete(cell);
    }
    cellsOfKey.delete(key);
  }

  return {
    set(key, bounds) {
      remove(key);
      if (!bounds) return;
      const overlapped = cellsOf(bounds);
      cellsOfKey.set(key, overlapped);
      for (const cell of overlapped) {
        const boxes = cells.get(cell);
        if (boxes) boxes.set(key, bounds);
        else cells.set(cell, new Map([[key, bounds]]));
      }
    },
    at(point) {
      const found: Key[] = [];
      for (const cell of [WIDE, cellOf(stepAt(point.latitude), stepAt(point.longitude))])
        for (const [key, bounds] of cells.get(cell) ?? []) if (holds(bounds, point)) found.push(key);
      return found;
    },
    keys: () => cellsOfKey.keys(),
  };
}

/** The row of a latitude, the column of a longitude: monotonic, regardless of rounding. */
const stepAt = (degrees: number): number => Math.floor(degrees * CELLS_PER_DEGREE);
/** 180° and -180° are one column. */
const cellOf = (row: number, column: number): number =>
  (row + COLUMNS) * COLUMNS + ((column + COLUMNS) % COLUMNS);

function cellsOf({ north, south, east, west }: GeoBounds): number[] {
  const [bottom, left] = [stepAt(south), stepAt(west)];
  const rows = stepAt(north) - bottom + 1;
  const columns = stepAt(east) - left + 1 + (west <= east ? 0 : COLUMNS);
  if (rows * columns > CELLS_AT_MOST) return [WIDE];
  return Array.from({ length: Math.max(0, rows * columns) }, (_, nth) =>
    cellOf(bottom + Math.floor(nth / columns), left + (nth % columns)),
  );
}
