import { ALLERGENS, type Allergen, type Diet, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { areaFrom, areaText } from '@openlarder/domain/listings/area-query.ts';
import {
  CATEGORIES,
  type Category,
  FRESHNESS_FILTERS,
  type FreshnessFilter,
  MAX_SEARCH_LENGTH,
} from '@openlarder/domain/listings/listing-contract.ts';

/** What somebody looks for in the feed; each part at its widest when nothing was chosen. */
export type FeedFilter = {
  readonly freshness: FreshnessFilter;
  readonly q: string;
  readonly category: Category | null;
  /** Food that suits all of these. */
  readonly diets: readonly Diet[];
  /** No food that is known to contain one of these. */
  readonly withoutAllergens: readonly Allergen[];
  /** From the person's own place. */
  readonly withinKm: number | null;
  /** The part of the map that was chosen there. */
  readonly area: GeoBounds | null;
};

export const ALL_FOOD: FeedFilter = {
  freshness: 'all',
  q: '',
  category: null,
  diets: [],
  withoutAllergens: [],
  withinKm: null,
  area: null,
};

/** Farther than anybody goes for a meal; more in an address is no filter of ours. */
const MOST_KM = 100;

const oneOf = <T extends string>(known: readonly T[], named: string | null): T | null =>
  known.find((one) => one === named) ?? null;

const manyOf = <T extends string>(known: readonly T[], named: readonly string[]): readonly T[] =>
  known.filter((one) => named.includes(one));

/**
 * The words as they are asked for: single-spaced, no longer than a search may be. No food is called by a percent
 * sign, and in an address it is where reading goes wrong.
 */
export const searchWords = (typed: string): string =>
  typed
    .replace(/[\s%]+/g, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .trim();

/** Steps of an area's edges to a degree: five digits, about a metre. */
const STEPS = 1e5;
/** What a number that is on a step may be off it by being a binary one. */
const SLACK = 1e-6;

const up = (degrees: number): number => Math.ceil(degrees * STEPS - SLACK) / STEPS;
const down = (degrees: number): number => Math.floor(degrees * STEPS + SLACK) / STEPS;

/** The area with its edges on such steps, outwards: all that it held it still holds. */
const onSteps = ({ north, south, east, west }: GeoBounds): GeoBounds => ({
  north: up(north),
  south: down(south),
  east: up(east),
  west: down(west),
});

/** An area as an address and the server read it: `north,south,east,west`. */
export const areaSaid = (area: GeoBounds): string => areaText(onSteps(area));

/** The filter that an address names. What it does not know in there, it leaves out. */
export function filterFrom(search: string): FeedFilter {
  const given = new URLSearchParams(search);
  const km = Number(given.get('within') ?? Number.NaN);
  return {
    freshness: oneOf(FRESHNESS_FILTERS, given.get('freshness')) ?? 'all',
    q: searchWords(given.get('q') ?? ''),
    category: oneOf(CATEGORIES, given.get('category')),
    diets: manyOf(DIETS, given.getAll('diet')),
    withoutAllergens: manyOf(ALLERGENS, given.getAll('without')),
    withinKm: km > 0 && km <= MOST_KM ? km : null,
    area: areaFrom(given.get('area') ?? ''),
  };
}

/** The same as text of an address, such as `q=bread&diet=vegan`; empty for all food. */
export function searchOf(filter: FeedFilter): string {
  const said = new URLSearchParams();
  if (filter.q) said.append('q', filter.q);
  if (filter.freshness !== 'all') said.append('freshness', filter.freshness);
  if (filter.category) said.append('category', filter.category);
  for (const diet of filter.diets) said.append('diet', diet);
  for (const allergen of filter.withoutAllergens) said.append('without', allergen);
  if (filter.withinKm !== null) said.append('within', String(filter.withinKm));
  if (filter.area) said.append('area', areaSaid(filter.area));
  return said.toString();
}

/** How many choices are made that "Clear Filters" takes back: those behind "Filters", and an area of the map. */
export const choicesMade = (filter: FeedFilter): number =>
  filter.diets.length +
  filter.withoutAllergens.length +
  Number(filter.category !== null) +
  Number(filter.withinKm !== null) +
  Number(filter.area !== null);

/** The filter with none of these choices; words and freshness, which are in sight, stay. */
export const withoutChoices = (filter: FeedFilter): FeedFilter => ({
  ...ALL_FOOD,
  freshness: filter.freshness,
  q: filter.q,
});

/** Where the feed is under this filter. */
export function addressOf(filter: FeedFilter): string {
  const search = searchOf(filter);
  return search ? `/?${search}` : '/';
}
