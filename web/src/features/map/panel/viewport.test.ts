import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchBounds, initialView, type UnwrappedBounds, wrapBounds } from './viewport.ts';

const midtown: UnwrappedBounds = { north: 40.78, south: 40.75, east: -73.94, west: -74 };
const moved = (box: UnwrappedBounds, degrees: number): UnwrappedBounds => ({
  north: box.north + degrees,
  south: box.south + degrees,
  east: box.east + degrees,
  west: box.west + degrees,
});

describe('the fetched bounds', () => {
  it('contain the visible bounds with a margin, and not much more', () => {
    const side = fc.double({ min: 0.001, max: 2, noNaN: true });
    const at = fc.double({ min: -80, max: 80, noNaN: true });
    fc.assert(
      fc.property(at, at, side, side, (south, west, height, width) => {
        const seen = { south, west, north: south + height, east: west + width };
        const box = fetchBounds(null, seen);
        expect(box.north).toBeGreaterThan(seen.north);
        expect(box.south).toBeLessThan(seen.south);
        expect(box.east).toBeGreaterThan(seen.east);
        expect(box.west).toBeLessThan(seen.west);
        expect(box.north - box.south).toBeLessThanOrEqual(2 * height);
        expect(box.east - box.west).toBeLessThanOrEqual(2 * width);
      }),
    );
  });

  it('stay the same over a small move, and change on a large one or a zoom step', () => {
    const first = fetchBounds(null, midtown);
    expect(fetchBounds(first, moved(midtown, 0.003))).toBe(first);
    expect(fetchBounds(first, moved(midtown, 0.03))).not.toEqual(first);
    const closer = { ...midtown, north: 40.765, east: -73.97 };
    expect(fetchBounds(first, closer)).not.toEqual(first);
  });
});

describe('wrapped bounds', () => {
  it('are valid over the antimeridian and around the globe', () => {
    expect(wrapBounds({ north: 1, south: 0, east: 181, west: 179 })).toEqual({
      north: 1,
      south: 0,
      east: -179,
      west: 179,
    });
    expect(wrapBounds({ north: 99, south: -99, east: 400, west: 0 })).toEqual({
      north: 90,
      south: -90,
      east: 180,
      west: -180,
    });
    expect(wrapBounds({ ...midtown, east: 180 }).east).toBe(180);
  });
});

describe('the initial view', () => {
  const here = { latitude: 40.76, longitude: -73.98 };
  it('is around the user, else around the community', () => {
    const lyon = { north: 45.8, south: 45.7, east: 4.9, west: 4.8 };
    expect(initialView(here, lyon)).toMatchObject({ center: here, fit: null });
    expect(initialView(null, lyon).fit).toEqual(lyon);
  });
});
