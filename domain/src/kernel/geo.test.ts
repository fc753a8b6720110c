import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundsAround,
  boundsContain,
  distanceM,
  type GeoBounds,
  middleOf,
  pointAt,
  unionOfBounds,
} from './geo.ts';

const point = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const bearing = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });

describe('distanceM', () => {
  it('is right for New York to London within 0.5 %', () => {
    const km =
      distanceM({ latitude: 40.7128, longitude: -74.006 }, { latitude: 51.5074, longitude: -0.1278 }) / 1000;
    expect(km).toBeGreaterThan(5570 * 0.995);
    expect(km).toBeLessThan(5570 * 1.005);
  });

  it('is symmetric, and zero to itself', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(distanceM(a, b)).toBeCloseTo(distanceM(b, a), 3);
        expect(distanceM(a, a)).toBe(0);
      }),
    );
  });

  it('inverts pointAt', () => {
    fc.assert(
      fc.property(point, fc.double({ min: 1, max: 50_000, noNaN: true }), bearing, (from, meters, angle) => {
        expect(distanceM(from, pointAt(from, meters, angle))).toBeCloseTo(meters, 1);
      }),
    );
  });
});

describe('boundsAround', () => {
  it('contains every point within the radius, also across the antimeridian', () => {
    const anywhere = fc.oneof(
      point,
      fc.constant({ latitude: 10, longitude: 179.99 }),
      fc.constant({ latitude: -45, longitude: -180 }),
    );
    fc.assert(
      fc.property(
        anywhere,
        fc.double({ min: 1, max: 50_000, noNaN: true }),
        bearing,
        (center, radius, angle) => {
          const inside = pointAt(center, radius * 0.999, angle);
          expect(boundsContain(boundsAround(center, radius), inside)).toBe(true);
        },
      ),
    );
  });

  it('does not contain distant points', () => {
    const bounds = boundsAround({ latitude: 40.76, longitude: -73.98 }, 1000);
    expect(boundsContain(bounds, { latitude: 40.8, longitude: -73.98 })).toBe(false);
    expect(boundsContain(bounds, { latitude: 40.76, longitude: -74.2 })).toBe(false);
  });
});

it.each([
  [{ west: 13, east: 14 }, 13.5],
  [{ west: -74, east: -73 }, -73.5],
  [{ west: 179, east: -178 }, -179.5],
  [{ west: 177, east: -179 }, 179],
])('middleOf %o is at longitude %d', ({ west, east }, longitude) => {
  expect(middleOf({ north: 2, south: 1, west, east })).toEqual({ latitude: 1.5, longitude });
});

describe('unionOfBounds', () => {
  const box = (west: number, east: number, south = 0, north = 10): GeoBounds => ({
    north,
    south,
    east,
    west,
  });
  // a fine grid, whose sums are exact, and often its two edges
  const degrees = (most: number) =>
    fc.oneof(
      fc.integer({ min: -most * 64, max: most * 64 }).map((n) => n / 64),
      fc.constantFrom(-most, most),
    );
  const bounds = fc
    .tuple(degrees(90), degrees(90), degrees(180), degrees(180))
    .map(([a, b, west, east]) => box(west, east, Math.min(a, b), Math.max(a, b)));

  it.each([
    ['two apart', [box(-74, -73), box(-72, -71)], box(-74, -71)],
    ['one inside the other', [box(-74, -70), box(-73, -72)], box(-74, -70)],
    ['the shorter way, over the antimeridian', [box(170, 175), box(-175, -170)], box(170, -170)],
    ['one that crosses the antimeridian', [box(170, -170), box(-172, -160)], box(170, -160)],
    ['bounds that span the Earth together', [box(-180, 0), box(-10, 180)], box(-180, 180)],
    ['the world', [box(-180, 180, -90, 90), box(-74, -73)], box(-180, 180, -90, 90)],
    ['one alone, as it is', [box(-180, -170)], box(-180, -170)],
  ])('is right for %s', (_what, all, expected) => {
    expect(unionOfBounds(all)).toEqual(expected);
    expect(unionOfBounds(all.toReversed())).toEqual(expected);
  });

  it('is null for none', () => expect(unionOfBounds([])).toBeNull());

  it('contains every point that one of the bounds contains', () => {
    fc.assert(
      fc.property(
        fc.array(bounds, { minLength: 1, maxLength: 5 }),
        degrees(90),
        degrees(180),
        (all, latitude, longitude) => {
          const union = unionOfBounds(all);
          for (const edge of [...all.flatMap(({ west, east }) => [west, east]), longitude]) {
            const at = { latitude, longitude: edge };
            if (all.some((one) => boundsContain(one, at)))
              expect(union && boundsContain(union, at)).toBe(true);
          }
        },
      ),
    );
  });

  it('has an edge of one of the bounds on each side, and cannot be smaller', () => {
    fc.assert(
      fc.property(fc.array(bounds, { minLength: 2, maxLength: 4 }), (all) => {
        const union = unionOfBounds(all);
        expect(union?.north).toBe(Math.max(...all.map(({ north }) => north)));
        expect(union?.south).toBe(Math.min(...all.map(({ south }) => south)));
        const same = (a: number, b: number) => a === b || Math.abs(a - b) === 360;
        if (!union || (union.west === -180 && union.east === 180)) return;
        expect(all.some(({ west }) => same(west, union.west))).toBe(true);
        expect(all.some(({ east }) => same(east, union.east))).toBe(true);
      }),
    );
  });
});
