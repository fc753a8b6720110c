import { expect, it } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import { matchReasons } from './match-reasons.ts';
import { type MatchedFood, type MatchedPerson, matchParts } from './match-score.ts';

const NOW = Date.parse('2026-11-23T18:00:00Z');
const ada: MatchedPerson = {
  id: 'ada',
  radiusKm: 5,
  diets: [],
  avoids: [],
  householdSize: null,
  pickups: {},
  receivedOverAverage: null,
};
const soup: MatchedFood = {
  donorId: 'cook',
  category: 'prepared_meals',
  diets: ['vegetarian'],
  allergens: ['celery'],
  servingsLeft: 4,
  distanceKm: 0.6,
  endMs: NOW + 2 * HOUR_MS,
  giverCompleted: 3,
  giverMissed: 1,
};
const codes = (person: Partial<MatchedPerson>, food: Partial<MatchedFood> = {}) => {
  const [who, what] = [
    { ...ada, ...person },
    { ...soup, ...food },
  ];
  const seen = { nowMs: NOW, from: 'saved_place' } as const;
  return matchReasons(who, what, matchParts(who, what, NOW), seen).map(({ code }) => code);
};

it('orders reasons by their contribution, limits between distance and amount', () => {
  expect(codes({ householdSize: 4, diets: ['vegetarian'], pickups: { prepared_meals: 2 } })).toEqual([
    'ends',
    'distance',
    'diets',
    'enough',
    'category',
  ]);
});

it('has a reason for a person without a place or pickups', () => {
  expect(codes({}, { distanceKm: null })).toEqual(['ends']);
  expect(codes({}, { distanceKm: null, endMs: NOW + 30 * HOUR_MS })).toEqual(['lasts']);
});

it('has no reason for an amount that is too small, categories never taken and an average share', () => {
  expect(codes({ householdSize: 5, pickups: { bakery_items: 4 }, receivedOverAverage: 0.9 })).toEqual([
    'ends',
    'distance',
  ]);
  expect(codes({ receivedOverAverage: 0.1 })).toEqual(['ends', 'your_turn', 'distance']);
});

it('names the person’s allergens, and nothing about the giver', () => {
  const said = codes({ avoids: ['peanuts'] }, { giverCompleted: 40 });
  expect(said).toEqual(['ends', 'distance', 'without']);
  expect(said).toEqual(codes({ avoids: ['peanuts'] }, { giverMissed: 40 }));
});
