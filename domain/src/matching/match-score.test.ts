import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import { CATEGORIES } from '../listings/listing-fields.ts';
import {
  amountPart,
  distancePart,
  fairnessPart,
  preferencePart,
  MATCH_WEIGHTS,
  type MatchedFood,
  type MatchedPerson,
  matchParts,
  matchRefusal,
  matchScore,
  matchUrgency,
  recommend,
  reliabilityPart,
  timePart,
} from './match-score.ts';

const NOW = Date.parse('2026-11-23T18:00:00Z');
const neighbor: MatchedPerson = {
  id: 'ada',
  radiusKm: 5,
  diets: [],
  avoids: [],
  householdSize: 2,
  pickups: {},
  receivedOverAverage: null,
};
const bread: MatchedFood = {
  donorId: 'baker',
  category: 'bakery_items',
  diets: ['vegetarian'],
  allergens: ['gluten'],
  servingsLeft: 4,
  distanceKm: 1,
  endMs: NOW + 3 * HOUR_MS,
  giverCompleted: 0,
  giverMissed: 0,
};

const foods = fc.record<MatchedFood>({
  donorId: fc.constantFrom('ada', 'baker', 'grocer'),
  category: fc.constantFrom(...CATEGORIES),
  diets: fc.subarray(['vegetarian', 'vegan', 'halal', 'kosher']),
  allergens: fc.option(fc.subarray(['gluten', 'milk', 'peanuts'])),
  servingsLeft: fc.integer({ min: 0, max: 50 }),
  distanceKm: fc.option(fc.double({ min: 0, max: 12, noNaN: true })),
  endMs: fc.integer({ min: NOW - 2 * HOUR_MS, max: NOW + 72 * HOUR_MS }),
  giverCompleted: fc.nat(30),
  giverMissed: fc.nat(10),
});
const eaters = fc.record<MatchedPerson>({
  id: fc.constant('ada'),
  radiusKm: fc.integer({ min: 1, max: 50 }),
  diets: fc.subarray(['vegetarian', 'vegan']),
  avoids: fc.subarray(['gluten', 'milk', 'peanuts']),
  householdSize: fc.option(fc.integer({ min: 1, max: 20 })),
  pickups: fc.dictionary(fc.constantFrom(...CATEGORIES), fc.nat(20)),
  receivedOverAverage: fc.option(fc.double({ min: 0, max: 20, noNaN: true })),
});
const facts = { of: (food: MatchedFood) => food, keyOf: (food: MatchedFood) => JSON.stringify(food) };

describe('food that is never recommended', () => {
  it.each([
    ['own', { donorId: 'ada' }, {}],
    ['none-left', { servingsLeft: 0 }, {}],
    ['over', { endMs: NOW }, {}],
    ['too-far', { distanceKm: 5.01 }, {}],
    ['too-late', { endMs: NOW + HOUR_MS / 2 - 1 }, {}],
    ['allergen', {}, { avoids: ['gluten'] as const }],
    ['allergen', { allergens: null }, { avoids: ['milk'] as const }],
    ['diet', {}, { diets: ['vegan'] as const }],
    [null, { allergens: null }, {}],
    [null, { distanceKm: null }, { diets: ['vegetarian'] as const, avoids: ['milk'] as const }],
  ])('%s for %o and %o', (refusal, food, person) => {
    expect(matchRefusal({ ...neighbor, ...person }, { ...bread, ...food }, NOW)).toBe(refusal);
  });

  it('excludes the person’s own, ended food, and food with a declared allergen', () => {
    fc.assert(
      fc.property(eaters, fc.array(foods, { maxLength: 12 }), (person, offered) => {
        for (const { food } of recommend(person, offered, facts, NOW)) {
          expect(food.donorId).not.toBe(person.id);
          expect(food.endMs).toBeGreaterThan(NOW);
          expect(
            person.avoids.filter((avoided) => food.allergens === null || food.allergens.includes(avoided)),
          ).toEqual([]);
        }
      }),
    );
  });
});

describe('the parts', () => {
  it('weigh 100 together', () => {
    expect(Object.values(MATCH_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(100);
  });

  it('are from 0 to 1, and the score from 0 to 100', () => {
    fc.assert(
      fc.property(eaters, foods, (person, food) => {
        const parts = matchParts(person, food, NOW);
        for (const part of Object.values(parts)) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(1);
        }
        expect(matchScore(parts)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('distance: 1 next door, 0 at the radius, half if unknown', () => {
    expect([0, 1.25, 5].map((km) => distancePart(neighbor, km))).toEqual([1, 0.5, 0]);
    expect(distancePart(neighbor, null)).toBe(0.5);
  });

  it('time: 1 when it is time to leave, half with eight hours to spare', () => {
    const leaves = NOW + HOUR_MS / 4;
    expect(timePart(leaves, NOW)).toBe(1);
    expect(timePart(leaves + 8 * HOUR_MS, NOW)).toBe(0.5);
  });

  it('preference: equal without pickups, highest for the most picked-up category', () => {
    expect(preferencePart({ pickups: {} }, 'other')).toBe(0.5);
    const past = { pickups: { bakery_items: 4, other: 2 } };
    expect([
      preferencePart(past, 'bakery_items'),
      preferencePart(past, 'other'),
      preferencePart(past, 'dairy_eggs'),
    ]).toEqual([1, 0.75, 0.5]);
  });

  it('amount: one serving per person is enough', () => {
    expect([1, 2, 9].map((servings) => amountPart({ householdSize: 2 }, servings))).toEqual([0.5, 1, 1]);
    expect(amountPart({ householdSize: null }, 1)).toBe(1);
  });

  it('fairness: a new account is average, and people who received nothing lately come first', () => {
    expect([0, null, 1, 3].map((receivedOverAverage) => fairnessPart({ receivedOverAverage }))).toEqual([
      1, 0.5, 0.5, 0.25,
    ]);
  });

  it('reliability: one missed handover of a new giver costs little, completed ones raise it', () => {
    expect(reliabilityPart({ giverCompleted: 0, giverMissed: 0 })).toBe(0.8);
    expect(reliabilityPart({ giverCompleted: 0, giverMissed: 1 })).toBeCloseTo(0.67);
    expect(reliabilityPart({ giverCompleted: 20, giverMissed: 0 })).toBe(0.96);
  });
});

describe('the order', () => {
  it.each<[string, (food: MatchedFood) => MatchedFood]>([
    ['nearer', (food) => ({ ...food, distanceKm: food.distanceKm === null ? null : food.distanceKm / 2 })],
    ['more reliable', (food) => ({ ...food, giverCompleted: food.giverCompleted + 5 })],
    ['enough for more', (food) => ({ ...food, servingsLeft: food.servingsLeft + 1 })],
    ['about to end', (food) => ({ ...food, endMs: food.endMs - HOUR_MS })],
  ])('never ranks food lower that is %s and otherwise the same', (_, improve) => {
    fc.assert(
      fc.property(eaters, foods, (person, food) => {
        const score = (one: MatchedFood) => matchScore(matchParts(person, one, NOW));
        expect(score(improve(food))).toBeGreaterThanOrEqual(score(food));
      }),
    );
  });

  it('is by the score, then by the earlier end', () => {
    fc.assert(
      fc.property(eaters, fc.array(foods, { maxLength: 10 }), (person, offered) => {
        const found = recommend(person, offered, facts, NOW);
        for (const [nth, { score, food }] of found.entries()) {
          const before = found[nth - 1];
          if (before)
            expect(before.score - score || food.endMs - before.food.endMs).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('is the same in any order of the food', () => {
    fc.assert(
      fc.property(eaters, fc.array(foods, { maxLength: 10 }), (person, offered) => {
        const found = recommend(person, offered, facts, NOW).map(({ food }) => facts.keyOf(food));
        expect(
          recommend(person, offered.toReversed(), facts, NOW).map(({ food }) => facts.keyOf(food)),
        ).toEqual(found);
      }),
    );
  });

  it('is not recommended to people who received much while it can wait, and to all once it cannot', () => {
    const much = { ...neighbor, receivedOverAverage: 9 };
    const later = { ...bread, endMs: NOW + 20 * HOUR_MS };
    expect(recommend(much, [later], facts, NOW)).toEqual([]);
    expect(recommend(neighbor, [later], facts, NOW)).toHaveLength(1);
    expect(recommend(much, [bread], facts, NOW)).toHaveLength(1);
  });

  it('recommends food to a newcomer without a place or pickups', () => {
    expect(recommend(neighbor, [{ ...bread, distanceKm: null }], facts, NOW)).toHaveLength(1);
  });
});

it.each([
  [1, 'high'],
  [6, 'high'],
  [7, 'medium'],
  [24, 'medium'],
  [25, 'low'],
] as const)('%i hours left are of %s urgency', (hours, urgency) => {
  expect(matchUrgency(NOW + hours * HOUR_MS, NOW)).toBe(urgency);
});
