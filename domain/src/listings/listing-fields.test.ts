import { expect, it } from 'vitest';
import { servingsOfThings, thingsForPeople } from './listing-fields.ts';

it.each([
  [30, null, 30],
  [30, 'boxes', 30],
  [30, 'rolls', 15],
  [3, 'rolls', 2],
  [0, 'rolls', 0],
] as const)('%i %s are %i servings', (count, thing, servings) => {
  expect(servingsOfThings(count, thing)).toBe(servings);
});

it.each([
  [4, null, 4],
  [4, 'pieces', 4],
  [4, 'rolls', 8],
  [4, 'loaves', 1],
  [5, 'jars', 2],
] as const)('for %i people in %s: %i', (people, thing, count) => {
  expect(thingsForPeople(people, thing)).toBe(count);
});
