import { expect, it } from 'vitest';
import { servingsOfThings } from './listing-fields.ts';

it.each([
  [30, null, 30],
  [30, 'boxes', 30],
  [30, 'rolls', 15],
  [3, 'rolls', 2],
  [0, 'rolls', 0],
] as const)('%i %s are %i servings', (count, thing, servings) => {
  expect(servingsOfThings(count, thing)).toBe(servings);
});
