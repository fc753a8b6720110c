import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { MatchedFood } from '@openlarder/domain/matching/match-score.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { makeSeededRandom } from './seeded-random.ts';

/*
 * A month of a made-up city for the simulation of matching. All its numbers stand here, and were committed before the
 * first run.
 */

export const DAYS = 30;
const PEOPLE = 1000;
const LISTINGS_PER_DAY = 30;
const KM_PER_DEGREE = 111.2;

export type CitySpec = {
  readonly name: string;
  /** Where people live and food is shared: neighborhoods by place (km east and north), spread, and share of each. */
  readonly neighborhoods: readonly {
    readonly at: readonly [number, number];
    readonly spreadKm: number;
    readonly people: number;
    readonly food: number;
  }[];
};

/** Four neighborhoods within walking distance; much of the food is in the middle. */
const DENSE: CitySpec = {
  name: 'dense',
  neighborhoods: [
    { at: [0, 0], spreadKm: 0.8, people: 0.25, food: 0.5 },
    { at: [2, 1], spreadKm: 0.7, people: 0.3, food: 0.2 },
    { at: [-1, 2.5], spreadKm: 0.9, people: 0.3, food: 0.2 },
    { at: [0.5, -2.5], spreadKm: 0.6, people: 0.15, food: 0.1 },
  ],
};

/** A town with villages: half of the food where a fifth of the people live. */
const SPREAD: CitySpec = {
  name: 'spread',
  neighborhoods: [
    { at: [0, 0], spreadKm: 1.2, people: 0.2, food: 0.5 },
    { at: [6, 2], spreadKm: 0.7, people: 0.25, food: 0.2 },
    { at: [-5, 4], spreadKm: 0.7, people: 0.2, food: 0.1 },
    { at: [-3, -6], spreadKm: 0.6, people: 0.2, food: 0.1 },
    { at: [5, -5], spreadKm: 0.8, people: 0.15, food: 0.1 },
  ],
};

/** At these hours before its end, people whom food suits best are told of it; some of them look immediately. */
export const ALERT_HOURS = [6, 2] as const;
export const ALERTED_PEOPLE = 20;
export const ALERT_RESPONSE = 0.1;

export const CITIES: readonly CitySpec[] = [DENSE, SPREAD];
export const SEEDS = [1, 2, 3] as const;

export type SimulatedPerson = {
  readonly id: string;
  readonly home: GeoPoint;
  readonly radiusKm: number;
  readonly householdSize: number;
  readonly diets: readonly Diet[];
  readonly avoids: readonly Allergen[];
  readonly opensAtMs: readonly number[];
};

export type SimulatedFood = Omit<MatchedFood, 'distanceKm' | 'servingsLeft'> & {
  readonly id: string;
  readonly at: GeoPoint;
  readonly servings: number;
  readonly postedMs: number;
};

export type City = {
  readonly people: readonly SimulatedPerson[];
  readonly foods: readonly SimulatedFood[];
};

/**
 * Giver kinds: share of listings, servings from and to, hour of posting from and to, hours on offer, days until the
 * end.
 */
const GIVERS = [
  {
    share: 0.6,
    servings: [1, 4],
    hour: [8, 21],
    hours: [6, 30],
    categories: ['fruits_vegetables', 'pantry_staples', 'dairy_eggs', 'other'],
  },
  {
    share: 0.3,
    servings: [6, 20],
    hour: [16, 20],
    hours: [3, 12],
    categories: ['bakery_items', 'fruits_vegetables'],
  },
  { share: 0.1, servings: [10, 50], hour: [19, 22], hours: [2, 4], categories: ['prepared_meals'] },
] as const satisfies readonly {
  share: number;
  servings: readonly [number, number];
  hour: readonly [number, number];
  hours: readonly [number, number];
  categories: readonly Category[];
}[];

/** Mean openings of the app a day: most people now and then, a few all the time. */
const OPENING_KINDS = [
  { share: 0.6, perDay: 0.1 },
  { share: 0.3, perDay: 0.5 },
  { share: 0.1, perDay: 2 },
] as const;
const RADII = [
  { share: 0.3, km: 2 },
  { share: 0.5, km: 5 },
  { share: 0.2, km: 10 },
] as const;
const HOUSEHOLDS = [1, 1, 1, 2, 2, 2, 3, 3, 4, 5] as const;

export function makeCity(spec: CitySpec, seed: number): City {
  const random = makeSeededRandom(seed * 7919 + spec.name.length);
  const between = (from: number, to: number): number => from + random() * (to - from);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const byShare = <Item extends { readonly share: number }>(items: readonly Item[]): Item => {
    let left = random();
    for (const item of items) {
      left -= item.share;
      if (left < 0) return item;
    }
    return pick(items);
  };
  const gauss = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const placeBy = (weight: 'people' | 'food'): GeoPoint => {
    const { at, spreadKm } = byShare(spec.neighborhoods.map((area) => ({ ...area, share: area[weight] })));
    return {
      longitude: (at[0] + gauss() * spreadKm) / KM_PER_DEGREE,
      latitude: (at[1] + gauss() * spreadKm) / KM_PER_DEGREE,
    };
  };
  /** Half of all openings are in the evening. */
  const hourOfOpening = (): number => (random() < 0.5 ? between(17, 22) : between(7, 23));

  const people = Array.from({ length: PEOPLE }, (_, nth): SimulatedPerson => {
    const { perDay } = byShare(OPENING_KINDS);
    const opensAtMs: number[] = [];
    for (let day = 0; day < DAYS; day++) {
      const times = Math.floor(perDay) + (random() < perDay % 1 ? 1 : 0);
      for (let time = 0; time < times; time++) opensAtMs.push(day * DAY_MS + hourOfOpening() * HOUR_MS);
    }
    return {
      id: `person-${nth}`,
      home: placeBy('people'),
      radiusKm: byShare(RADII).km,
      householdSize: pick(HOUSEHOLDS),
      diets: random() < 0.1 ? ['vegetarian'] : [],
      avoids: random() < 0.08 ? ['gluten'] : [],
      opensAtMs,
    };
  });

  const foods = Array.from({ length: LISTINGS_PER_DAY * DAYS }, (_, nth): SimulatedFood => {
    const giver = byShare(GIVERS);
    const category: Category = pick(giver.categories);
    const postedMs =
      Math.floor(nth / LISTINGS_PER_DAY) * DAY_MS + between(giver.hour[0], giver.hour[1]) * HOUR_MS;
    const hasGluten = category === 'bakery_items' || random() < 0.3;
    return {
      id: `food-${nth}`,
      donorId: `giver-${nth}`,
      at: placeBy('food'),
      category,
      diets: category === 'prepared_meals' && random() < 0.6 ? [] : ['vegetarian'],
      allergens: random() < 0.2 ? null : hasGluten ? ['gluten'] : [],
      servings: Math.round(between(giver.servings[0], giver.servings[1])),
      postedMs,
      endMs: postedMs + between(giver.hours[0], giver.hours[1]) * HOUR_MS,
      giverCompleted: Math.floor(random() * 10),
      giverMissed: random() < 0.1 ? 1 : 0,
    };
  });
  return { people, foods };
}
