import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceM, type GeoPoint, pointAt } from '../kernel/geo.ts';
import { anchorOf, cellOf, MIN_ANCHOR_DISTANCE_M, publicPointOf } from './public-grid.ts';

const CELL_M = 750;
const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const cellSide = fc.constantFrom(100, 400, 2000, 5000);
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const bearing = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
const cellNameOf = (point: GeoPoint, cellM: number): string => JSON.stringify(cellOf(point, cellM));

describe('publicPointOf', () => {
  it('is one point for all homes of a cell that are not near its anchor', () => {
    fc.assert(
      fc.property(anywhere, unit, bearing, cellSide, (home, share, towards, cellM) => {
        const neighbor = pointAt(home, share * cellM, towards);
        const anchor = anchorOf(cellOf(home, cellM), cellM);
        fc.pre(cellNameOf(home, cellM) === cellNameOf(neighbor, cellM));
        fc.pre([home, neighbor].every((point) => distanceM(point, anchor) >= MIN_ANCHOR_DISTANCE_M));
        expect(publicPointOf(home, cellM)).toEqual(anchor);
        expect(publicPointOf(neighbor, cellM)).toEqual(anchor);
      }),
    );
  });

  it('is one point for all homes near an anchor', () => {
    fc.assert(
      fc.property(anywhere, unit, unit, bearing, bearing, (home, one, other, there, elsewhere) => {
        const anchor = anchorOf(cellOf(home, CELL_M), CELL_M);
        const [first, second] = [
          pointAt(anchor, one * (MIN_ANCHOR_DISTANCE_M - 1), there),
          pointAt(anchor, other * (MIN_ANCHOR_DISTANCE_M - 1), elsewhere),
        ];
        fc.pre(cellNameOf(first, CELL_M) === cellNameOf(anchor, CELL_M));
        fc.pre(cellNameOf(second, CELL_M) === cellNameOf(anchor, CELL_M));
        expect(publicPointOf(first, CELL_M)).not.toEqual(anchor);
        expect(publicPointOf(first, CELL_M)).toEqual(publicPointOf(second, CELL_M));
      }),
    );
  });

  it('is never nearer than 160 m, for any home and any size of cells', () => {
    fc.assert(
      fc.property(anywhere, unit, bearing, cellSide, (somewhere, share, towards, cellM) => {
        const anchor = anchorOf(cellOf(somewhere, cellM), cellM);
        for (const home of [somewhere, pointAt(anchor, share * 2 * MIN_ANCHOR_DISTANCE_M, towards)])
          expect(distanceM(home, publicPointOf(home, cellM))).toBeGreaterThan(MIN_ANCHOR_DISTANCE_M - 0.1);
      }),
      { numRuns: 1000 },
    );
  });

  it('stays near, at the poles and the antimeridian too', () => {
    const poles = fc.record({
      latitude: fc.oneof(
        fc.double({ min: 89.97, max: 90, noNaN: true }),
        fc.double({ min: -90, max: -89.97, noNaN: true }),
      ),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const antimeridian = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.constantFrom(-180, 180, -179.9999, 179.9999, 179.999_999_999),
    });
    fc.assert(
      fc.property(fc.oneof(anywhere, poles, antimeridian), (home) => {
        // the diagonal of two cells side by side
        expect(distanceM(home, publicPointOf(home, CELL_M))).toBeLessThan(2 * CELL_M);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same for both longitudes of the antimeridian', () => {
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), cellSide, (latitude, cellM) => {
        const [west, east] = [-180, 180].map((longitude) => publicPointOf({ latitude, longitude }, cellM));
        expect(west).toEqual(east);
      }),
    );
  });
});

describe('anchorOf', () => {
  it('is a point in the middle third of its cell', () => {
    fc.assert(
      fc.property(anywhere, (point) => {
        const cell = cellOf(point, CELL_M);
        const anchor = anchorOf(cell, CELL_M);
        expect(cellOf(anchor, CELL_M)).toEqual(cell);
        // a third of the cell lies between it and the rows above and below
        for (const [towards, row] of [
          [0, cell.row + 1],
          [Math.PI, cell.row - 1],
        ] as const) {
          expect(cellOf(pointAt(anchor, 240, towards), CELL_M).row).toBe(cell.row);
          fc.pre(Math.abs(point.latitude) < 89.9);
          expect(cellOf(pointAt(anchor, 510, towards), CELL_M).row).toBe(row);
        }
      }),
    );
  });

  it('has a different offset in each cell: marks are not in rows', () => {
    const row = cellOf({ latitude: 40.758, longitude: 0 }, CELL_M).row;
    const latitudes = Array.from({ length: 60 }, (_, column) => anchorOf({ row, column }, CELL_M).latitude);
    expect(new Set(latitudes).size).toBeGreaterThan(55);
    const height = Math.max(...latitudes) - Math.min(...latitudes);
    // 60 draws fill 16 % of 750 m, which is 0.00108 degrees
    expect(height).toBeGreaterThan(0.001);
    expect(height).toBeLessThan(0.001_08);
  });
});

describe('cellOf', () => {
  it('is about square: 750 m of latitude and of longitude, except at the poles', () => {
    for (const latitude of [0, 40.758, -33.9, 64.1, 78.2]) {
      const { row, column } = cellOf({ latitude, longitude: 12.3 }, CELL_M);
      const [one, next, above] = [
        { row, column },
        { row, column: column + 1 },
        { row: row + 1, column },
      ].map((cell) => anchorOf(cell, CELL_M));
      if (!one || !next || !above) throw new Error('three cells expected');
      // anchors of neighbors are a cell apart in each direction, 16 % more or less
      const eastM = distanceM({ ...one, latitude }, { ...next, latitude });
      expect(eastM).toBeGreaterThan(625);
      expect(eastM).toBeLessThan(875);
      const northM = distanceM({ ...one, longitude: 0 }, { ...above, longitude: 0 });
      expect(northM).toBeGreaterThan(625);
      expect(northM).toBeLessThan(875);
    }
  });
});
