import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { pictureOf } from '@openlarder/domain/listings/listing-picture.ts';
import { required } from './demo-context.ts';
import { BUSINESS_FOOD, DEMO_FOOD, type DemoFood } from './demo-food.ts';
import { isOpen, type OfferTimes, offerTimes, PLACE_KINDS, type PlaceKind } from './demo-hours.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The offers of the neighborhood and their donors: the same at each hour, except for the times. */

/** Hours until the end of pickup: a few end very soon, most of them today or tomorrow. */
const SPREAD: readonly (readonly [hoursLeft: number, by?: Exclude<PlaceKind, 'home' | 'bakery'>])[] = [
  [1.2, 'hotel'],
  [1.6],
  [1.8, 'deli'],
  [2.6],
  [2.9, 'bistro'],
  [3.7],
  [4.4, 'grocer'],
  [4.9],
  [5.6],
  [7],
  [8.5],
  [10, 'deli'],
  [12],
  [14],
  [16],
  [18, 'bistro'],
  [20],
  [22],
  [24],
  [26, 'hotel'],
  [28],
  [30, 'grocer'],
  [32],
  [36],
  [44],
  [48],
  [52],
  [58],
  [75],
  [98],
];
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

/** An existing offer and its donor. */
export type CurrentOffer = { readonly donor: string; readonly title: string };
export type NewOffer = OfferTimes & { readonly donor: string; readonly food: DemoFood };

export const placeKindOf = (donor: string): PlaceKind => PLACE_KINDS.find((kind) => kind === donor) ?? 'home';

const pictureOfOffer = (title: string) => pictureOf(title, null);

/** The food that the donor can offer: not similar to their other offers, and not offered by others. */
function foodFor(donor: string, taken: readonly CurrentOffer[], nth: number): DemoFood | undefined {
  const own = new Set(
    taken.filter((offer) => offer.donor === donor).map(({ title }) => pictureOfOffer(title)),
  );
  const everywhere = new Set(taken.map(({ title }) => title));
  const theirs = BUSINESS_FOOD[donor];
  const businessTitles = new Set(
    Object.values(BUSINESS_FOOD).flatMap((foods) => foods.map(({ title }) => title)),
  );
  const choice =
    theirs ?? DEMO_FOOD.filter(({ title }) => !IN_STORIES.has(title) && !businessTitles.has(title));
  const start = nth % choice.length;
  return [...choice.slice(start), ...choice.slice(0, start)].find(
    ({ title }) => !everywhere.has(title) && !own.has(pictureOfOffer(title)),
  );
}

/** The neighbor at home with the fewest offers. */
function quietestNeighbor(neighbors: readonly string[], taken: readonly CurrentOffer[], nth: number): string {
  const countOf = (donor: string): number => taken.filter((offer) => offer.donor === donor).length;
  const turned = [...neighbors.slice(nth % neighbors.length), ...neighbors.slice(0, nth % neighbors.length)];
  return required(turned.toSorted((a, b) => countOf(a) - countOf(b))[0]);
}

type Neighborhood = {
  /** The keys of the people who share from home. */
  readonly neighbors: readonly string[];
  readonly taken: readonly CurrentOffer[];
  readonly random: SeededRandom;
  readonly nowMs: number;
  readonly timeZone: string;
};

/** The offers of a neighborhood that opens now. */
export function openingOffers(parts: Neighborhood): NewOffer[] {
  const { random } = parts;
  const made: NewOffer[] = [];
  for (const [nth, [hoursLeft, by]] of SPREAD.entries()) {
    const isJustShared = nth % JUST_SHARED_EACH === 0;
    const agoMs = isJustShared ? random.between(5, 110) * MINUTE_MS : random.between(150, 600) * MINUTE_MS;
    const offer = nextOffer({ ...parts, taken: asTaken(parts, made) }, { by, hoursLeft, agoMs, nth });
    if (offer) made.push(offer);
  }
  return made;
}

const asTaken = ({ taken }: Neighborhood, made: readonly NewOffer[]): CurrentOffer[] => [
  ...taken,
  ...made.map(({ donor, food }) => ({ donor, title: food.title })),
];

type Wanted = {
  readonly by?: PlaceKind | undefined;
  readonly hoursLeft: number;
  readonly agoMs: number;
  readonly nth: number;
};

function nextOffer(parts: Neighborhood, { by, hoursLeft, agoMs, nth }: Wanted): NewOffer | null {
  const donor = by ?? quietestNeighbor(parts.neighbors, parts.taken, nth);
  const food = foodFor(donor, parts.taken, nth);
  if (!food) return null;
  const plan = { kind: placeKindOf(donor), agoMs, hoursLeft, nth };
  return { donor, food, ...offerTimes(plan, parts.nowMs, parts.timeZone) };
}

/** The current offers, as far as they decide the next one. */
export type OfferOnShelf = CurrentOffer & { readonly sharedMs: number; readonly endsMs: number };

/** The number of the neighborhood's own offers; below it new ones are opened. */
export const FULL_SHELF = SPREAD.length;
const NEW_WITHIN_MS = 2 * HOUR_MS;
const NEW_BY_DAY = 3;
const SOON_WITHIN_MS = 6 * HOUR_MS;
const SOON_BY_DAY = 6;

/**
 * The next offer, so that there is always new food and food that ends soon; null if there is enough. At night only open
 * places share.
 */
export function nextOfferNow(
  shelf: readonly OfferOnShelf[],
  parts: Omit<Neighborhood, 'taken'>,
): NewOffer | null {
  const { nowMs, timeZone, random } = parts;
  const isDay = isOpen('home', nowMs, timeZone);
  const news = shelf.filter(({ sharedMs }) => sharedMs > nowMs - NEW_WITHIN_MS).length;
  const soon = shelf.filter(({ endsMs }) => endsMs > nowMs && endsMs < nowMs + SOON_WITHIN_MS).length;
  const atRandom = () => ({ agoMs: 0, nth: random.between(0, 1000) });
  const neighborhood = { ...parts, taken: shelf };
  if (!shelf.some(({ donor, endsMs }) => donor === 'hotel' && endsMs < nowMs + 4 * HOUR_MS))
    return nextOffer(neighborhood, { ...atRandom(), by: 'hotel', hoursLeft: 3.5 });
  if (!isDay) return null;
  const between = (least: number, most: number): NewOffer | null =>
    leastCrowded(
      Array.from({ length: TRIES }, () => least + random.next() * (most - least)).flatMap(
        (hoursLeft) => nextOffer(neighborhood, { ...atRandom(), hoursLeft }) ?? [],
      ),
      shelf,
    );
  if (soon < SOON_BY_DAY && isOpen('home', nowMs + 3 * HOUR_MS, timeZone)) return between(2.5, 5.9);
  return news < NEW_BY_DAY || shelf.length < FULL_SHELF ? between(7, 60) : null;
}

const TRIES = 8;

/** The offer whose end is farthest from other ends, so that few offers end at the same time. */
function leastCrowded(offers: readonly NewOffer[], shelf: readonly OfferOnShelf[]): NewOffer | null {
  const crowdOf = ({ endsMs }: NewOffer): number =>
    shelf.filter((offer) => Math.abs(offer.endsMs - endsMs) < 2 * HOUR_MS).length;
  return offers.toSorted((a, b) => crowdOf(a) - crowdOf(b))[0] ?? null;
}
