import { describe, expect, it } from 'vitest';
import { colorField, heatField, heatRamp, heatReachPx } from './HeatLayer.tsx';

const grid = { columns: 21, rows: 11, reach: 5 };
const cell = (field: Float32Array, x: number, y: number) => field[y * grid.columns + x] ?? Number.NaN;

describe('heatField', () => {
  it('is highest at the spot, falls off evenly in all directions, and is 0 at the reach', () => {
    const field = heatField([{ x: 10, y: 5, weight: 1 }], grid);
    expect(Math.max(...field)).toBe(cell(field, 10, 5));
    expect(cell(field, 10, 5)).toBeCloseTo(1 - Math.exp(-1));
    expect(cell(field, 12, 5)).toBe(cell(field, 8, 5));
    expect(cell(field, 12, 5)).toBe(cell(field, 10, 7));
    expect(cell(field, 12, 5)).toBeGreaterThan(cell(field, 13, 5));
    expect(cell(field, 15, 5)).toBe(0);
    expect(cell(field, 15, 10)).toBe(0);
    expect(cell(field, 0, 0)).toBe(0);
  });

  it('adds up nearby spots and stays below 1', () => {
    const spot = { x: 10, y: 5, weight: 0.5 };
    const one = heatField([spot], grid);
    const two = heatField([spot, { ...spot, x: 12 }], grid);
    expect(cell(two, 11, 5)).toBeGreaterThan(cell(one, 11, 5));
    expect(cell(two, 6, 5)).toBeCloseTo(cell(one, 6, 5));
    const heap = heatField(
      Array.from({ length: 12 }, () => ({ ...spot, weight: 1 })),
      grid,
    );
    expect(cell(heap, 10, 5)).toBeLessThan(1);
  });

  it('includes spots outside the field that reach into it, and no others', () => {
    expect(cell(heatField([{ x: -2, y: 5, weight: 1 }], grid), 0, 5)).toBeGreaterThan(0);
    expect(Math.max(...heatField([{ x: -20, y: 5, weight: 1 }], grid))).toBe(0);
  });
});

it('has a smaller reach at lower zoom', () => {
  const reaches = [10, 11, 12, 13, 14].map(heatReachPx);
  expect(reaches).toEqual(reaches.toSorted((a, b) => a - b));
  expect(heatReachPx(12)).toBeLessThan(heatReachPx(14) / 2);
  expect(heatReachPx(18)).toBe(heatReachPx(14));
});

describe('the colors of heat', () => {
  const shade = (intensity: number, dark: boolean) => {
    const bytes = new Uint8ClampedArray(4);
    colorField(Float32Array.of(intensity), heatRamp(dark), bytes);
    return [...bytes];
  };

  it.each([false, true])('are transparent without heat and more opaque with more heat (dark: %s)', (dark) => {
    expect(shade(0, dark)[3]).toBe(0);
    const opacities = [0, 0.2, 0.4, 0.6, 0.8, 1].map((intensity) => shade(intensity, dark)[3] ?? 0);
    expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
    expect(new Set(opacities).size).toBe(6);
    // Streets and names stay readable below.
    expect(opacities.at(-1)).toBeLessThan(150);
  });

  it('run from mango to tomato in the light theme', () => {
    expect(shade(0.3, false).slice(0, 3)).toEqual([255, 181, 62].map((part) => expect.closeTo(part, -1)));
    expect(shade(1, false).slice(0, 3)).toEqual([180, 42, 29]);
  });
});
