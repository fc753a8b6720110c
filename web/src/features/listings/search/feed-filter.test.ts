import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaParam,
  clearFilters,
  countFilters,
  type FeedFilter,
  feedFilterQuery,
  NO_FILTER,
  parseFeedFilter,
  understoodFilter,
} from './feed-filter.ts';
import { widerFilters } from './wider-filters.ts';

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });

const chosen: FeedFilter = {
  freshness: 'urgent',
  when: 'tonight',
  q: 'rye bread',
  category: 'bakery_items',
  diets: ['vegan', 'halal'],
  withoutAllergens: ['milk', 'tree_nuts'],
  withinKm: 2.5,
  area: { north: 40.7831, south: 40.7489, east: -73.9441, west: -74.0059 },
  donorId: '0a3c1f0e-5b1d-4c55-9f0e-3d6a1b2c4e5f',
  nearestFirst: true,
};

it.each([
  ['vegan dinner tonight', null, ['vegan dinner', 'tonight']],
  ['Tomorrow soup', null, ['soup', 'tomorrow']],
  ['bread right now', null, ['bread', 'now']],
  // what was chosen comes first
  ['bread now', 'tomorrow', ['bread', 'tomorrow']],
  ['tonight', null, ['tonight', null]],
  ['nowhere bread', null, ['nowhere bread', null]],
] as const)('understands when in the search %j, with %j chosen', (q, when, [words, time]) => {
  expect(understoodFilter({ ...NO_FILTER, q, when })).toEqual({ ...NO_FILTER, q: words, when: time });
});

describe('a filter in the address', () => {
  it('survives the round trip', () => {
    expect(parseFeedFilter(feedFilterQuery(chosen))).toEqual(chosen);
    expect(parseFeedFilter(feedFilterQuery(NO_FILTER))).toEqual(NO_FILTER);
    expect(feedFilterQuery(NO_FILTER)).toBe('');
  });

  it('is the same address whatever the order of the choices', () => {
    const turned = parseFeedFilter(
      'diet=halal&diet=vegan&diet=vegan&without=tree_nuts&without=milk&q=rye++bread',
    );
    expect(feedFilterQuery(turned)).toBe('?q=rye+bread&diet=vegan&diet=halal&without=milk&without=tree_nuts');
  });

  it.each([
    'freshness=gone&category=__proto__&diet=meat&without=&within=-1',
    'within=Infinity',
    'within=5000',
    'within=',
    'donor=me',
    'area=40.78,40.74,-73.94',
    'area=,,,',
    'area=40.78,40.74,-73.94,-74.01,0',
    'area=91,40.74,-73.94,-74.01',
    'area=40.78,40.74,-73.94,-181',
    'area=40.74,40.78,-73.94,-74.01',
    'area=1e1,40.74,-73.94,west',
    'area=NaN,NaN,NaN,NaN',
    `listing=1&tab=share&q=${'%20'.repeat(9)}`,
  ])('ignores unknown values: %s', (search) => {
    expect(parseFeedFilter(search)).toEqual(NO_FILTER);
  });

  it('limits the search text to the maximum length', () => {
    expect(parseFeedFilter(`q=${'a'.repeat(99)}%20bc`).q).toBe('a'.repeat(99));
  });
});

describe('an area in the address', () => {
  const area = { north: 40.783_101, south: 40.748_909, east: -73.944_109, west: -74.005_901 };

  it('is rounded outwards, so that it still contains what lies at its edge', () => {
    expect(areaParam(area)).toBe('40.78311,40.7489,-73.9441,-74.00591');
  });

  it('does not grow once it is rounded', () => {
    fc.assert(
      fc.property(degrees(90), degrees(90), degrees(180), degrees(180), (a, b, east, west) => {
        const once = parseFeedFilter(
          `area=${areaParam({ north: Math.max(a, b), south: Math.min(a, b), east, west })}`,
        );
        expect(once.area).not.toBeNull();
        expect(parseFeedFilter(feedFilterQuery(once)).area).toEqual(once.area);
      }),
    );
  });

  it('may cross the antimeridian, and may be the whole Earth', () => {
    expect(parseFeedFilter('area=-15,-20,-178,177').area).toEqual({
      north: -15,
      south: -20,
      east: -178,
      west: 177,
    });
    expect(parseFeedFilter('area=90,-90,180,-180').area).toEqual({
      north: 90,
      south: -90,
      east: 180,
      west: -180,
    });
  });
});

it('counts the filters of the sheet, of the map and of a giver, and clears all but the words, the order and what the person saved or avoids', () => {
  expect(countFilters(chosen)).toBe(8);
  const { q, nearestFirst, withoutAllergens } = chosen;
  expect(clearFilters(chosen, ['vegan'])).toEqual({
    ...NO_FILTER,
    q,
    nearestFirst,
    withoutAllergens,
    diets: ['vegan'],
  });
});

it('knows what hides food, each once', () => {
  const wider = widerFilters(chosen);
  expect(wider.map(({ without }) => without)).toEqual([
    'when',
    'freshness',
    'category',
    'area',
    'distance',
    'giver',
    'needs',
    'words',
  ]);
  expect(wider[0]?.filter).toEqual({ ...chosen, when: null });
  expect(wider.at(-2)?.filter).toEqual({ ...chosen, diets: [], withoutAllergens: [] });
  expect(widerFilters(NO_FILTER)).toEqual([]);
});
