import { expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import type { Listing } from '../listings/listing-contract.ts';
import { type FoodWish, fittingFood } from './fitting-food.ts';

const NOW_MS = Date.parse('2026-07-01T18:00:00Z');
const inHours = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();

const STEW = {
  status: 'posted',
  donorId: 'rosa',
  distanceKm: 0.6,
  servingsLeft: 4,
  availableUntil: inHours(3),
  category: 'prepared_meals',
  allergens: [],
  diets: ['vegan'],
} as unknown as Listing;
const WISH: FoodWish = {
  personId: 'june',
  hasPlace: true,
  categories: ['prepared_meals'],
  diets: [],
  avoids: [],
  people: 4,
};

const fits = (listing: Partial<Listing> = {}, wish: Partial<FoodWish> = {}): boolean =>
  fittingFood([{ ...STEW, ...listing }], { ...WISH, ...wish }, NOW_MS).length === 1;

test('selects food that is near, enough for all, and has an hour left', () => {
  expect(fits()).toBe(true);
  expect(fits({ distanceKm: 2 })).toBe(true);
  expect(fits({ distanceKm: 2.1 })).toBe(false);
  expect(fits({ distanceKm: null })).toBe(false);
  expect(fits({ distanceKm: null }, { hasPlace: false })).toBe(true);
  expect(fits({ servingsLeft: 3 })).toBe(false);
  expect(fits({ servingsLeft: 1 }, { people: null })).toBe(true);
  expect(fits({ availableUntil: inHours(1) })).toBe(true);
  expect(fits({ availableUntil: inHours(0.9) })).toBe(false);
});

test('orders by the start of pickup, then by distance', () => {
  const listings = [
    { id: 'tomorrow', availableFrom: inHours(20), distanceKm: 0.1 },
    { id: 'now, far', availableFrom: inHours(-1), distanceKm: 1.5 },
    { id: 'now, near', availableFrom: inHours(-0.5), distanceKm: 0.3 },
    { id: 'tonight', availableFrom: inHours(2), distanceKm: 1 },
  ].map((listing) => ({ ...STEW, ...listing, availableUntil: inHours(24) }));
  expect(fittingFood(listings, WISH, NOW_MS).map(({ id }) => id)).toEqual([
    'now, near',
    'now, far',
    'tonight',
    'tomorrow',
  ]);
});

test('excludes taken food and the person’s own', () => {
  expect(fits({ status: 'claimed' })).toBe(false);
  expect(fits({ donorId: 'june' })).toBe(false);
});

test('matches the preferred categories; all, if there are none', () => {
  expect(fits({}, { categories: ['bakery_items', 'pantry_staples'] })).toBe(false);
  expect(fits({ category: 'pantry_staples' }, { categories: ['bakery_items', 'pantry_staples'] })).toBe(true);
  expect(fits({ category: 'other' }, { categories: [] })).toBe(true);
});

test('matches the diet, and is known to be free of avoided allergens', () => {
  expect(fits({}, { diets: ['vegetarian'] })).toBe(true);
  expect(fits({}, { diets: ['halal'] })).toBe(false);
  expect(fits({ allergens: ['peanuts'] }, { avoids: ['peanuts'] })).toBe(false);
  expect(fits({ allergens: null }, { avoids: ['peanuts'] })).toBe(false);
  expect(fits({ allergens: null })).toBe(true);
});
