import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsContain, distanceM, type GeoBounds, type GeoPoint, pointAt } from '../kernel/geo.ts';
import { CATEGORIES, URGENCY_LEVELS } from '../listings/listing-fields.ts';
import type { MapPoint } from './cluster-cell.ts';
import { type ClusterIndex, makeClusterIndex, type MapQuery, MAX_CLUSTER_ITEMS } from './cluster-index.ts';

const NAMES = 400;
const WORLD: GeoBounds = { north: 90, south: -90, east: 180, west: -180 };
const MIDTOWN: GeoPoint = { latitude: 40.758, longitude: -73.985 };

/** Towns, poles, the antimeridian and empty land: proximity matters more than position. */
const CENTERS: readonly GeoPoint[] = [
  MIDTOWN,
  { latitude: -16.8, longitude: 179.999 },
  { latitude: 0, longitude: 0 },
  { latitude: 89.98, longitude: 12 },
  { latitude: -90, longitude: -180 },
];
const anywhere: fc.Arbitrary<GeoPoint> = fc
  .tuple(
    fc.constantFrom(...CENTERS),
    fc.oneof(fc.double({ min: 0, max: 12_000, noNaN: true }), fc.double({ min: 0, max: 40, noNaN: true })),
    fc.double({ min: 0, max: 6.28, noNaN: true }),
  )
  .map(([center, meters, bearing]) => pointAt(center, meters, bearing));

const aPoint: fc.Arbitrary<MapPoint> = fc
  .record({
    number: fc.nat(NAMES),
    at: anywhere,
    needs: fc.boolean(),
    category: fc.constantFrom(...CATEGORIES),
    liked: fc.subarray([...CATEGORIES]),
    urgencyLevel: fc.constantFrom(...URGENCY_LEVELS),
    owner: fc.nat(5),
    createdAtMs: fc.nat(3),
  })
  .map(({ number, at, needs, category, liked, urgencyLevel, owner, createdAtMs }) => ({
    id: `p${number}`,
    kind: needs ? 'needed' : 'available',
    ...at,
    categories: needs ? liked : [category],
    urgencyLevel,
    ownerId: `o${owner}`,
    createdAtMs,
  }));
const points = fc.uniqueArray(aPoint, { selector: ({ id }) => id, maxLength: 300, size: 'max' });

const aFilter = fc.record({
  radiusM: fc.integer({ min: 100, max: 5000 }),
  categories: fc.subarray([...CATEGORIES]),
  urgencyLevels: fc.subarray([...URGENCY_LEVELS]),
  hiddenOwners: fc.subarray(['o1', 'o2', 'o3']).map((owners) => new Set(owners)),
  isCounted: fc.constantFrom(
    () => true,
    ({ kind, createdAtMs }: MapPoint) => kind === 'needed' || createdAtMs % 2 === 0,
  ),
});

function indexOf(given: readonly MapPoint[]) {
  const index = makeClusterIndex();
  for (const point of given) index.put(point);
  return index;
}

/** Each cluster with its members. */
const ask = (index: ClusterIndex, bounds: GeoBounds, question: MapQuery) =>
  index
    .clustersIn(bounds, question)
    .map((cluster) => ({ ...cluster, members: index.membersOf(cluster, question) }));

/** A naive implementation of the same rule. */
const isAsked = (point: MapPoint, { categories = [], urgencyLevels = [], ...query }: MapQuery): boolean =>
  !query.hiddenOwners?.has(point.ownerId) &&
  query.isCounted?.(point) !== false &&
  (urgencyLevels.length === 0 || urgencyLevels.includes(point.urgencyLevel)) &&
  (categories.length === 0 ||
    (point.kind === 'needed' && point.categories.length === 0) ||
    point.categories.some((category) => categories.includes(category)));

describe('clusters', () => {
  test('return all their requests by the same filter as the count, and list only listed members', () => {
    fc.assert(
      fc.property(points, aFilter, (given, filter) => {
        const index = indexOf(given);
        const clusters = index.clustersIn(WORLD, filter);
        const needed = clusters.flatMap((cluster) => index.neededOf(cluster, filter)).map(({ id }) => id);
        const asked = given.filter((point) => point.kind === 'needed' && isAsked(point, filter));
        expect(needed.toSorted()).toEqual(asked.map(({ id }) => id).toSorted());
        const isListed = ({ kind }: MapPoint): boolean => kind === 'available';
        for (const cluster of clusters)
          for (const { kind } of index.membersOf(cluster, { ...filter, isListed }))
            expect(kind).toBe('available');
      }),
    );
  });

  test('contain every selected point exactly once, and no other', () => {
    fc.assert(
      fc.property(points, aFilter, (given, filter) => {
        const clusters = ask(indexOf(given), WORLD, filter);
        const asked = given.filter((point) => isAsked(point, filter)).map(({ id }) => id);
        expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(asked.length);
        if (clusters.some(({ count }) => count > MAX_CLUSTER_ITEMS)) return;
        const inside = clusters.flatMap(({ members }) => members.map(({ id }) => id));
        expect(inside.toSorted()).toEqual(asked.toSorted());
        expect(clusters.map(({ members }) => members.length)).toEqual(clusters.map(({ count }) => count));
      }),
    );
  });

  test('come largest first, at most as many as requested, with the total number of points', () => {
    fc.assert(
      fc.property(points, aFilter, fc.integer({ min: 1, max: 20 }), (given, filter, most) => {
        const index = indexOf(given);
        const all = index.clustersIn(WORLD, filter);
        expect(all).toEqual(all.toSorted((a, b) => b.count - a.count || a.cell - b.cell));
        const { clusters, total } = index.largestIn(WORLD, filter, most);
        expect(clusters).toEqual(all.slice(0, most));
        expect(total).toBe(all.reduce((sum, { count }) => sum + count, 0));
      }),
    );
  });

  test('have no member farther from their center than the radius, and describe their members', () => {
    fc.assert(
      fc.property(points, aFilter, (given, filter) => {
        for (const cluster of ask(indexOf(given), WORLD, filter)) {
          const { members } = cluster;
          if (cluster.count > MAX_CLUSTER_ITEMS) continue;
          for (const member of members)
            expect(distanceM(cluster, member)).toBeLessThanOrEqual(filter.radiusM);
          const kinds = new Set(members.map(({ kind }) => kind));
          expect(cluster.type).toBe(
            kinds.size === 2 ? 'mixed' : kinds.has('needed') ? 'food_needed' : 'food_available',
          );
          const ranks = members.map(({ urgencyLevel }) => URGENCY_LEVELS.indexOf(urgencyLevel));
          expect(URGENCY_LEVELS.indexOf(cluster.urgencyLevel)).toBe(Math.max(...ranks));
          expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
          const mean = (of: (point: MapPoint) => number) =>
            members.reduce((sum, member) => sum + of(member), 0) / members.length;
          expect(cluster.latitude).toBeCloseTo(
            mean(({ latitude }) => latitude),
            6,
          );
          expect(cluster.longitude).toBeCloseTo(
            mean(({ longitude }) => longitude),
            6,
          );
        }
      }),
    );
  });

  test('do not depend on the bounds', () => {
    const edges = fc.tuple(anywhere, anywhere).map(
      ([a, b]): GeoBounds => ({
        north: Math.max(a.latitude, b.latitude),
        south: Math.min(a.latitude, b.latitude),
        east: a.longitude,
        west: b.longitude,
      }),
    );
    fc.assert(
      fc.property(points, aFilter, edges, (given, filter, bounds) => {
        const index = indexOf(given);
        const everywhere = ask(index, WORLD, filter);
        const here = ask(index, bounds, filter);
        expect(here).toEqual(everywhere.filter((cluster) => boundsContain(bounds, cluster)));
      }),
    );
  });

  test('do not depend on the order of changes', () => {
    const change = fc.oneof(
      aPoint.map((point) => ({ point })),
      fc.nat(NAMES).map((number) => ({ gone: `p${number}` })),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 600, size: 'max' }), aFilter, (changes, filter) => {
        const index = makeClusterIndex();
        const left = new Map<string, MapPoint>();
        for (const one of changes)
          if ('gone' in one) {
            index.remove(one.gone);
            left.delete(one.gone);
          } else {
            index.put(one.point);
            left.set(one.point.id, one.point);
          }
        const rebuilt = indexOf([...left.values()].toReversed());
        expect(index.size).toBe(left.size);
        expect(ask(index, WORLD, filter)).toEqual(ask(rebuilt, WORLD, filter));
      }),
    );
  });
});

const at = (id: string, metersEast: number, more: Partial<MapPoint> = {}): MapPoint => ({
  id,
  kind: 'available',
  ...pointAt(MIDTOWN, metersEast, Math.PI / 2),
  categories: ['other'],
  urgencyLevel: 'low',
  ownerId: 'o',
  createdAtMs: 0,
  ...more,
});

describe('a query', () => {
  test('returns fifty members with the true count, the most urgent and then the newest first', () => {
    const many = Array.from({ length: 120 }, (_, nth) => at(`p${nth}`, 0, { createdAtMs: nth }));
    const all = [...many, at('old', 0, { urgencyLevel: 'emergency' })];
    const [cluster] = ask(indexOf(all), WORLD, { radiusM: 1000 });
    expect(cluster).toMatchObject({ count: 121, urgencyLevel: 'emergency' });
    expect(cluster?.members).toHaveLength(MAX_CLUSTER_ITEMS);
    expect(cluster?.members.slice(0, 3).map(({ id }) => id)).toEqual(['old', 'p119', 'p118']);
  });

  test('is coarser for a larger radius, and keeps a cluster’s number for the same place', () => {
    const spread = Array.from({ length: 60 }, (_, nth) => at(`p${nth}`, nth * 90));
    const index = indexOf(spread);
    const counts = [100, 300, 1000, 5000].map((radiusM) => index.clustersIn(WORLD, { radiusM }).length);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(new Set(counts).size).toBe(4);
    const ids = () => index.clustersIn(WORLD, { radiusM: 1000 }).map(({ cell }) => cell);
    const before = ids();
    index.put(at('one-more', 45));
    expect(new Set(ids())).toEqual(new Set(before));
  });

  test('has exactly the same center after other points were added and removed', () => {
    const crowd = Array.from({ length: 300 }, (_, nth) => at(`p${nth}`, nth / 7));
    const index = indexOf(crowd);
    for (const { id } of crowd.slice(0, 200)) index.remove(id);
    const question = { radiusM: 5000 };
    expect(ask(index, WORLD, question)).toEqual(ask(indexOf(crowd.slice(200)), WORLD, question));
  });

  test('spans the antimeridian, and is empty for empty or inverted bounds', () => {
    const fiji = at('fiji', 0, { latitude: -17, longitude: 179.99 });
    const samoa = at('samoa', 0, { latitude: -17, longitude: -179.99 });
    const index = indexOf([fiji, samoa]);
    const across = { north: -16, south: -18, west: 179, east: -179 };
    expect(index.clustersIn(across, { radiusM: 5000 }).map(({ count }) => count)).toEqual([1, 1]);
    expect(index.clustersIn({ ...across, west: -179.5, east: 179.5 }, { radiusM: 5000 })).toEqual([]);
    expect(index.clustersIn({ ...across, north: -18, south: -16 }, { radiusM: 5000 })).toEqual([]);
  });
});
