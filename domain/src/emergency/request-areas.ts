import { distanceM, type GeoBounds, type GeoPoint, boundsContain } from '../kernel/geo.ts';

/*
 * The areas of requests for food.
 *
 * A request shows the area it comes from, never a point. The areas are a partition of the world that is built once a
 * month from the public points of eligible members, so that every area holds at least ten people who could have asked.
 * Eligible is an account that is open, not paused, at least `member` in trust, a month old and used within half a year:
 *
 * - The world is divided into fixed, public cells of 16 km: rows of equal height, each with as many columns as its
 *   middle needs. A cell is halved both ways into quarters, these again, down to 1 km.
 * - A partition is a set of cells, each with everything it holds except for the cells of the set inside it. The area of
 *   a point is that of the smallest cell of the set that holds it; a point without one has no area.
 * - A quarter is in the set if it holds ten people and the rest of its cell does, too; else the smallest quarter joins
 *   the rest, and is divided in turn. So every area of a partition that has any ground holds ten.
 * - A cell is in force if it is in this month's set, and in the set before it or was in force then: finer areas begin
 *   after two equal builds, coarser ones immediately. An area in force is a union of areas of this month's set, even if
 *   cells are missing: it holds ten as well.
 *
 * Up to nine accounts may be one person's, made to fill a cell around another person. So nine of the people of a cell
 * who are not known do not count.
 */

/** A request's area in force: its key, and the boxes it consists of. */
export type AreaRegion = { readonly key: string; readonly bounds: readonly GeoBounds[] };

/** A person who counts, at the public point of their place. */
export type CountedPerson = { readonly point: GeoPoint; readonly isKnown: boolean };

/** An area holds at least this many people. */
export const AREA_MIN_PEOPLE = 10;
/** At most this many accounts that are not known are assumed to belong to one attacker. */
export const MAX_SOCK_PUPPETS = 9;
/** The side of a cell that is not a quarter, and how often it can be halved: to 1 km. */
const CELL_KM = 16;
const MAX_DEPTH = 4;

/** Kilometers per degree of latitude, on the sphere that `distanceM` uses. */
const KM_PER_DEGREE = (6371.0088 * Math.PI) / 180;
const ROW_DEGREES = CELL_KM / KM_PER_DEGREE;
const ROWS = Math.ceil(180 / ROW_DEGREES);

const columnsOf = (row: number): number => {
  const middle = Math.min(90, (row + 0.5) * ROW_DEGREES - 90);
  const aroundKm = 360 * KM_PER_DEGREE * Math.max(0, Math.cos((middle * Math.PI) / 180));
  return Math.max(1, Math.round(aroundKm / CELL_KM));
};

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));

/**
 * The 16 km cell of a point and its quarters, from the largest to the smallest: each key begins with the one before.
 */
function keysAt({ latitude, longitude }: GeoPoint): string[] {
  const down = (latitude + 90) / ROW_DEGREES;
  const row = clamp(Math.floor(down), ROWS - 1);
  const columns = columnsOf(row);
  const across = ((longitude + 180) / 360) * columns;
  const column = clamp(Math.floor(across), columns - 1);
  let [y, x] = [clamp(down - row, 1), clamp(across - column, 1)];
  let key = `${row}-${column}-`;
  const keys = [key];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const [upper, right] = [y >= 0.5 ? 1 : 0, x >= 0.5 ? 1 : 0];
    key += 2 * upper + right;
    keys.push(key);
    [y, x] = [2 * y - upper, 2 * x - right];
  }
  return keys;
}

/** The key of the 16 km cell of a point. */
export const cellKeyAt = (point: GeoPoint): string => keysAt(point)[0] ?? '';

const quartersOf = (key: string): string[] => ['0', '1', '2', '3'].map((digit) => key + digit);
const depthOf = (key: string): number => key.length - key.lastIndexOf('-') - 1;

/** The box of a cell or quarter, in degrees. */
function boxOf(key: string): GeoBounds {
  const [row = 0, column = 0] = key.split('-').map(Number);
  const path = key.slice(key.lastIndexOf('-') + 1);
  const width = 360 / columnsOf(row);
  let [south, west, height, breadth] = [row * ROW_DEGREES - 90, column * width - 180, ROW_DEGREES, width];
  for (const digit of path) {
    [height, breadth] = [height / 2, breadth / 2];
    if (digit === '2' || digit === '3') south += height;
    if (digit === '1' || digit === '3') west += breadth;
  }
  return {
    south,
    west,
    north: Math.min(90, south + height),
    east: Math.min(180, west + breadth),
  };
}

type Tally = { readonly known: number; readonly unknown: number };

const NONE: Tally = { known: 0, unknown: 0 };
const plus = (a: Tally, b: Tally): Tally => ({ known: a.known + b.known, unknown: a.unknown + b.unknown });
const sizeOf = ({ known, unknown }: Tally): number => known + unknown;
/**
 * Returns true if ten people count, even if nine unknown accounts belong to one person. Monotonic: true for a cell if
 * true for a part of it.
 */
const isEnough = ({ known, unknown }: Tally): boolean =>
  known + Math.max(0, unknown - MAX_SOCK_PUPPETS) >= AREA_MIN_PEOPLE;

function tallyCells(people: readonly CountedPerson[]): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { point, isKnown } of people)
    for (const key of keysAt(point))
      tallies.set(key, plus(tallies.get(key) ?? NONE, { known: isKnown ? 1 : 0, unknown: isKnown ? 0 : 1 }));
  return tallies;
}

/** How many people count in each 16 km cell, by its key; empty ones are absent. */
export function countByCell(people: readonly CountedPerson[]): Record<string, number> {
  const cells = [...tallyCells(people)].filter(([key]) => depthOf(key) === 0);
  return Object.fromEntries(cells.map(([key, tally]) => [key, sizeOf(tally)]));
}

/** What is shown about the number of people around the place of a request. */
export type AreaPopulation = {
  /** Whether there are, or may be, so few that a neighbor can guess who the requester is. */
  readonly isFew: boolean;
  /** Their number, if it is known and small. */
  readonly people: number | null;
};

/**
 * How many people there are around a place without an area in force, by the newest build: few, unless the 16 km cell
 * holds enough for an area. Unknown without a place or a build.
 */
export function populationAt(
  build: { readonly cells: readonly string[]; readonly people: Readonly<Record<string, number>> } | null,
  place: GeoPoint | null,
): AreaPopulation {
  if (!build || !place) return { isFew: true, people: null };
  const key = cellKeyAt(place);
  return build.cells.includes(key)
    ? { isFew: false, people: null }
    : { isFew: true, people: build.people[key] ?? 0 };
}

/** The cells of a month's partition, sorted: the same for the same people in any order. */
export function buildAreas(people: readonly CountedPerson[]): string[] {
  const tallies = tallyCells(people);
  const tallyOf = (key: string): Tally => tallies.get(key) ?? NONE;
  const bySize = (a: string, b: string): number =>
    sizeOf(tallyOf(a)) - sizeOf(tallyOf(b)) || (a < b ? -1 : 1);
  const cells: string[] = [];

  function add(key: string): void {
    cells.push(key);
    let left = NONE;
    let hasGround = false;
    for (let joining: string | undefined = key; joining !== undefined && depthOf(joining) < MAX_DEPTH; ) {
      const quarters = quartersOf(joining);
      const areas = quarters.filter((quarter) => isEnough(tallyOf(quarter))).toSorted(bySize);
      const rest = quarters.filter((quarter) => !areas.includes(quarter));
      left = rest.map(tallyOf).reduce(plus, left);
      hasGround ||= rest.length > 0;
      const isComplete = !hasGround || isEnough(left);
      for (const area of isComplete ? areas : areas.slice(1)) add(area);
      joining = isComplete ? undefined : areas[0];
    }
  }
  for (const [key, tally] of tallies) if (depthOf(key) === 0 && isEnough(tally)) add(key);
  return cells.sort();
}

export type AreaBuild = { readonly cells: readonly string[]; readonly inForce: readonly string[] };

/** The cells of a new partition that are in force, given the build before it; null for the first build. */
export function cellsInForce(cells: readonly string[], before: AreaBuild | null): string[] {
  const known = new Set(before ? [...before.cells, ...before.inForce] : []);
  return cells.filter((key) => known.has(key));
}

/** The key of a point's area: the smallest of these cells that holds it; null without one. */
export const areaKeyAt = (point: GeoPoint, cells: ReadonlySet<string>): string | null =>
  keysAt(point).findLast((key) => cells.has(key)) ?? null;

/** The boxes of an area: its cell without the smaller cells of the set inside it; none if these cover it. */
export function boundsOfArea(key: string, cells: ReadonlySet<string>): GeoBounds[] {
  const isWhole = ![...cells].some((cell) => cell !== key && cell.startsWith(key));
  if (isWhole) return [boxOf(key)];
  const [southWest = [], southEast = [], northWest = [], northEast = []] = quartersOf(key).map((quarter) =>
    cells.has(quarter) ? [] : boundsOfArea(quarter, cells),
  );
  return [...joined(southWest, southEast), ...joined(northWest, northEast)];
}

/** The boxes of two neighbors, as one box where both are whole. */
function joined(west: readonly GeoBounds[], east: readonly GeoBounds[]): GeoBounds[] {
  const [left, right] = [west[0], east[0]];
  const fit = west.length === 1 && east.length === 1 && left && right && left.east === right.west;
  return fit && left.south === right.south && left.north === right.north
    ? [{ ...left, east: right.east }]
    : [...west, ...east];
}

/** The distance in kilometers from a point to the nearest edge of an area; 0 inside. */
export function distanceToAreaKm(point: GeoPoint, bounds: readonly GeoBounds[]): number {
  return Math.min(...bounds.map((box) => distanceToBoxKm(point, box)));
}

function distanceToBoxKm(point: GeoPoint, box: GeoBounds): number {
  if (boundsContain(box, point)) return 0;
  const latitude = Math.min(box.north, Math.max(box.south, point.latitude));
  const isBetween = point.longitude >= box.west && point.longitude <= box.east;
  const sides = isBetween ? [point.longitude] : [box.west, box.east];
  return Math.min(...sides.map((longitude) => distanceM(point, { latitude, longitude }) / 1000));
}

/** The distance as others read it: 0 in the area itself, else whole kilometers, at least 1. */
export const wholeKmToArea = (point: GeoPoint, bounds: readonly GeoBounds[]): number => {
  const km = distanceToAreaKm(point, bounds);
  return km === 0 ? 0 : Math.max(1, Math.round(km));
};

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/**
 * Where a map marks an area: at the place whose name it has, if that is in it; else in the middle third of its largest box,
 * placed by a hash of its key. Beyond name and area, it reveals nothing about the people in it.
 */
export function markOfArea({
  key,
  bounds,
  namedAt,
}: AreaRegion & { readonly namedAt?: GeoPoint | null }): GeoPoint {
  if (namedAt) return namedAt;
  const size = (box: GeoBounds): number => (box.north - box.south) * (box.east - box.west);
  const [largest] = bounds.toSorted((a, b) => size(b) - size(a));
  if (!largest) throw new Error(`the area ${key} has no bounds`);
  const share = (name: string): number => (1 + hashOf(`${key}:${name}`) / 2 ** 32) / 3;
  return {
    latitude: largest.south + (largest.north - largest.south) * share('latitude'),
    longitude: largest.west + (largest.east - largest.west) * share('longitude'),
  };
}
