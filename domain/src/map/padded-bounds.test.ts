import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsContain, type GeoBounds, type GeoPoint, pointAt } from '../kernel/geo.ts';
import type { MapPoint } from './cluster-cell.ts';
import { makeClusterIndex } from './cluster-index.ts';
import { padBounds } from './cluster-grid.ts';

const EVERYWHERE: GeoBounds = { north: 90, south: -90, east: 180, west: -180 };
/** Places where a kilometer is many degrees or none. */
const CENTERS: readonly GeoPoint[] = [
  { latitude: 40.75, longitude: -73.99 },
  { latitude: -17, longitude: 179.99 },
  { latitude: 89.97, longitude: 20 },
  { latitude: 0, longitude: 0 },
];

const number = (max: number) => fc.double({ min: 0, max, noNaN: true });
const scene = fc.record({
  center: fc.constantFrom(...CENTERS),
  radiusM: fc.integer({ min: 100, max: 5000 }),
  corners: fc.tuple(number(3000), number(3000)),
  points: fc.array(fc.tuple(number(9000), number(2 * Math.PI)), { minLength: 1, maxLength: 40 }),
});

describe('padBounds', () => {
  it('contains all members of the clusters within, also those outside of the bounds', () => {
    let outside = 0;
    fc.assert(
      fc.property(scene, ({ center, radiusM, corners: [ne, sw], points }) => {
        const [from, to] = [pointAt(center, sw, 1.25 * Math.PI), pointAt(center, ne, 0.25 * Math.PI)];
        const bounds = {
          north: Math.max(from.latitude, to.latitude),
          south: Math.min(from.latitude, to.latitude),
          east: to.longitude,
          west: from.longitude,
        };
        const index = makeClusterIndex();
        for (const [nth, [meters, bearing]] of points.entries()) {
          const point: MapPoint = {
            id: String(nth),
            kind: 'available',
            ...pointAt(center, meters, bearing),
            categories: ['other'],
            urgencyLevel: 'low',
            ownerId: 'owner',
            createdAtMs: nth,
          };
          index.put(point);
        }
        const reach = padBounds(bounds, radiusM);
        for (const cluster of index.clustersIn(bounds, { radiusM }))
          for (const member of index.membersOf(cluster, { radiusM })) {
            expect(boundsContain(reach, member)).toBe(true);
            if (!boundsContain(bounds, member)) outside += 1;
          }
      }),
    );
    expect(outside).toBeGreaterThan(0);
  });

  it('is the world for the world, and little more than the radius around a few streets', () => {
    expect(padBounds(EVERYWHERE, 5000)).toEqual(EVERYWHERE);
    const streets = { north: 40.76, south: 40.75, east: -73.98, west: -74 };
    const { north, south, east, west } = padBounds(streets, 1000);
    expect([north - 40.76, 40.75 - south]).toEqual([expect.closeTo(0.009, 4), expect.closeTo(0.009, 4)]);
    expect([east + 73.98, -74 - west]).toEqual([expect.closeTo(0.0119, 4), expect.closeTo(0.0119, 4)]);
  });
});
