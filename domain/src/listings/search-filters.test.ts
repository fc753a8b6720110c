import { expect, test } from 'vitest';
import { isWithout, suitsDiets } from './search-filters.ts';

test('food suits all diets that are asked for', () => {
  expect(suitsDiets({ diets: ['vegan', 'halal'] }, ['vegan', 'halal'])).toBe(true);
  expect(suitsDiets({ diets: ['vegan'] }, ['vegan', 'halal'])).toBe(false);
  expect(suitsDiets({ diets: [] }, [])).toBe(true);
});

test('what is vegan is vegetarian, and not the other way round', () => {
  expect(suitsDiets({ diets: ['vegan'] }, ['vegetarian'])).toBe(true);
  expect(suitsDiets({ diets: ['vegetarian'] }, ['vegan'])).toBe(false);
});

test('only what is known to contain it is left out', () => {
  expect(isWithout({ allergens: ['milk'] }, ['milk', 'eggs'])).toBe(false);
  expect(isWithout({ allergens: ['soy'] }, ['milk', 'eggs'])).toBe(true);
  expect(isWithout({ allergens: [] }, ['milk'])).toBe(true);
  expect(isWithout({ allergens: null }, ['milk'])).toBe(true);
});
