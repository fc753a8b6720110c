// Finds the boxes that contain a point without testing all of them.
//
// The world, as a plane of 360 by 180 degrees, is divided at level n into 2^n by 2^n equal cells. A box is stored at
// one level: the finest whose cells are at least half as wide and half as high as the box. There it overlaps at most
// three columns and three rows, so it is stored in at most nine cells; a box across the antimeridian is two boxes of
// one level, in at most eighteen. A point lies in one cell of each level, and every box that contains it is stored in
// its cell of the box's level, because the cell of a coordinate is monotonic, regardless of rounding. So a query looks
// up one cell for each level in use and tests the boxes there exactly, with `boundsContain`.
//
// Cost: a cell is narrower or lower than its boxes (except at the finest level, about forty meters), so only boxes at
// or right next to the point are tested. Larger cells would store a box in four of them, but test twice as many boxes
// that are only near. The number of boxes elsewhere has no influence, which the tests count.
//
// Why no R-tree or quadtree: a tree is better for long and thin boxes, which screens are not, and has to be rebalanced
// as boxes come and go, which happens with every drag of a map.
import { boundsContain, type GeoBounds, type GeoPoint } from '../kernel/geo.ts';

/** Cells of about 38 m at the equator, finer than the closest view of the map. */
const FINEST_LEVEL = 20;

export type BoundsIndex<Key> = {
  /** Sets or replaces the box of a key; null removes it. A box with south above north contains nothing. */
  set(key: Key, bounds: GeoBounds | null): void;
  /** The keys whose boxes contain the point, each once, unordered. */
  at(point: GeoPoint): Key[];
  /** All keys that have a box. */
  keys(): Iterable<Key>;
};

type Box<Key> = {
  readonly key: Key;
  readonly bounds: GeoBounds;
  readonly level: number;
  readonly cells: readonly number[];
};

/** An empty index. `holds` can be replaced to count its calls. */
export function makeBoundsIndex<Key>(holds: typeof boundsContain = boundsContain): BoundsIndex<Key> {
  const boxes = new Map<Key, Box<Key>>();
  const levels = Array.from({ length: FINEST_LEVEL + 1 }, () => new Map<number, Set<Box<Key>>>());

  function remove(key: Key): void {
    const box = boxes.get(key);
    if (!box) return;
    boxes.delete(key);
    const level = levels[box.level];
    for (const cell of box.cells) {
      const there = level?.get(cell);
      there?.delete(box);
      if (there?.size === 0) level?.delete(cell);
    }
  }

  return {
    set(key, bounds) {
      remove(key);
      if (!bounds) return;
      // a copy, so that all objects have the same shape
      const { north, south, east, west } = bounds;
      const box = { key, bounds: { north, south, east, west }, ...placeOf(bounds) };
      boxes.set(key, box);
      const level = levels[box.level];
      for (const cell of box.cells) {
        const there = level?.get(cell);
        if (there) there.add(box);
        else level?.set(cell, new Set([box]));
      }
    },
    at(point) {
      const found: Key[] = [];
      for (const [level, cells] of levels.entries()) {
        if (cells.size === 0) continue;
        for (const { key, bounds } of cells.get(cellAt(level, point.latitude, point.longitude)) ?? [])
          if (holds(bounds, point)) found.push(key);
      }
      return found;
    },
    keys: () => boxes.keys(),
  };
}

/** The cell number along an axis of `span` degrees; the far edge belongs to the last cell. */
const stepAt = (level: number, degrees: number, span: number): number =>
  Math.min(2 ** level - 1, Math.floor(((degrees + span / 2) / span) * 2 ** level));
const rowAt = (level: number, latitude: number): number => stepAt(level, latitude, 180);
const columnAt = (level: number, longitude: number): number => stepAt(level, longitude, 360);
/** Rows and columns of the finest level have 20 bits each, so both fit into one integer. */
const cellOf = (row: number, column: number): number => row * 2 ** FINEST_LEVEL + column;
const cellAt = (level: number, latitude: number, longitude: number): number =>
  cellOf(rowAt(level, latitude), columnAt(level, longitude));

/** The finest level whose cells are at least half as large as `degrees`, of `span` in total. */
const levelFor = (degrees: number, span: number): number =>
  Math.max(0, Math.min(FINEST_LEVEL, 1 + Math.floor(Math.log2(span / degrees))));

/** The level of a box and its cells there, each once. */
function placeOf({ north, south, east, west }: GeoBounds): { level: number; cells: number[] } {
  if (south > north) return { level: 0, cells: [] };
  const parts: [number, number][] =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  const width = Math.max(...parts.map(([from, to]) => to - from));
  const level = Math.min(levelFor(north - south, 180), levelFor(width, 360));
  const cells = new Set<number>();
  for (const [from, to] of parts)
    for (let row = rowAt(level, south); row <= rowAt(level, north); row++)
      for (let column = columnAt(level, from); column <= columnAt(level, to); column++)
        cells.add(cellOf(row, column));
  return { level, cells: [...cells] };
}
