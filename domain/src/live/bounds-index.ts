// Whose box holds a point, without asking everybody who has one.
//
// The world, laid out in degrees as a plate of 360 by 180, is divided at level n into 2^n by 2^n equal cells. A box is
// kept at one level: the finest whose cells are at least half as wide and half as high as it is. There it lies on at
// most three columns and three rows, so it is put down in at most nine cells; a box across the antimeridian is two
// boxes of one level, in at most eighteen. A point lies in one cell of each level, and whatever box holds it has been
// put down in the one of the box's level: the cell of a coordinate never falls as the coordinate grows, whatever the
// rounding. So a question looks up one cell for each level in use, and asks exactly, by `boundsHold`, of the boxes that
// are there.
//
// What it costs: a cell is less wide than its boxes or less high (the finest level aside, some forty metres), so the
// boxes asked are those of people who look at the place or right beside it. Cells as large as the box would be fewer to
// put it down in, four, but hold twice as many boxes that are only near. How many boxes there are elsewhere makes no
// difference, which the tests count.
//
// The grid could be a tree (R-tree, quadtree): a tree is better where boxes are long and thin, which screens are not,
// and has to be balanced as boxes come and go, which these do with every drag of a map.
import { boundsHold, type GeoBounds, type GeoPoint } from '../kernel/geo.ts';

/** Cells of about 38 m at the equator; more than the closest view of a map needs. */
const FINEST_LEVEL = 20;

export type BoundsIndex<Key> = {
  /** Gives a key its box, in place of the one it had; null takes it out. A box with south above north holds nothing. */
  set(key: Key, bounds: GeoBounds | null): void;
  /** Those whose boxes hold the point, each once, in no order. */
  at(point: GeoPoint): Key[];
  /** All that have a box. */
  keys(): Iterable<Key>;
};

type Box<Key> = {
  readonly key: Key;
  readonly bounds: GeoBounds;
  readonly level: number;
  readonly cells: readonly number[];
};

/** An empty index; `holds` is for whoever wants to count how often it is asked. */
export function makeBoundsIndex<Key>(holds: typeof boundsHold = boundsHold): BoundsIndex<Key> {
  const boxes = new Map<Key, Box<Key>>();
  const levels = Array.from({ length: FINEST_LEVEL + 1 }, () => new Map<number, Set<Box<Key>>>());

  function takeOut(key: Key): void {
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
      takeOut(key);
      if (!bounds) return;
      // a copy, so that all of them are laid out alike
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

/** How far along an axis of `span` degrees, in cells; the far edge belongs to the last one. */
const stepAt = (level: number, degrees: number, span: number): number =>
  Math.min(2 ** level - 1, Math.floor(((degrees + span / 2) / span) * 2 ** level));
const rowAt = (level: number, latitude: number): number => stepAt(level, latitude, 180);
const columnAt = (level: number, longitude: number): number => stepAt(level, longitude, 360);
/** Rows and columns of the finest level have 20 bits each: together they are still a whole number. */
const cellOf = (row: number, column: number): number => row * 2 ** FINEST_LEVEL + column;
const cellAt = (level: number, latitude: number, longitude: number): number =>
  cellOf(rowAt(level, latitude), columnAt(level, longitude));

/** The finest level whose cells are at least half as large as `degrees`, of which all of them have `span`. */
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
