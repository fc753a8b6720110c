import { boundsHold, type GeoBounds } from '../kernel/geo.ts';
import { type Category, URGENCY_LEVELS, type UrgencyLevel } from '../listings/listing-contract.ts';
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
 * - A cell keeps its members in the order they are shown, and their sums. Where they are many it also keeps the sums
 *   of each *class*: kind, categories and urgency. A filter keeps some classes and leaves others, so a filtered
 *   cluster is a sum over a few dozen classes, never over thousands of members (`cluster-cell.ts`). Sums are of whole
 *   centimetres, which is exact: taking a point out leaves the very sums of never having had it.
 *
 * Costs. A change touches eight cells: a look-up, a few additions, and a place in the members' order found by
 * halving; microseconds, whatever the number of points. An answer looks up the cells that reach into the bounds, or
 * walks over those there are where that is less, at some hundred nanoseconds a cluster, filtered or not. Memory is a
 * slot in eight grids a point; a cell of one point is that point.
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
  function hiddenFrom(level: ClusterLevel, owners: ReadonlySet<string> | undefined): Map<number, Set<Entry>> {
    const hidden = new Map<number, Set<Entry>>();
    for (const owner of owners ?? [])
      for (const entry of byOwner.get(owner) ?? []) {
        const number = level.numberOf(entry);
        const here = hidden.get(number);
        if (here) here.add(entry);
        else hidden.set(number, new Set([entry]));
      }
    return hidden;
  }

  return {
    put,
    putAll(points) {
      for (const { point } of points.map(entryOf).sort(byShowing)) put(point);
    },
    remove,
    clustersIn(bounds, { radiusM, categories = [], urgencyLevels = [], hiddenOwners }) {
      if (bounds.south > bounds.north) return [];
      const level = levelFor(radiusM);
      const filter = makeFilter(categories, urgencyLevels);
      const hidden = hiddenFrom(level, hiddenOwners);
      const clusters: PointCluster[] = [];
      level.eachIn(bounds, (number, cell) => {
        const sums = sumsOf(cell, filter, hidden.get(number));
        if (sums.count === 0) return;
        const cluster: PointCluster = {
          cell: number,
          type: typeOf(sums.needed, sums.count),
          urgencyLevel: URGENCY_LEVELS[sums.rank] ?? 'low',
          count: sums.count,
          latitude: sums.latUnits / sums.count / UNITS_PER_DEGREE,
          longitude: sums.lngUnits / sums.count / UNITS_PER_DEGREE,
        };
        if (boundsHold(bounds, cluster)) clusters.push(cluster);
      });
      return clusters.sort((a, b) => b.count - a.count || a.cell - b.cell);
    },
    membersOf({ cell: number }, { radiusM, categories = [], urgencyLevels = [], hiddenOwners }) {
      const level = levelFor(radiusM);
      const cell = level.cell(number);
      if (cell === undefined) return [];
      const hidden = hiddenFrom(level, hiddenOwners).get(number);
      return firstOf(cell, makeFilter(categories, urgencyLevels), hidden, MAX_CLUSTER_ITEMS);
    },
    get size() {
      return entries.size;
    },
  };
}

function typeOf(needed: number, count: number): PointCluster['type'] {
  if (needed === 0) return 'food_available';
  return needed === count ? 'food_needed' : 'mixed';
}
