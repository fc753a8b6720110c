// What recommendations change: a month in which people take the nearest food they see, against the same month in which
// they take what is recommended, and in which those whom food suits best are told before it spoils besides.
// `npx node bench/matching.ts [seed …]` runs it in seconds; `--plot <file>` draws the table as an SVG.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
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
  ALERT_HOURS,
  ALERT_RESPONSE,
  ALERTED_PEOPLE,
  type City,
  DAYS,
  makeCity,
  SEEDS,
  type SimulatedFood,
  type SimulatedPerson,
} from './matching-city.ts';
import { plot, type PlotRow } from './matching-plot.ts';
import { makeSeededRandom } from './seeded-random.ts';

const POLICIES = ['nearest', 'recommended', 'recommended and told'] as const;
type Policy = (typeof POLICIES)[number];
/** A person opens the app, or people are told of food. */
type Event = { readonly atMs: number } & ({ readonly person: SimulatedPerson } | { readonly offer: Offer });
type Offer = { readonly food: SimulatedFood; servingsLeft: number };
type Meal = { readonly atMs: number; readonly servings: number };

/** A person who has picked up food comes back for more after this time. */
const SATED_MS = 20 * HOUR_MS;
const LATELY_MS = 30 * DAY_MS;

export type Outcome = {
  /** Share of the servings taken that went to the tenth of people who received most. */
  readonly topTenth: number;
  /** Share of those who opened the app at least once and received nothing. */
  readonly neverServed: number;
  /** Share of all servings that were not taken in time. */
  readonly spoiled: number;
  readonly meanKm: number;
};

function simulate({ people, foods }: City, policy: Policy, seed: number): Outcome {
  const random = makeSeededRandom(seed);
  const offers = foods.map((food): Offer => ({ food, servingsLeft: food.servings }));
  const meals = new Map<string, Meal[]>(people.map(({ id }) => [id, []]));
  const pickups = new Map<string, Partial<Record<SimulatedFood['category'], number>>>();
  const ways: number[] = [];
  const events: Event[] = people.flatMap((person) => person.opensAtMs.map((atMs) => ({ person, atMs })));
  if (policy === 'recommended and told')
    for (const offer of offers)
      for (const hours of ALERT_HOURS)
        events.push({ offer, atMs: Math.max(offer.food.postedMs, offer.food.endMs - hours * HOUR_MS) });
  const queue = events.toSorted((a, b) => b.atMs - a.atMs);
  const heads = people.reduce((sum, { householdSize }) => sum + householdSize, 0);
  const lately = (id: string, nowMs: number): number =>
    (meals.get(id) ?? []).reduce(
      (sum, { atMs, servings }) => sum + (atMs > nowMs - LATELY_MS ? servings : 0),
      0,
    );
  let takenInAll = 0;

  const isSated = ({ id }: SimulatedPerson, nowMs: number): boolean =>
    (meals.get(id)?.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) > nowMs - SATED_MS;
  const matchingOf = (person: SimulatedPerson, nowMs: number): MatchedPerson => {
    const average = takenInAll / heads;
    return {
      ...person,
      pickups: pickups.get(person.id) ?? {},
      receivedOverAverage: average === 0 ? null : lately(person.id, nowMs) / person.householdSize / average,
    };
  };

  /** Those whom the food suits best look within half an hour, some of them. */
  const tell = (offer: Offer, nowMs: number): void => {
    if (offer.servingsLeft === 0) return;
    const told = people
      .flatMap((person) => {
        if (isSated(person, nowMs)) return [];
        const [match] = recommend(matchingOf(person, nowMs), [offer], factsFor(person), nowMs);
        return match ? [{ person, score: match.score }] : [];
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, ALERTED_PEOPLE);
    for (const { person } of told) {
      if (random() >= ALERT_RESPONSE) continue;
      const atMs = nowMs + random() * 0.5 * HOUR_MS;
      queue.splice(queue.findLastIndex((event) => event.atMs >= atMs) + 1, 0, { person, atMs });
    }
  };

  const open = (person: SimulatedPerson, nowMs: number): void => {
    if (isSated(person, nowMs)) return;
    const matching = matchingOf(person, nowMs);
    const seen = offers.filter(
      ({ food, servingsLeft }) => servingsLeft > 0 && food.postedMs <= nowMs && food.endMs > nowMs,
    );
    const facts = factsFor(person);
    const chosen =
      policy === 'nearest'
        ? seen
            .filter((offer) => matchRefusal(matching, facts.of(offer), nowMs) === null)
            .toSorted((a, b) => kmBetween(person, a) - kmBetween(person, b))[0]
        : recommend(matching, seen, facts, nowMs)[0]?.food;
    if (!chosen) return;
    const servings = Math.min(person.householdSize, chosen.servingsLeft);
    chosen.servingsLeft -= servings;
    takenInAll += servings;
    meals.get(person.id)?.push({ atMs: nowMs, servings });
    ways.push(kmBetween(person, chosen));
    const { category } = chosen.food;
    pickups.set(person.id, { ...matching.pickups, [category]: (matching.pickups[category] ?? 0) + 1 });
  };

  for (let event = queue.pop(); event; event = queue.pop())
    if ('person' in event) open(event.person, event.atMs);
    else tell(event.offer, event.atMs);

  const received = people.map(({ id }) => lately(id, DAYS * DAY_MS)).toSorted((a, b) => b - a);
  const opened = people.filter(({ opensAtMs }) => opensAtMs.length > 0);
  const offered = foods.reduce((sum, { servings }) => sum + servings, 0);
  const left = offers.reduce((sum, { servingsLeft }) => sum + servingsLeft, 0);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return {
    topTenth: sum(received.slice(0, people.length / 10)) / sum(received),
    neverServed: opened.filter(({ id }) => (meals.get(id) ?? []).length === 0).length / opened.length,
    spoiled: left / offered,
    meanKm: sum(ways) / ways.length,
  };
}

const kmBetween = ({ home }: SimulatedPerson, { food }: Offer): number => distanceKm(home, food.at);

const factsFor = (person: SimulatedPerson) => ({
  of: (offer: Offer): MatchedFood => ({
    ...offer.food,
    servingsLeft: offer.servingsLeft,
    distanceKm: kmBetween(person, offer),
  }),
  keyOf: ({ food }: Offer): string => food.id,
});

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const COLUMNS: readonly (readonly [string, keyof Outcome, (value: number) => string])[] = [
  ['spoiled', 'spoiled', percent],
  ['never served', 'neverServed', percent],
  ['top tenth', 'topTenth', percent],
  ['mean way', 'meanKm', (km) => `${km.toFixed(2)} km`],
];

const { values: options, positionals } = parseArgs({
  options: { plot: { type: 'string' } },
  allowPositionals: true,
});
const asked = positionals.map(Number);
const drawn: PlotRow[] = [];
console.log(`| city, seed | people take | ${COLUMNS.map(([name]) => name).join(' | ')} |`);
console.log('| --- '.repeat(COLUMNS.length + 2) + '|');
for (const spec of CITIES)
  for (const seed of asked.length > 0 ? asked : SEEDS) {
    const city = makeCity(spec, seed);
    const before = simulate(city, 'nearest', seed);
    for (const policy of POLICIES) {
      const after = simulate(city, policy, seed);
      drawn.push({ city: spec.name, policy, values: COLUMNS.map(([, key]) => after[key]) });
      const cells = COLUMNS.map(([, key, format]) =>
        policy === 'nearest'
          ? format(after[key])
          : `${format(after[key])} (× ${(after[key] / before[key]).toFixed(2)})`,
      );
      console.log(`| ${spec.name}, ${seed} | ${policy} | ${cells.join(' | ')} |`);
    }
  }
if (options.plot)
  writeFileSync(
    options.plot,
    plot(
      drawn,
      COLUMNS.map(([name, , format]) => ({ name, format })),
    ),
  );
