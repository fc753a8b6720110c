import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsAround, boundsHold, distanceM, pointAt } from './geo.ts';

const point = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const bearing = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });

describe('distance', () => {
  it('knows New York to London within 0.5 %', () => {
    const km =
      distanceM({ latitude: 40.7128, longitude: -74.006 }, { latitude: 51.5074, longitude: -0.1278 }) / 1000;
    expect(km).toBeGreaterThan(5570 * 0.995);
    expect(km).toBeLessThan(5570 * 1.005);
  });

  it('is the same both ways and zero to itself', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(distanceM(a, b)).toBeCloseTo(distanceM(b, a), 3);
        expect(distanceM(a, a)).toBe(0);
      }),
    );
  });

  it('is what pointAt went', () => {
    fc.assert(
      fc.property(point, fc.double({ min: 1, max: 50_000, noNaN: true }), bearing, (from, metres, angle) => {
        expect(distanceM(from, pointAt(from, metres, angle))).toBeCloseTo(metres, 1);
      }),
    );
  });
});

describe('bounds around a point', () => {
  it('hold everything within the radius, across the antimeridian too', () => {
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
        (centre, radius, angle) => {
          const inside = pointAt(centre, radius * 0.999, angle);
          expect(boundsHold(boundsAround(centre, radius), inside)).toBe(true);
        },
      ),
    );
  });

  it('do not hold what is far away', () => {
    const bounds = boundsAround({ latitude: 40.76, longitude: -73.98 }, 1000);
    expect(boundsHold(bounds, { latitude: 40.8, longitude: -73.98 })).toBe(false);
    expect(boundsHold(bounds, { latitude: 40.76, longitude: -74.2 })).toBe(false);
  });
});
