import { expect, test } from 'vitest';
import { type Allergen, changedAllergens, type FoodCorrection, joinCorrections } from './food-tags.ts';

const of = (added: Allergen[], removed: Allergen[] = [], datesOrDiets = false): FoodCorrection => ({
  added,
  removed,
  datesOrDiets,
});

test.each([
  ['adds to', of(['eggs']), of(['milk']), ['eggs', 'milk'], of(['eggs', 'milk'])],
  ['takes back', of(['eggs']), of(['milk'], ['eggs']), ['milk'], of(['milk'], ['eggs'])],
  ['gives back', of([], ['eggs']), of(['eggs']), ['eggs', 'soy'], of(['eggs'])],
  ['repeats', of(['eggs']), of(['eggs']), ['eggs'], of(['eggs'])],
  ['names nothing beside', of(['eggs']), of([], [], true), ['eggs'], of(['eggs'], [], true)],
  ['keeps the dates of', of([], [], true), of(['eggs']), ['eggs'], of(['eggs'], [], true)],
  ['leaves unstated', of(['milk'], ['eggs']), of([]), null, of([])],
  ['follows one that named nothing', null, of([], ['eggs']), [], of([], ['eggs'], true)],
] satisfies [string, FoodCorrection | null, FoodCorrection, Allergen[] | null, FoodCorrection][])(
  'a correction that %s what an earlier one says is joined with it',
  (_case, earlier, later, contained, joined) => {
    expect(joinCorrections(earlier, later, contained)).toEqual(joined);
  },
);

test('to state nothing any more takes no allergen away', () => {
  expect(changedAllergens(['milk'], null)).toEqual({ added: [], removed: [] });
  expect(changedAllergens(['milk', 'eggs'], ['eggs', 'soy'])).toEqual({ added: ['soy'], removed: ['milk'] });
});
