import { expect, it } from 'vitest';
import { metersPerPixel, roundLength } from './map-scale.ts';

it('has pixels that are shorter toward the poles and by each zoom', () => {
  expect(metersPerPixel({ latitude: 0 }, 0)).toBeCloseTo(156_543, 0);
  expect(metersPerPixel({ latitude: 60 }, 13)).toBeCloseTo(156_543 / 2 ** 13 / 2, 2);
});

it.each([
  [1900, 1000],
  [2000, 2000],
  [640, 500],
  [99, 50],
])('shows a length of at most %i m as %i m', (atMost, shown) => {
  expect(roundLength(atMost)).toBe(shown);
});
