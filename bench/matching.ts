// What recommendations change: a month in which people take the nearest food they see, against the same month in which
// they take what is recommended. `npm run bench` does not run it; `node bench/matching.ts` does, in seconds.
import { distanceKm } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  type MatchedFood,
  type MatchedPerson,
  matchRefusal,
  recommend,
} from '@openlarder/domain/matching/match-score.ts';
import {
  CITIES,
  type City,
  DAYS,
  makeCity,
  SEEDS,
  type SimulatedFood,
  type SimulatedPerson,
} from './matching-city.ts';

type Policy = 'nearest' | 'recommended';
type Offer = { readonly food: SimulatedFood; servingsLeft: number };
type Seen = { readonly offer: Offer; readonly matched: MatchedFood };
type Meal = { readonly atMs: number; readonly servings: number };

/** Who has picked up food comes back for more after this long. */
const SATED_MS = 20 * HOUR_MS;
const LATELY_MS = 30 * DAY_MS;

export type Outcome = {
  /** Share of the servings taken that went to the tenth of people who received most. */
  readonly topTenth: number;
  /** Share of those who opened the app at least once and received nothing. */
  readonly neverServed: number;
  /** Share of all servings that nobody took in time. */
  readonly spoiled: number;
  readonly meanKm: number;
};

function simulate({ people, foods }: City, policy: Policy): Outcome {
  const offers = foods.map((food): Offer => ({ food, servingsLeft: food.servings }));
  const meals = new Map<string, Meal[]>(people.map(({ id }) => [id, []]));
  const pickups = new Map<string, Partial<Record<SimulatedFood['category'], number>>>();
  const walks: number[] = [];
  const openings = people
    .flatMap((person) => person.opensAtMs.map((atMs) => ({ person, atMs })))
    .toSorted((a, b) => a.atMs - b.atMs);
  const heads = people.reduce((sum, { householdSize }) => sum + householdSize, 0);
  const lately = (id: string, nowMs: number): number =>
    (meals.get(id) ?? []).reduce(
      (sum, { atMs, servings }) => sum + (atMs > nowMs - LATELY_MS ? servings : 0),
      0,
    );
  let takenInAll = 0;

  for (const { person, atMs } of openings) {
    const mine = meals.get(person.id) ?? [];
    if ((mine.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) > atMs - SATED_MS) continue;
    const average = takenInAll / heads;
    const matching: MatchedPerson = {
      ...person,
      pickups: pickups.get(person.id) ?? {},
      receivedOverAverage: average === 0 ? null : lately(person.id, atMs) / person.householdSize / average,
    };
    const seen = offers
      .filter(({ food, servingsLeft }) => servingsLeft > 0 && food.postedMs <= atMs && food.endMs > atMs)
      .map((offer): Seen => ({ offer, matched: matchedOf(offer, person) }));
    const chosen = policy === 'nearest' ? nearest(matching, seen, atMs) : best(matching, seen, atMs);
    if (!chosen) continue;
    const servings = Math.min(person.householdSize, chosen.offer.servingsLeft);
    chosen.offer.servingsLeft -= servings;
    takenInAll += servings;
    mine.push({ atMs, servings });
    walks.push(chosen.matched.distanceKm ?? 0);
    const { category } = chosen.offer.food;
    pickups.set(person.id, { ...matching.pickups, [category]: (matching.pickups[category] ?? 0) + 1 });
  }

  const received = people.map(({ id }) => lately(id, DAYS * DAY_MS)).toSorted((a, b) => b - a);
  const opened = people.filter(({ opensAtMs }) => opensAtMs.length > 0);
  const offered = foods.reduce((sum, { servings }) => sum + servings, 0);
  const left = offers.reduce((sum, { servingsLeft }) => sum + servingsLeft, 0);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return {
    topTenth: sum(received.slice(0, people.length / 10)) / sum(received),
    neverServed: opened.filter(({ id }) => (meals.get(id) ?? []).length === 0).length / opened.length,
    spoiled: left / offered,
    meanKm: sum(walks) / walks.length,
  };
}

const matchedOf = ({ food, servingsLeft }: Offer, { home }: SimulatedPerson): MatchedFood => ({
  ...food,
  servingsLeft,
  distanceKm: distanceKm(home, food.at),
});

/** What somebody takes who looks at the distance alone, and at what they cannot eat or reach. */
const nearest = (person: MatchedPerson, seen: readonly Seen[], nowMs: number): Seen | undefined =>
  seen
    .filter(({ matched }) => matchRefusal(person, matched, nowMs) === null)
    .toSorted((a, b) => (a.matched.distanceKm ?? 0) - (b.matched.distanceKm ?? 0))[0];

const best = (person: MatchedPerson, seen: readonly Seen[], nowMs: number): Seen | undefined =>
  recommend(person, seen, { of: ({ matched }) => matched, keyOf: ({ offer }) => offer.food.id }, nowMs)[0]
    ?.food;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
for (const spec of CITIES)
  for (const seed of SEEDS) {
    const city = makeCity(spec, seed);
    const before = simulate(city, 'nearest');
    const after = simulate(city, 'recommended');
    const line = (
      name: string,
      of: (outcome: Outcome) => number,
      format: (value: number) => string,
    ): string =>
      `${name} ${format(of(before))} -> ${format(of(after))} (${(of(after) / of(before)).toFixed(2)})`;
    console.log(
      [
        `${spec.name} ${seed}`,
        line('spoiled', ({ spoiled }) => spoiled, percent),
        line('never served', ({ neverServed }) => neverServed, percent),
        line('top tenth', ({ topTenth }) => topTenth, percent),
        line(
          'mean way',
          ({ meanKm }) => meanKm,
          (km) => `${km.toFixed(2)} km`,
        ),
      ].join('; '),
    );
  }
