import { boundsHold, type GeoBounds } from '../kernel/geo.ts';
import { type Category, URGENCY_LEVELS, type UrgencyLevel } from '../listings/listing-fields.ts';
import {
  byShowing,
  type Entry,
  entryOf,
  firstOf,
  makeFilter,
  type MapPoint,
  sumsOf,
  UNITS_PER_DEGREE,
} from './cluster-cell.ts';
import { GRID_RADII_M, gridRadiusFor } from './cluster-grid.ts';
import { type ClusterLevel, makeClusterLevel } from './cluster-level.ts';

/*
 * The live map's clusters.
 *
 * A map shows thousands of things that come, change and go every second, to people who each look at another part of
 * it, at another coarseness and through other filters. The usual ways build a hierarchy of merged points, which is
 * quick to read but has to be built anew when one point changes, and whose clusters depend on the order in which the
 * points came. Here the Earth is divided beforehand, and a cluster is simply what lies in one cell:
 *
 * - For each of eight radii there is a grid whose cells have a diagonal of at most that radius (`cluster-grid.ts`).
 *   The mean of points of a cell is in the cell, so no member is farther from its cluster's centre than the radius.
 *   A radius in between uses the next finer grid.
 * - A point is in one cell of each grid, and in which one follows from the point alone. So the clusters of a place
 *   are the same whatever bounds hold them, whatever came before and in whatever order, and in every process.
 * - A cell keeps its members in the order they are shown. Where they are many it also keeps the sums of each *class*:
 *   kind, categories and urgency. A filter keeps some classes and leaves others, so a filtered cluster is a sum over a
 *   few dozen classes, never over thousands of members (`cluster-cell.ts`). Sums are of whole centimetres, which is
 *   exact: taking a point out leaves the very sums of never having had it.
 * - The cells of a grid are kept by row and column in blocks of numbers, with what their members add up to beside each
 *   other (`cell-list.ts`). A part of the map is a few stretches of them, so an answer without filters reads along
 *   these and goes to no member: what takes time is going to memory that is elsewhere, not adding up.
 *
 * Costs. A change touches eight cells: each found by halving twice, a few additions, a move of some hundred bytes, and
 * a place in the members' order; microseconds, whatever the number of points. An answer finds the first cell of each
 * row that reaches into the bounds by halving, or goes from one row that has some to the next where these are fewer,
 * and then costs some hundred nanoseconds a cluster. Only as many clusters as are asked for are put in order, so a look
 * at the whole world costs a walk over its cells. Memory is, in each of eight grids, a place among its cell's members
 * and a part of the cell; a cell of one point is that point.
 */

/** As many members of a cluster as are given with it. */
export const MAX_CLUSTER_ITEMS = 50;

export type MapQuestion = {
  /** In metres; less than the finest grid's counts as that. */
  readonly radiusM: number;
  /** Only these; none stands for all. */
  readonly categories?: readonly Category[];
  readonly urgencyLevels?: readonly UrgencyLevel[];
  /** Whose points are left out. */
  readonly hiddenOwners?: ReadonlySet<string>;
};

export type PointCluster = {
  /** The cell's number in its grid: the same as long as it is the same place. */
  readonly cell: number;
  readonly type: 'food_available' | 'food_needed' | 'mixed';
  /** The highest inside. */
  readonly urgencyLevel: UrgencyLevel;
  readonly count: number;
  /** The members' mean. */
  readonly latitude: number;
  readonly longitude: number;
};

export type ClusterIndex = {
  /** Adds a point, or puts it where and as it is now. */
  put(point: MapPoint): void;
  /** Adds many at once, as at the start: what comes in the order of showing is added fastest. */
  putAll(points: readonly MapPoint[]): void;
  /** Takes a point out; one that is not there is no error. */
  remove(id: string): void;
  /** The clusters whose centre the bounds hold, the largest first. */
  clustersIn(bounds: GeoBounds, question: MapQuestion): PointCluster[];
  /** As many of them at most, and how many points all of them hold together. */
  largestIn(
    bounds: GeoBounds,
    question: MapQuestion,
    most: number,
  ): { readonly clusters: PointCluster[]; readonly total: number };
  /** A cluster's members for the same question: the most urgent, then the newest, at most fifty. */
  membersOf(cluster: Pick<PointCluster, 'cell'>, question: MapQuestion): MapPoint[];
  readonly size: number;
};

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
    add(entryOf(point));
  }

  /** What is hidden from who asks, by cell. Blocked people are few, so what is theirs is looked for one by one. */
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
    { radiusM, categories = [], urgencyLevels = [], hiddenOwners }: MapQuestion,
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
        const hiddenHere = hidden?.get(cell);
        const members = filter || hiddenHere ? cells[at] : undefined;
        const some = members && sumsOf(members, filter, hiddenHere);
        const count = some ? some.count : (facts[3 * at] ?? 0);
        if (count === 0) continue;
        const latitude = (some ? some.latUnits : (sums[2 * at] ?? 0)) / count / UNITS_PER_DEGREE;
        const longitude = (some ? some.lngUnits : (sums[2 * at + 1] ?? 0)) / count / UNITS_PER_DEGREE;
        if (!boundsHold(bounds, { latitude, longitude })) continue;
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
      for (const { point } of points.map(entryOf).sort(byShowing)) put(point);
    },
    remove,
    largestIn,
    clustersIn: (bounds, question) => largestIn(bounds, question, Number.POSITIVE_INFINITY).clusters,
    membersOf({ cell: number }, { radiusM, categories = [], urgencyLevels = [], hiddenOwners }) {
      const level = levelFor(radiusM);
      const cell = level.cell(number);
      if (cell === undefined) return [];
      const hidden = hiddenFrom(level, hiddenOwners)?.get(number);
      return firstOf(cell, makeFilter(categories, urgencyLevels), hidden, MAX_CLUSTER_ITEMS);
    },
    get size() {
      return entries.size;
    },
  };
}

/** The largest first; of those alike the ones that came first. */
function bySize(clusters: readonly PointCluster[]): PointCluster[] {
  // size and place in one number, for numbers are put in order many times as fast as objects
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

/** Keeps the largest of many clusters that come in the order of their cells, without putting all of them in order. */
function makeLargest(most: number) {
  let kept: PointCluster[] = [];
  /** No larger than this is too small, once there are as many as are wanted. */
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
