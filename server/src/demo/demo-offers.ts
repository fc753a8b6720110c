import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { BUSINESS_FOOD, type DemoFood, NEIGHBORS_FOOD } from './demo-food.ts';
import { type OfferTimes, offerTimes, PLACE_KINDS, type PlaceKind } from './demo-hours.ts';
import { required } from './read-table.ts';
import { titleReader, type TitleWords } from '@openlarder/domain/listings/title-words.ts';
import type { SeededRandom } from './demo-context.ts';
import { fromLanguageFile } from '../platform/texts/translate.ts';

const titleWordsOf = fromLanguageFile('.vocabulary.json', (content) => {
  const { titles }: { titles: TitleWords } = JSON.parse(content);
  return titles;
});

/** The demo's food is in English. */
export const { pictureOf } = titleReader([titleWordsOf('en')]);

/** Hours until the end of pickup: a few end very soon, most of them today or tomorrow, some are new each hour. */
const NEIGHBORS_HOURS = [
  1.6, 2.6, 3.7, 4.9, 5.6, 6.5, 7.4, 8.5, 9.6, 11, 12.2, 13.5, 15, 16.5, 18, 20, 22, 24, 27, 29, 32, 36, 40,
  44, 48, 52, 58, 66, 75, 98,
];
const BUSINESS_HOURS = {
  hotel: [1.2, 3.4, 5.2, 14, 26],
  deli: [1.8, 10, 34],
  bistro: [2.9, 18, 42],
  grocer: [4.4, 12.8, 30],
} as const;
/** One in this many was shared within the last two hours. */
const JUST_SHARED_EACH = 5;

/** Food of the demo's stories, which other people do not offer. */
const IN_STORIES: ReadonlySet<string> = new Set([
  'Vegetable lasagna, one tray',
  'Carrots, potatoes, onions',
  'Minestrone, a large pot',
  'Rye bread, sliced',
  'Lentil soup in jars',
  'Apples, one crate',
  'Cottage pie',
  'Cinnamon buns',
  'Dinner rolls from a wedding',
]);

export type NewOffer = OfferTimes & { readonly donor: string; readonly food: DemoFood };

export const placeKindOf = (donor: string): PlaceKind => PLACE_KINDS.find((kind) => kind === donor) ?? 'home';

/**
 * The offers of the neighborhood and their donors: the same at each hour, except for the times. `neighbors` are the keys
 * of those who share from home. Nobody offers two things that look the same, or what others offer.
 */
export function neighborhoodOffers(
  neighbors: readonly string[],
  {
    random,
    nowMs,
    timeZone,
  }: { readonly random: SeededRandom; readonly nowMs: number; readonly timeZone: string },
): NewOffer[] {
  const wanted = [
    ...NEIGHBORS_HOURS.map((hoursLeft, nth) => ({
      donor: required(neighbors[nth % neighbors.length]),
      hoursLeft,
    })),
    ...Object.entries(BUSINESS_HOURS).flatMap(([donor, hours]) =>
      hours.map((hoursLeft) => ({ donor, hoursLeft })),
    ),
  ];
  const made: NewOffer[] = [];
  for (const [nth, { donor, hoursLeft }] of wanted.entries()) {
    const isJustShared = nth % JUST_SHARED_EACH === 0;
    const minutesAgo = isJustShared ? random.between(5, 110) : random.between(150, 600);
    const plan = { kind: placeKindOf(donor), agoMs: minutesAgo * MINUTE_MS, hoursLeft, nth };
    made.push({ donor, food: foodFor(donor, made), ...offerTimes(plan, nowMs, timeZone) });
  }
  return made;
}

function foodFor(donor: string, made: readonly NewOffer[]): DemoFood {
  const ofBusinesses = Object.values(BUSINESS_FOOD).flat();
  const isTaken = ({ title }: DemoFood): boolean =>
    IN_STORIES.has(title) || made.some(({ food }) => food.title === title);
  const looksLikeOwn = ({ title }: DemoFood): boolean =>
    made.some(
      (offer) => offer.donor === donor && pictureOf(offer.food.title, null) === pictureOf(title, null),
    );
  const ofNeighbors = NEIGHBORS_FOOD.filter(
    (food) => !ofBusinesses.some(({ title }) => title === food.title),
  );
  return required(
    (BUSINESS_FOOD[donor] ?? ofNeighbors).find((food) => !isTaken(food) && !looksLikeOwn(food)),
  );
}
