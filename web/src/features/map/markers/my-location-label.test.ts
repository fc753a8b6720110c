import { describe, expect, it } from 'vitest';
import { placeMyLocationLabel } from './my-location-label.ts';

const mark = (x: number, y: number, radiusPx = 20) => ({ x, y, radiusPx });
const BELOW = { isAbove: false, isOver: false };
const ABOVE = { isAbove: true, isOver: false };

describe("the label of the user's place", () => {
  it.each([
    ['below, with no mark near', [], BELOW],
    ['below, with a mark beside it', [mark(70, 20)], BELOW],
    ['below, with a mark above', [mark(0, -30)], BELOW],
    ['above, with a mark below', [mark(0, 40)], ABOVE],
    ['below again, with the mark far enough', [mark(0, 54)], BELOW],
    [
      'over marks on both sides, where less of it is on them',
      [mark(0, 22), mark(0, -50)],
      { isAbove: true, isOver: true },
    ],
    [
      'over a mark that reaches round the dot, on the side away from it',
      [mark(-27, 7)],
      { isAbove: true, isOver: true },
    ],
    ['the same from above', [mark(-27, -7)], { isAbove: false, isOver: true }],
  ] as const)('is placed %s', (_, marks, place) => {
    expect(placeMyLocationLabel(marks)).toEqual(place);
  });
});
