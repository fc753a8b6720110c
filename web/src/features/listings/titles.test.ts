import { expect, it } from 'vitest';
import { amountBeside } from './titles.ts';

it.each([
  ['30 rolls', 30, 'rolls', null],
  ['130 rolls', 30, 'rolls', '30 rolls'],
  ['30 rolls', 4, 'rolls', '4 rolls'],
  ['Rye bread', 2, null, '2 servings'],
] as const)('beside “%s”, %i %s are said as %s', (title, servings, countedAs, said) => {
  expect(amountBeside(title, servings, countedAs)).toBe(said);
});
