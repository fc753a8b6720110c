import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceM, pointAt } from '../kernel/geo.ts';
import { columnOf, makeClusterGrid } from './cluster-grid.ts';

const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: 89.9, max: 90, noNaN: true }),
);
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: 179.9, max: 180, noNaN: true }),
);

/** The id of a point's cell in the grid of a radius. */
function cellsOf(radiusM: number): (latitude: number, longitude: number) => string {
  const { rowOf, columnsOf } = makeClusterGrid(radiusM);
  return (lat, lng) => `${rowOf(lat)}/${columnOf(lng, columnsOf(rowOf(lat)))}`;
}

/** How far the cell of a place extends in one direction, by bisection. */
function edge(isInside: (degrees: number) => boolean, farthest: number): number {
  let [inside, outside] = [0, farthest];
  for (let step = 0; step < 60; step++) {
    const middle = (inside + outside) / 2;
    if (isInside(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

test('no two points of a cell are farther apart than its radius, also at the poles and the antimeridian', () => {
  fc.assert(
    fc.property(fc.constantFrom(100, 1000, 5000), latitude, longitude, (radiusM, lat, lng) => {
      const cellOf = cellsOf(radiusM);
      const cell = cellOf(lat, lng);
      const north = lat + edge((by) => cellOf(lat + by, lng) === cell, 90 - lat);
      const south = lat - edge((by) => cellOf(lat - by, lng) === cell, 90 + lat);
      const east = lng + edge((by) => cellOf(lat, lng + by) === cell, 180 - lng);
      const west = lng - edge((by) => cellOf(lat, lng - by) === cell, 180 + lng);
      const diagonalsM = [
        distanceM({ latitude: south, longitude: west }, { latitude: north, longitude: east }),
        distanceM({ latitude: north, longitude: west }, { latitude: south, longitude: east }),
        distanceM({ latitude: north, longitude: west }, { latitude: north, longitude: east }),
        distanceM({ latitude: south, longitude: west }, { latitude: south, longitude: east }),
      ];
      expect(Math.max(...diagonalsM)).toBeLessThanOrEqual(radiusM);
    }),
    { numRuns: 500 },
  );
});

test('cells are not much smaller than allowed: two thirds of near pairs share one', () => {
  const cellOf = cellsOf(1000);
  let together = 0;
  const pairs = 2000;
  for (let nth = 0; nth < pairs; nth++) {
    const here = { latitude: 40 + nth * 0.0137, longitude: -73 + nth * 0.0171 };
    const there = pointAt(here, 150, nth);
    if (cellOf(there.latitude, there.longitude) === cellOf(here.latitude, here.longitude)) together++;
  }
  expect(together / pairs).toBeGreaterThan(0.66);
});
