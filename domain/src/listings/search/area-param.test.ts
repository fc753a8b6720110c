import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArea, formatArea } from './area-param.ts';
import { areaQuery, feedQuery } from '../feed-schemas.ts';

const read = (area: string) => {
  const { success, data, error } = feedQuery.safeParse({ area });
  return success ? data.area : error.issues.map(({ path, message }) => [path[0], message]);
};

describe('areaQuery', () => {
  test('parses what formatArea writes, also across the antimeridian and at the poles', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    const bounds = fc
      .tuple(degrees(90), degrees(90), degrees(180), degrees(180))
      .map(([a, b, east, west]) => ({ north: Math.max(a, b), south: Math.min(a, b), east, west }));
    fc.assert(
      fc.property(bounds, (area) => {
        expect(read(formatArea(area))).toEqual({ ...area, ...zeroes(area) });
      }),
    );
    expect(read('-16,-18,-179,179')).toEqual({ north: -16, south: -18, east: -179, west: 179 });
    expect(read('40,40,-73,-73')).toEqual({ north: 40, south: 40, east: -73, west: -73 });
    const small = { north: 0.0000010000005636318002, south: 0, east: 0, west: 0 };
    expect(read(formatArea(small))).toEqual(small);
    expect(read('1e-7,-1E-7,0,0')).toEqual({ north: 1e-7, south: -1e-7, east: 0, west: 0 });
  });

  const WRITTEN = '@invalid.area';
  test.each([
    ['', WRITTEN],
    ['here', WRITTEN],
    ['1,2,3', WRITTEN],
    ['4,3,2,1,0', WRITTEN],
    ['4,3,2,', WRITTEN],
    ['4,3, 2,1', WRITTEN],
    ['0x4,3,2,1', WRITTEN],
    ['NaN,3,2,1', WRITTEN],
    ['Infinity,3,2,1', WRITTEN],
    ['3,4,2,1', '@invalid.south'],
    ['91,3,2,1', '@out-of-range.latitude {"min":-90,"max":90}'],
    ['4,3,181,1', '@out-of-range.longitude {"min":-180,"max":180}'],
  ])('rejects %j', (area, text) => {
    expect(read(area)).toEqual([['area', text]]);
    expect(parseArea(area)).toBeNull();
  });

  test('agrees with parseArea', () => {
    const degrees = fc.oneof(
      fc.double({ min: -200, max: 200, noNaN: true }),
      fc.constantFrom(-180, -90, 90, 180),
    );
    fc.assert(
      fc.property(degrees, degrees, degrees, degrees, (north, south, east, west) => {
        const text = formatArea({ north, south, east, west });
        expect(parseArea(text)).toEqual(areaQuery.safeParse(text).data ?? null);
      }),
    );
  });
});

/** Text has no negative zero. */
const zeroes = (area: Record<string, number>) =>
  Object.fromEntries(Object.entries(area).map(([side, at]) => [side, at === 0 ? 0 : at]));
