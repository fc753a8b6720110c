import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsContain, distanceKm, type GeoPoint, pointAt } from '../kernel/geo.ts';
import {
  AREA_MIN_PEOPLE,
  areaKeyAt,
  boundsOfArea,
  buildAreas,
  cellKeyAt,
  cellsInForce,
  populationAt,
  countByCell,
  type CountedPerson,
  distanceToAreaKm,
  markOfArea,
  wholeKmToArea,
} from './request-areas.ts';

const MIDTOWN: GeoPoint = { latitude: 40.7589, longitude: -73.9851 };

const known = (point: GeoPoint): CountedPerson => ({ point, isKnown: true });
const many = (count: number, at: GeoPoint, isKnown = true): CountedPerson[] =>
  Array.from({ length: count }, () => ({ point: at, isKnown }));

/** Homes scattered over some 40 km, with clumps, as in a town and the villages around it. */
const home = fc
  .record({
    clump: fc.integer({ min: 0, max: 3 }),
    meters: fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 20_000 })),
    bearing: fc.double({ min: 0, max: 6.28, noNaN: true }),
    isKnown: fc.boolean(),
  })
  .map(({ clump, meters, bearing, isKnown }): CountedPerson => {
    const middle = pointAt(MIDTOWN, clump * 6000, clump * 1.5);
    return { point: pointAt(middle, meters, bearing), isKnown };
  });
const town = fc.array(home, { maxLength: 300 });
const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

const countIn = (people: readonly CountedPerson[], key: string, cells: ReadonlySet<string>) => {
  const inside = people.filter(({ point }) => areaKeyAt(point, cells) === key);
  return { inside, known: inside.filter(({ isKnown }) => isKnown).length };
};

/** Every area that has ground holds ten, even without nine who are not known. */
function expectTenEverywhere(people: readonly CountedPerson[], cells: ReadonlySet<string>): void {
  for (const key of cells) {
    if (boundsOfArea(key, cells).length === 0) continue;
    const held = countIn(people, key, cells);
    const withoutPuppets = held.known + Math.max(0, held.inside.length - held.known - 9);
    expect(withoutPuppets).toBeGreaterThanOrEqual(AREA_MIN_PEOPLE);
  }
}

describe('buildAreas', () => {
  test('gives areas that hold ten people each', () => {
    fc.assert(fc.property(town, (people) => expectTenEverywhere(people, new Set(buildAreas(people)))));
  });

  test('does not depend on the order of the people', () => {
    fc.assert(
      fc.property(town, (people) => {
        expect(buildAreas(people.toReversed())).toEqual(buildAreas(people));
      }),
    );
  });

  test('gives no area to nine people, and one to ten', () => {
    expect(buildAreas(many(9, MIDTOWN))).toEqual([]);
    expect(buildAreas(many(10, MIDTOWN))).toEqual([cellKeyAt(MIDTOWN)]);
  });

  test('does not count nine accounts that are not known: they may be one person’s', () => {
    expect(buildAreas([known(MIDTOWN), ...many(9, MIDTOWN, false)])).toEqual([]);
    expect(buildAreas(many(18, MIDTOWN, false))).toEqual([]);
    expect(buildAreas(many(19, MIDTOWN, false))).toEqual([cellKeyAt(MIDTOWN)]);
    expect(buildAreas([...many(10, MIDTOWN), ...many(1, MIDTOWN, false)])).toHaveLength(1);
  });

  test('divides down to 1 km where ten live in each quarter', () => {
    const everywhere = Array.from({ length: 32 * 32 }, (_, nth) =>
      pointAt(pointAt(MIDTOWN, 500 * (nth % 32), 0), 500 * Math.floor(nth / 32), Math.PI / 2),
    );
    const cells = new Set(buildAreas(everywhere.flatMap((point) => many(10, point))));
    const [box] = boundsOfArea(areaKeyAt(pointAt(MIDTOWN, 11_000, 0.8), cells) ?? '', cells);
    if (!box) throw new Error('no box');
    const west = { latitude: box.south, longitude: box.west };
    expect(distanceKm(west, { ...west, latitude: box.north })).toBeCloseTo(1, 2);
    expect(distanceKm(west, { ...west, longitude: box.east })).toBeCloseTo(1, 1);
  });

  test('joins the smallest quarter to the rest if the rest has fewer than ten', () => {
    const elsewhere = pointAt(MIDTOWN, 3000, 2);
    const cells = new Set(buildAreas([...many(10, MIDTOWN), ...many(12, elsewhere)]));
    const [here, there] = [areaKeyAt(MIDTOWN, cells), areaKeyAt(elsewhere, cells)];
    expect(here).toBe(cellKeyAt(MIDTOWN));
    expect(there?.startsWith(here ?? '')).toBe(true);
    expect(there).not.toBe(here);
    expect(boundsOfArea(here ?? '', cells).length).toBeGreaterThan(1);
  });
});

describe('cellsInForce', () => {
  test('keeps ten people in every area, after any earlier build', () => {
    fc.assert(
      fc.property(town, town, town, (first, second, third) => {
        let before: { cells: string[]; inForce: string[] } | null = null;
        for (const people of [first, second, third, third]) {
          const cells = buildAreas(people);
          const inForce = cellsInForce(cells, before);
          expectTenEverywhere(people, new Set(inForce));
          before = { cells, inForce };
        }
      }),
    );
  });

  test('begins finer areas after two equal builds, and coarser ones immediately', () => {
    const alone = many(10, MIDTOWN);
    const withNeighbors = [...alone, ...many(12, pointAt(MIDTOWN, 3000, 2))];
    const [coarse, fine] = [buildAreas(alone), buildAreas(withNeighbors)];
    expect(cellsInForce(fine, null)).toEqual([]);
    const first = { cells: coarse, inForce: coarse };
    const second = { cells: fine, inForce: cellsInForce(fine, first) };
    expect(second.inForce).toEqual(coarse);
    const third = { cells: fine, inForce: cellsInForce(fine, second) };
    expect(third.inForce).toEqual(fine);
    expect(cellsInForce(coarse, third)).toEqual(coarse);
  });
});

describe('an area', () => {
  test('consists of boxes that hold its points and no other area’s', () => {
    fc.assert(
      fc.property(town, town, (people, others) => {
        const cells = new Set(buildAreas(people));
        for (const { point } of [...people, ...others]) {
          const key = areaKeyAt(point, cells);
          const holding = [...cells].filter((cell) =>
            boundsOfArea(cell, cells).some((box) => boundsContain(box, point)),
          );
          // a point on an edge is in two
          if (key === null) expect(holding).toEqual([]);
          else expect(holding).toContain(key);
        }
      }),
    );
  });

  test('is found anywhere on Earth', () => {
    fc.assert(
      fc.property(anywhere, (point) => {
        const cells = new Set(buildAreas(many(10, point)));
        const key = areaKeyAt(point, cells) ?? '';
        const bounds = boundsOfArea(key, cells);
        expect(distanceToAreaKm(point, bounds)).toBeLessThan(0.001);
        expect(distanceToAreaKm(markOfArea({ key, bounds }), bounds)).toBe(0);
      }),
    );
  });

  test('is as far as its nearest edge: 0 inside, else whole kilometers from 1', () => {
    const cells = new Set(buildAreas(many(10, MIDTOWN)));
    const [box] = boundsOfArea(cellKeyAt(MIDTOWN), cells);
    if (!box) throw new Error('no box');
    const edge = { latitude: MIDTOWN.latitude, longitude: box.east };
    for (const [meters, km] of [
      [200, 1],
      [2400, 2],
      [2600, 3],
    ] as const) {
      const outside = pointAt(edge, meters, Math.PI / 2);
      expect(distanceToAreaKm(outside, [box])).toBeCloseTo(meters / 1000, 2);
      expect(wholeKmToArea(outside, [box])).toBe(km);
    }
    expect(wholeKmToArea(MIDTOWN, [box])).toBe(0);
  });

  test('has a mark that does not depend on the people in it', () => {
    const area = { key: '1-2-', bounds: boundsOfArea('1-2-', new Set(['1-2-'])) };
    expect(markOfArea(area)).toEqual(markOfArea(area));
    expect(markOfArea({ ...area, key: '1-3-' })).not.toEqual(markOfArea(area));
    expect(markOfArea({ ...area, namedAt: MIDTOWN })).toEqual(MIDTOWN);
  });
});

test('countByCell counts the people of each 16 km cell', () => {
  const far = pointAt(MIDTOWN, 40_000, 1);
  expect(countByCell([...many(3, MIDTOWN), ...many(2, far, false)])).toEqual({
    [cellKeyAt(MIDTOWN)]: 3,
    [cellKeyAt(far)]: 2,
  });
});

describe('the number of people around a place without an area', () => {
  const buildFrom = (people: readonly CountedPerson[]) => ({
    cells: buildAreas(people),
    people: countByCell(people),
  });

  test.each([
    ['nine known people', many(9, MIDTOWN), { isFew: true, people: 9 }],
    ['no people', [], { isFew: true, people: 0 }],
    [
      'nine known people and nine others',
      [...many(9, MIDTOWN), ...many(9, MIDTOWN, false)],
      { isFew: true, people: 18 },
    ],
    ['ten known people', many(10, MIDTOWN), { isFew: false, people: null }],
  ])('is right for %s', (_who, people, company) => {
    expect(populationAt(buildFrom(people), MIDTOWN)).toEqual(company);
  });

  test('may be small without a place, or before the first build', () => {
    const unknown = { isFew: true, people: null };
    expect(populationAt(buildFrom(many(10, MIDTOWN)), null)).toEqual(unknown);
    expect(populationAt(null, MIDTOWN)).toEqual(unknown);
  });
});
