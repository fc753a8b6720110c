import { ALLERGENS, type Allergen, type Diet, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
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
};

export const ALL_FOOD: FeedFilter = {
  freshness: 'all',
  q: '',
  category: null,
  diets: [],
  withoutAllergens: [],
  withinKm: null,
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
  return said.toString();
}

/** How many of the choices behind "Filters" are made. */
export const choicesMade = (filter: FeedFilter): number =>
  filter.diets.length +
  filter.withoutAllergens.length +
  Number(filter.category !== null) +
  Number(filter.withinKm !== null);

/** The filter with nothing chosen behind "Filters"; words and freshness, which are in sight, stay. */
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
