import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsAround, boundsContain, type GeoBounds, type GeoPoint } from '../kernel/geo.ts';
import { makeBoundsIndex } from './bounds-index.ts';

/** Coordinates on edges: of the world, of cells at many levels, and of each other. */
const coordinate = (span: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(-span / 2, -span / 4, 0, span / 8, span / 2),
    fc.double({ min: -span / 2, max: span / 2, noNaN: true }),
    fc.integer({ min: 0, max: 64 }).map((nth) => -span / 2 + (span * nth) / 64),
    fc.double({ min: -1e-4, max: 1e-4, noNaN: true }).map((near) => near + span / 6),
  );
const latitude = coordinate(180);
const longitude = coordinate(360);
const anywhere: fc.Arbitrary<GeoPoint> = fc.record({ latitude, longitude });

/** Any four coordinates (many across the antimeridian, or with south above north), and views. */
const box: fc.Arbitrary<GeoBounds> = fc.oneof(
  fc.record({ north: latitude, south: latitude, east: longitude, west: longitude }),
  fc
    .record({ a: latitude, b: latitude, east: longitude, west: longitude })
    .map(({ a, b, east, west }) => ({ north: Math.max(a, b), south: Math.min(a, b), east, west })),
  anywhere.map(({ latitude: at, longitude: on }) => ({ north: at, south: at, east: on, west: on })),
  fc
    .tuple(anywhere, fc.double({ min: 1, max: 50_000, noNaN: true }))
    .map(([center, meters]) => boundsAround(center, meters)),
);

/** Points that matter to a box: its corners, and combinations of the coordinates. */
const cornersOf = ({ north, south, east, west }: GeoBounds): GeoPoint[] => [
  { latitude: north, longitude: east },
  { latitude: north, longitude: west },
  { latitude: south, longitude: east },
  { latitude: south, longitude: west },
];

const inOrder = (keys: Iterable<number>): number[] => [...keys].toSorted((a, b) => a - b);

describe('makeBoundsIndex', () => {
  test('finds the same boxes as a full scan, each once, as boxes come, move and go', () => {
    const step = fc.record({ key: fc.nat(12), bounds: fc.option(box, { freq: 5 }) });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.array(anywhere, { maxLength: 20 }),
        (steps, points) => {
          const index = makeBoundsIndex<number>();
          const held = new Map<number, GeoBounds>();
          for (const { key, bounds } of steps) {
            index.set(key, bounds);
            if (bounds) held.set(key, bounds);
            else held.delete(key);
          }
          expect(inOrder(index.keys())).toEqual(inOrder(held.keys()));
          for (const point of [...points, ...[...held.values()].flatMap(cornersOf)]) {
            const holders = [...held]
              .filter(([, bounds]) => boundsContain(bounds, point))
              .map(([key]) => key);
            expect(inOrder(index.at(point))).toEqual(inOrder(holders));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('finds both sides of the antimeridian, and the line itself by either longitude', () => {
    const index = makeBoundsIndex<string>();
    index.set('fiji', { north: -16, south: -17, west: 179, east: -179 });
    index.set('nearly all', { north: 90, south: -90, west: 1, east: 0 });
    const at = (east: number): string[] => index.at({ latitude: -16.5, longitude: east }).toSorted();
    expect([179.5, 180, -180, -179.5].map(at)).toEqual(
      Array.from({ length: 4 }, () => ['fiji', 'nearly all']),
    );
    expect([178.9, -178.9].map(at)).toEqual([['nearly all'], ['nearly all']]);
    expect(at(0.5)).toEqual([]);
  });
});

describe('cost of a query', () => {
  const MIDTOWN: GeoPoint = { latitude: 40.758, longitude: -73.985 };
  const NEAR = 40;

  /** The number of boxes tested for a point of midtown, with `elsewhere` boxes in the rest of the world. */
  function asked(elsewhere: number): number {
    let count = 0;
    const index = makeBoundsIndex<number>((bounds, point) => {
      count++;
      return boundsContain(bounds, point);
    });
    for (let nth = 0; nth < NEAR; nth++) index.set(nth, boundsAround(MIDTOWN, 300 + 50 * nth));
    for (let nth = 0; nth < elsewhere; nth++) {
      // spread evenly by the golden ratio, from a few streets to a large city wide, and none over midtown
      const center = {
        latitude: -60 + (nth / elsewhere) * 120,
        longitude: -60 + ((nth * 0.618_033_988_75) % 1) * 230,
      };
      index.set(NEAR + nth, boundsAround(center, 200 + (nth % 100) * 200));
    }
    expect(index.at(MIDTOWN)).toHaveLength(NEAR);
    return count;
  }

  test('tests no more boxes with 5,000 distant ones than with 500', () => {
    expect(asked(5000)).toBe(asked(500));
    expect(asked(500)).toBeLessThanOrEqual(2 * NEAR);
  });

  test('does not test removed boxes', () => {
    let count = 0;
    const index = makeBoundsIndex<string>((bounds, point) => {
      count++;
      return boundsContain(bounds, point);
    });
    for (let nth = 0; nth < 1000; nth++) index.set('ann', boundsAround(MIDTOWN, 200 + nth));
    index.set('ann', boundsAround({ latitude: 0, longitude: 0 }, 1000));
    expect(index.at(MIDTOWN)).toEqual([]);
    expect(count).toBe(0);
  });
});
