import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsContain, type GeoPoint } from '../kernel/geo.ts';
import type { MapPoint } from './cluster-cell.ts';
import { boundsOfCluster, formatClusterId, GRID_RADII_M, gridRadiusFor } from './cluster-grid.ts';
import { makeClusterIndex } from './cluster-index.ts';

const WORLD = { north: 90, south: -90, east: 180, west: -180 };

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anywhere = fc.record({
  latitude: fc.oneof(between(-90, 90), between(89.99, 90), between(-90, -89.99), fc.constantFrom(-90, 0, 90)),
  longitude: fc.oneof(between(-180, 180), between(179.99, 180), fc.constantFrom(-180, 0, 180)),
});
const radius = fc.oneof(fc.integer({ min: 100, max: 5000 }), fc.constantFrom(...GRID_RADII_M));

const pointOf = (id: string, place: GeoPoint): MapPoint => ({
  id,
  kind: 'available',
  ...place,
  categories: ['other'],
  urgencyLevel: 'low',
  ownerId: 'someone',
  createdAtMs: 0,
});

describe('boundsOfCluster', () => {
  test('contains every member and at most a centimeter of other cells, for every radius', () => {
    fc.assert(
      fc.property(fc.array(anywhere, { minLength: 1, maxLength: 40 }), radius, (places, radiusM) => {
        const index = makeClusterIndex();
        index.putAll(places.map((place, nth) => pointOf(`p${nth}`, place)));
        let held = 0;
        for (const cluster of index.clustersIn(WORLD, { radiusM })) {
          const area = boundsOfCluster(formatClusterId(gridRadiusFor(radiusM), cluster.cell));
          if (!area) throw new Error('no area');
          expect(area.south).toBeLessThan(area.north);
          expect(area.west).toBeLessThan(area.east);
          const members = index.membersOf(cluster, { radiusM });
          for (const member of members) expect(boundsContain(area, member)).toBe(true);
          // well inside its edges there are no other members
          const [low, high] = [area.south + 3e-7, area.north - 3e-7];
          const inner = { north: high, south: low, east: area.east - 3e-7, west: area.west + 3e-7 };
          const inside = places.filter((place) => boundsContain(inner, place));
          expect(inside.length).toBeLessThanOrEqual(members.length);
          held += members.length;
        }
        expect(held).toBe(places.length);
      }),
    );
  });

  test('keeps its id for all radii that share a grid', () => {
    expect([1000, 1300, 1699].map((radiusM) => gridRadiusFor(radiusM))).toEqual([1000, 1000, 1000]);
    expect([100, 50, 5000, 9000].map((radiusM) => gridRadiusFor(radiusM))).toEqual([100, 100, 5000, 5000]);
  });

  test('is null for an invalid id', () => {
    const nonsense = [
      '',
      '-',
      '1000',
      '1000-',
      '-5',
      '1000--5',
      '1000-5-5',
      '1001-5',
      '0-5',
      '1000-5.5',
      '01000-5',
    ];
    const unspelt = [
      '1000-Z',
      '1000-05',
      '1000- 5',
      '1000-5 ',
      '1000-ü',
      '1000-zzzzzzzzzzzzzzzzzzzz',
      '1000-NaN',
    ];
    for (const id of [...nonsense, ...unspelt]) expect([id, boundsOfCluster(id)]).toEqual([id, null]);
    // a column that its row does not have, and a row beyond the pole
    expect(boundsOfCluster(formatClusterId(5000, 2 ** 20 - 1))).toBeNull();
    expect(boundsOfCluster(formatClusterId(5000, 2 ** 20 * 20_000))).toBeNull();
    fc.assert(
      fc.property(fc.string(), (id) => {
        const area = boundsOfCluster(id);
        expect(area === null || boundsContain(WORLD, { latitude: area.south, longitude: area.west })).toBe(
          true,
        );
      }),
    );
  });
});
