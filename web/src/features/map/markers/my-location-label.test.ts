import { describe, expect, it } from 'vitest';
import { placeMyLocationLabel } from './MyLocationMarker.tsx';

const mark = (x: number, y: number, radiusPx = 20) => ({ x, y, radiusPx });
const BELOW = { side: 'below', isOver: false };
const ABOVE = { side: 'above', isOver: false };

describe("the label of the user's place", () => {
  it.each([
    ['below, with no mark near', [], BELOW],
    ['below, with a mark beside it', [mark(70, 20)], BELOW],
    ['below, with a mark above', [mark(0, -30)], BELOW],
    ['above, with a mark below', [mark(0, 40)], ABOVE],
    ['below again, with the mark far enough', [mark(0, 54)], BELOW],
    ['right, with marks below and above', [mark(0, 33), mark(0, -33)], { side: 'right', isOver: false }],
    ['right, with a mark that reaches round the dot', [mark(-27, 7)], { side: 'right', isOver: false }],
    ['left, with a mark that does so from there', [mark(27, 7)], { side: 'left', isOver: false }],
    [
      'over marks all around, where least of it is on them',
      [mark(0, 22), mark(0, -50), mark(40, 0), mark(-40, 0)],
      { side: 'above', isOver: true },
    ],
  ] as const)('is placed %s', (_, marks, place) => {
    expect(placeMyLocationLabel(marks)).toEqual(place);
  });
});
