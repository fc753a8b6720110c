import { expect, it } from 'vitest';
import { foodTagsOf, recognizedRestrictions, spellRestriction } from './dietary-restrictions.ts';

it.each([
  ['Vegan', 'vegan'],
  ['KOSHER ', 'kosher'],
  ['gluten free', 'gluten-free'],
  ['Gluten-Free', 'gluten-free'],
  ['glutenfree', 'gluten-free'],
  ['No peanuts', 'peanut-free'],
  ['peanuts-free', 'peanut-free'],
  ['without tree nuts', 'tree-nut-free'],
  ['dairy-free', 'milk-free'],
  ['sin gluten', 'sin gluten'],
  ['no onions', 'no onions'],
  ['sugar-free', 'sugar-free'],
  ['free', 'free'],
])('%s is spelled %s', (given, spelled) => {
  expect(spellRestriction(given)).toBe(spelled);
  expect(spellRestriction(spelled)).toBe(spelled);
});

it('gives the diets and allergens of those that it recognizes', () => {
  const given = ['halal', 'No eggs', 'Grandma’s list', 'soy free'];
  expect(foodTagsOf(given)).toEqual({ diets: ['halal'], avoids: ['eggs', 'soy'] });
  expect(recognizedRestrictions(given)).toEqual(['halal', 'No eggs', 'soy free']);
});
