import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALLERGENS, DIETS } from '../kernel/food-tags.ts';
import { HOUR_MS } from '../kernel/time.ts';
import { CATEGORIES, THINGS } from '../listings/listing-fields.ts';
import { suggestedServings } from '../listings/listing-fields.ts';
import { offerableFood } from './offerable-food.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
const inHours = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();
const need: Parameters<typeof offerableFood>[0] = {
  householdSize: 3,
  dietaryRestrictions: ['vegetarian'],
  preferredCategories: ['prepared_meals'],
};
type Food = Parameters<typeof offerableFood>[1][number] & { readonly name: string };
const food = (name: string, known: Partial<Food> = {}): Food => ({
  name,
  status: 'posted',
  category: 'prepared_meals',
  diets: ['vegetarian'],
  allergens: null,
  servingsLeft: 6,
  countedAs: null,
  availableFrom: inHours(-1),
  availableUntil: inHours(6),
  ...known,
});
const namesOf = (foods: readonly Food[]): string[] =>
  offerableFood(need, foods, NOW_MS, 'UTC').map(({ food: { name } }) => name);

describe('offerableFood', () => {
  it('offers food that is posted, left and not over', () => {
    const gone = [
      food('claimed', { status: 'claimed', servingsLeft: 0 }),
      food('empty', { servingsLeft: 0 }),
      food('over', { availableUntil: inHours(0) }),
      food('withdrawn', { status: 'withdrawn' }),
    ];
    expect(namesOf([...gone, food('stew')])).toEqual(['stew']);
  });

  it('orders by suitable diets, then today, time enough, preferred category, enough servings, and earliest end', () => {
    const foods = [
      food('meat', { diets: [] }),
      food('soon over', { availableUntil: inHours(0.5) }),
      food('bread', { category: 'bakery_items' }),
      food('little', { servingsLeft: 2 }),
      food('until tomorrow', { availableUntil: inHours(30) }),
      food('tomorrow', { availableFrom: inHours(13), availableUntil: inHours(15) }),
      food('vegan', { diets: ['vegan'] }),
    ];
    const best = ['vegan', 'until tomorrow', 'little', 'bread', 'soon over', 'tomorrow', 'meat'];
    expect(namesOf(foods)).toEqual(best);
    expect(namesOf(foods.toReversed())).toEqual(best);
  });

  it('suggests food for an allergy only if it is known to lack the allergen', () => {
    const foods = [
      food('unsaid'),
      food('bread', { allergens: ['gluten'] }),
      food('rice', { allergens: ['milk'] }),
    ];
    const offered = offerableFood({ ...need, dietaryRestrictions: ['gluten-free'] }, foods, NOW_MS, 'UTC');
    expect(offered.map(({ food: { name }, suits }) => [name, suits])).toEqual([
      ['rice', true],
      ['unsaid', false],
      ['bread', false],
    ]);
  });

  it('never ranks food without a requested diet before food with it, nor suggests more servings than are left', () => {
    const anyNeed = fc.record({
      householdSize: fc.integer({ min: 1, max: 20 }),
      dietaryRestrictions: fc.uniqueArray(fc.constantFrom(...DIETS, 'gluten-free', 'my own words')),
      preferredCategories: fc.uniqueArray(fc.constantFrom(...CATEGORIES)),
    });
    const anyFood = fc.record({
      name: fc.string(),
      status: fc.constant('posted' as const),
      category: fc.constantFrom(...CATEGORIES),
      diets: fc.uniqueArray(fc.constantFrom(...DIETS)),
      allergens: fc.option(fc.uniqueArray(fc.constantFrom(...ALLERGENS))),
      servingsLeft: fc.nat({ max: 40 }),
      countedAs: fc.constantFrom(null, ...THINGS),
      availableFrom: fc.integer({ min: -50, max: 50 }).map(inHours),
      availableUntil: fc.integer({ min: -5, max: 50 }).map(inHours),
    });
    fc.assert(
      fc.property(anyNeed, fc.array(anyFood), (request, foods) => {
        const offered = offerableFood(request, foods, NOW_MS, 'UTC');
        const suits = offered.map((one) => one.suits);
        expect(suits).toEqual(suits.toSorted((a, b) => Number(b) - Number(a)));
        for (const one of offered) {
          const servings = suggestedServings(
            request.householdSize,
            one.food.servingsLeft,
            one.food.countedAs,
          );
          expect(servings).toBeGreaterThan(0);
          expect(servings).toBeLessThanOrEqual(Math.min(one.food.servingsLeft, 2 * request.householdSize));
        }
      }),
    );
  });
});
