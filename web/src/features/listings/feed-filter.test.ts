import { describe, expect, it } from 'vitest';
import {
  ALL_FOOD,
  choicesMade,
  type FeedFilter,
  filterFrom,
  searchOf,
  withoutChoices,
} from './feed-filter.ts';

const chosen: FeedFilter = {
  freshness: 'urgent',
  q: 'rye bread',
  category: 'bakery_items',
  diets: ['vegan', 'halal'],
  withoutAllergens: ['milk', 'tree_nuts'],
  withinKm: 2.5,
};

describe('a filter in the address', () => {
  it('comes back as it went', () => {
    expect(filterFrom(searchOf(chosen))).toEqual(chosen);
    expect(filterFrom(searchOf(ALL_FOOD))).toEqual(ALL_FOOD);
    expect(searchOf(ALL_FOOD)).toBe('');
  });

  it('is the same address in whatever order it was chosen', () => {
    const turned = filterFrom('diet=halal&diet=vegan&diet=vegan&without=tree_nuts&without=milk&q=rye++bread');
    expect(searchOf(turned)).toBe('q=rye+bread&diet=vegan&diet=halal&without=milk&without=tree_nuts');
  });

  it.each([
    'freshness=gone&category=__proto__&diet=meat&without=&within=-1',
    'within=Infinity',
    'within=5000',
    'within=',
    `listing=1&tab=share&q=${'%20'.repeat(9)}`,
  ])('leaves out what it does not know: %s', (search) => {
    expect(filterFrom(search)).toEqual(ALL_FOOD);
  });

  it('asks for no more words than a search may have', () => {
    expect(filterFrom(`q=${'a'.repeat(99)}%20bc`).q).toBe('a'.repeat(99));
  });
});

it('counts what is chosen behind the button, and takes that alone away', () => {
  expect(choicesMade(chosen)).toBe(6);
  expect(withoutChoices(chosen)).toEqual({ ...ALL_FOOD, freshness: 'urgent', q: 'rye bread' });
});
