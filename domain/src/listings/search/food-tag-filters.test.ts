import { expect, test } from 'vitest';
import { isUnstated, lacksAllergens, suitsDiets } from './food-tag-filters.ts';

test('food has to suit all requested diets', () => {
  expect(suitsDiets({ diets: ['vegan', 'halal'] }, ['vegan', 'halal'])).toBe(true);
  expect(suitsDiets({ diets: ['vegan'] }, ['vegan', 'halal'])).toBe(false);
  expect(suitsDiets({ diets: [] }, [])).toBe(true);
});

test('vegan food is vegetarian, but not the other way round', () => {
  expect(suitsDiets({ diets: ['vegan'] }, ['vegetarian'])).toBe(true);
  expect(suitsDiets({ diets: ['vegetarian'] }, ['vegan'])).toBe(false);
});

test('only food known to contain an allergen is left out', () => {
  expect(lacksAllergens({ allergens: ['milk'] }, ['milk', 'eggs'])).toBe(false);
  expect(lacksAllergens({ allergens: ['soy'] }, ['milk', 'eggs'])).toBe(true);
  expect(lacksAllergens({ allergens: [] }, ['milk'])).toBe(true);
  expect(lacksAllergens({ allergens: null }, ['milk'])).toBe(true);
});

test.each([
  [null, ['peanuts'], true],
  [null, [], false],
  [[], ['peanuts'], false],
  [['milk'], ['peanuts'], false],
] as const)(
  'food with allergens %j is unstated for a person who avoids %j: %s',
  (allergens, avoided, expected) => {
    expect(isUnstated({ allergens }, avoided)).toBe(expected);
  },
);
