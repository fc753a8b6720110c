import { boundsContain, type GeoBounds } from '../kernel/geo.ts';
import { type Category, URGENCY_LEVELS, type UrgencyLevel } from '../listings/listing-fields.ts';
import {
  compareForDisplay,
  type Entry,
  type HiddenEntries,
  makeEntry,
  firstMembers,
  makeFilter,
  type MapPoint,
  sumCell,
  UNITS_PER_DEGREE,
} from './cluster-cell.ts';
import { GRID_RADII_M, gridRadiusFor } from './cluster-grid.ts';
import { type ClusterLevel, makeClusterLevel } from './cluster-level.ts';

/*
 * The clusters of the live map.
 *
 * A map shows thousands of items that change every second, to viewers with different bounds, zoom levels and filters.
 * The usual algorithms build a hierarchy of merged points, which is fast to read but has to be rebuilt when a point
 * changes, and whose clusters depend on the order of the points. Here the Earth is divided in advance, and a cluster is
 * the content of one cell:
 *
 * - Each of eight radii has a grid whose cells have a diagonal of at most that radius (`cluster-grid.ts`). The mean of
 *   points of a cell is in the cell, so no member is farther from its cluster's center than the radius. Other radii use
 *   the next finer grid.
 * - A point is in one cell of each grid, which follows from the point alone. So the clusters of a place do not depend
 *   on bounds, history or order, and are the same in every process.
 * - A cell keeps its members in display order. If it has many, it also keeps sums per *class*: kind, categories and
 *   urgency. A filter selects classes, so a filtered cluster is a sum over a few dozen classes, never over thousands of
 *   members (`cluster-cell.ts`). Sums are integers, hence exact: removing a point restores the previous sums.
 * - The cells of a grid are stored by row and column in blocks of numbers, with the sums of their members in adjacent
 *   arrays (`cell-list.ts`). A part of the map is a few contiguous ranges, so an unfiltered query scans them and reads
 *   no members: memory access dominates the time, not addition.
 *
 * Cost. A change touches eight cells: for each two binary searches, a few additions, a move of some hundred bytes, and
 * an insertion into the members; microseconds, for any number of points. A query finds the first cell of each row
 * within the bounds by binary search, or skips from one non-empty row to the next if these are fewer, and then costs
 * some hundred nanoseconds per cluster. Only as many clusters as requested are sorted, so a query for the whole world
 * is one scan over its cells. Memory is, in each of eight grids, a slot in the cell's members and a share of the cell;
 * a cell with a single point is that point.
 */

/** Maximum number of members returned with a cluster. */
export const MAX_CLUSTER_ITEMS = 50;

export type MapQuery = {
  /** In meters; below the finest grid's radius it counts as that. */
  readonly radiusM: number;
  /** Only these; empty for all. */
  readonly categories?: readonly Category[];
  readonly urgencyLevels?: readonly UrgencyLevel[];
  readonly hiddenOwners?: ReadonlySet<string>;
  /** Which points count, and are listed; by default all. Without it, classes are summed instead of members. */
  readonly isCounted?: (point: MapPoint) => boolean;
  /** Which members are listed; all of them count. */
  readonly isListed?: (point: MapPoint) => boolean;
};

export type PointCluster = {
  /** The cell's number in its grid, stable for the same place. */
  readonly cell: number;
  readonly type: 'food_available' | 'food_needed' | 'mixed';
  readonly urgencyLevel: UrgencyLevel;
  readonly count: number;
  readonly latitude: number;
  readonly longitude: number;
};

export type ClusterIndex = {
  /** Adds or updates a point. */
  put(point: MapPoint): void;
  putAll(points: readonly MapPoint[]): void;
  /** Removes a point; does nothing if it is not there. */
  remove(id: string): void;
  /** The clusters whose center is within the bounds, largest first. */
  clustersIn(bounds: GeoBounds, question: MapQuery): PointCluster[];
  /** At most `most` of them, and the total number of points in all of them. */
  largestIn(
    bounds: GeoBounds,
    question: MapQuery,
    most: number,
  ): { readonly clusters: PointCluster[]; readonly total: number };
  /** The members of a cluster for the same query: most urgent first, then newest, at most fifty. */
  membersOf(cluster: Pick<PointCluster, 'cell'>, question: MapQuery): MapPoint[];
  /** All requests of a cluster for the same query. */
  neededOf(cluster: Pick<PointCluster, 'cell'>, question: MapQuery): MapPoint[];
  readonly size: number;
};

/** What of a cell does not count: hidden entries, and those that are not asked for. */
const hiddenIn = (
  hidden: ReadonlySet<Entry> | undefined,
  isCounted: MapQuery['isCounted'],
): HiddenEntries | undefined =>
  isCounted ? { has: (entry) => hidden?.has(entry) === true || !isCounted(entry.point) } : hidden;

export function makeClusterIndex(): ClusterIndex {
  const entries = new Map<string, Entry>();
  const byOwner = new Map<string, Set<Entry>>();
  const finest = makeClusterLevel(GRID_RADII_M[0]);
  const levels = [finest, ...GRID_RADII_M.slice(1).map(makeClusterLevel)];
  const levelFor = (radiusM: number): ClusterLevel =>
    levels.find((level) => level.radiusM === gridRadiusFor(radiusM)) ?? finest;

  function add(entry: Entry): void {
    const { id, ownerId } = entry.point;
    entries.set(id, entry);
    const owned = byOwner.get(ownerId);
    if (owned) owned.add(entry);
    else byOwner.set(ownerId, new Set([entry]));
    for (const level of levels) level.add(entry);
  }

  function remove(id: string): void {
    const entry = entries.get(id);
    if (!entry) return;
    const { ownerId } = entry.point;
    entries.delete(id);
    const owned = byOwner.get(ownerId);
    owned?.delete(entry);
    if (owned?.size === 0) byOwner.delete(ownerId);
    for (const level of levels) level.remove(entry);
  }

  function put(point: MapPoint): void {
    remove(point.id);
    add(makeEntry(point));
  }

  /** The hidden entries by cell. A person has blocked few others, so their entries are looked up one by one. */
  function hiddenFrom(
    level: ClusterLevel,
    owners: ReadonlySet<string> | undefined,
  ): Map<number, Set<Entry>> | null {
    if (!owners || owners.size === 0) return null;
    const hidden = new Map<number, Set<Entry>>();
    for (const owner of owners)
      for (const entry of byOwner.get(owner) ?? []) {
        const number = level.numberOf(entry);
        const here = hidden.get(number);
        if (here) here.add(entry);
        else hidden.set(number, new Set([entry]));
      }
    return hidden;
  }

  function largestIn(
    bounds: GeoBounds,
    { radiusM, categories = [], urgencyLevels = [], hiddenOwners, isCounted }: MapQuery,
    most: number,
  ): { clusters: PointCluster[]; total: number } {
    const level = levelFor(radiusM);
    const filter = makeFilter(categories, urgencyLevels);
    const hidden = hiddenFrom(level, hiddenOwners);
    const largest = makeLargest(most);
    let total = 0;
    level.eachIn(bounds, ({ numbers, sums, facts, cells }, from, to) => {
      for (let at = from; at < to; at++) {
        const cell = numbers[at] ?? 0;
        const hiddenHere = hiddenIn(hidden?.get(cell), isCounted);
        const members = filter || hiddenHere ? cells[at] : undefined;
        const some = members && sumCell(members, filter, hiddenHere);
        const count = some ? some.count : (facts[3 * at] ?? 0);
        if (count === 0) continue;
        const latitude = (some ? some.latUnits : (sums[2 * at] ?? 0)) / count / UNITS_PER_DEGREE;
        const longitude = (some ? some.lngUnits : (sums[2 * at + 1] ?? 0)) / count / UNITS_PER_DEGREE;
        if (!boundsContain(bounds, { latitude, longitude })) continue;
        total += count;
        if (!largest.hasRoomFor(count)) continue;
        const type = typeOf(some ? some.needed : (facts[3 * at + 1] ?? 0), count);
        const urgencyLevel = URGENCY_LEVELS[some ? some.rank : (facts[3 * at + 2] ?? 0)] ?? 'low';
        largest.add({ cell, type, urgencyLevel, count, latitude, longitude });
      }
    });
    return { clusters: largest.inOrder(), total };
  }

  return {
    put,
    putAll(points) {
      for (const { point } of points.map(makeEntry).sort(compareForDisplay)) put(point);
    },
    remove,
    largestIn,
    clustersIn: (bounds, question) => largestIn(bounds, question, Number.POSITIVE_INFINITY).clusters,
    membersOf({ cell: number }, question) {
      const { radiusM, categories = [], urgencyLevels = [], hiddenOwners, isListed } = question;
      const level = levelFor(radiusM);
      const cell = level.cell(number);
      if (cell === undefined) return [];
      const hidden = hiddenIn(hiddenFrom(level, hiddenOwners)?.get(number), question.isCounted);
      const filter = makeFilter(categories, urgencyLevels);
      return firstMembers(cell, filter, hidden, MAX_CLUSTER_ITEMS, isListed);
    },
    neededOf({ cell: number }, { radiusM, categories = [], urgencyLevels = [], hiddenOwners }) {
      const level = levelFor(radiusM);
      const cell = level.cell(number);
      if (cell === undefined) return [];
      const hidden = hiddenFrom(level, hiddenOwners)?.get(number);
      const isNeeded = ({ kind }: MapPoint): boolean => kind === 'needed';
      const filter = makeFilter(categories, urgencyLevels);
      return firstMembers(cell, filter, hidden, Number.POSITIVE_INFINITY, isNeeded);
    },
    get size() {
      return entries.size;
    },
  };
}

/** Largest first; ties keep their order. */
function bySize(clusters: readonly PointCluster[]): PointCluster[] {
  // count and position in one number, because numbers sort many times faster than objects
  const span = 2 ** Math.ceil(Math.log2(clusters.length + 1));
  const keys = new Float64Array(clusters.length);
  for (let nth = 0; nth < keys.length; nth++) keys[nth] = nth - (clusters[nth]?.count ?? 0) * span;
  keys.sort();
  const ordered: PointCluster[] = [];
  for (let nth = 0; nth < keys.length; nth++) {
    const key = keys[nth] ?? 0;
    const cluster = clusters[key - Math.floor(key / span) * span];
    if (cluster) ordered.push(cluster);
  }
  return ordered;
}

/** Keeps the largest of many clusters that arrive in the order of their cells, without sorting all of them. */
function makeLargest(most: number) {
  let kept: PointCluster[] = [];
  /** Clusters up to this count are too small, once `most` are kept. */
  let least = 0;
  function cut(): void {
    kept = bySize(kept);
    if (kept.length < most) return;
    kept.length = most;
    least = kept[most - 1]?.count ?? 0;
  }
  return {
    hasRoomFor: (count: number): boolean => count > least,
    add(cluster: PointCluster): void {
      kept.push(cluster);
      if (kept.length >= 2 * most) cut();
    },
    inOrder(): PointCluster[] {
      cut();
      return kept;
    },
  };
}

function typeOf(needed: number, count: number): PointCluster['type'] {
  if (needed === 0) return 'food_available';
  return needed === count ? 'food_needed' : 'mixed';
}
