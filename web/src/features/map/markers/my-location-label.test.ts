import { expect, it } from 'vitest';
import { myLocationSide } from './MyLocationMarker.tsx';

const pin = (x: number, y: number, radius = 20) => ({ x, y, radius });

it.each([
  ['below', 'with no pin near', []],
  ['below', 'with a pin beside it', [pin(70, 20)]],
  ['below', 'with a pin above', [pin(0, -30)]],
  ['above', 'with a pin below', [pin(0, 40)]],
  ['below', 'with that pin far enough', [pin(0, 54)]],
  ['right', 'with pins below and above', [pin(0, 33), pin(0, -33)]],
  ['right', 'with a pin that reaches round the dot', [pin(-27, 7)]],
  ['left', 'with a pin that does so from there', [pin(27, 7)]],
  [null, 'with pins all around', [pin(0, 22), pin(0, -50), pin(40, 0), pin(-40, 0)]],
] as const)("says %s of the person's place that it is theirs, %s", (side, _, pins) => {
  expect(myLocationSide(pins)).toBe(side);
});
