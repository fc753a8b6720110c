import { ALLERGENS, type Allergen, DIETS, type Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import {
  CATEGORIES,
  type Category,
  FRESHNESS_FILTERS,
  type FreshnessFilter,
  MAX_SEARCH_LENGTH,
} from '@openlarder/domain/listings/listing-fields.ts';
import { formatArea, parseArea } from '@openlarder/domain/listings/search/area-param.ts';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The feed's filter; each part at its widest if nothing was chosen. */
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
  /** An area chosen on the map. */
  readonly area: GeoBounds | null;
  /** The one giver whose food is shown. */
  readonly donorId: string | null;
};

export const NO_FILTER: FeedFilter = {
  freshness: 'all',
  q: '',
  category: null,
  diets: [],
  withoutAllergens: [],
  withinKm: null,
  area: null,
  donorId: null,
};

/** The largest distance offered is smaller; a larger number in an address is ignored. */
const MAX_DISTANCE_KM = 100;

const oneOfKnown = <T extends string>(known: readonly T[], named: string | null): T | null =>
  known.find((one) => one === named) ?? null;

const allKnown = <T extends string>(known: readonly T[], named: readonly string[]): readonly T[] =>
  known.filter((one) => named.includes(one));

/**
 * The search text as it is sent: single-spaced and no longer than allowed. Percent signs are removed: no food
 * needs one, and they break address parsing.
 */
export const normalizeSearch = (typed: string): string =>
  typed
    .replace(/[\s%]+/g, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .trim();

/** Steps per degree for the edges of an area: five decimals, about a metre. */
const STEPS_PER_DEGREE = 1e5;
/** Tolerance for the binary representation of a number that is on a step. */
const TOLERANCE = 1e-6;

const roundUp = (degrees: number): number =>
  Math.ceil(degrees * STEPS_PER_DEGREE - TOLERANCE) / STEPS_PER_DEGREE;
const roundDown = (degrees: number): number =>
  Math.floor(degrees * STEPS_PER_DEGREE + TOLERANCE) / STEPS_PER_DEGREE;

/** The area with its edges rounded outwards to steps, so that it contains the given one. */
const roundedOutwards = ({ north, south, east, west }: GeoBounds): GeoBounds => ({
  north: roundUp(north),
  south: roundDown(south),
  east: roundUp(east),
  west: roundDown(west),
});

/** An area as the address and the server take it: `north,south,east,west`. */
export const areaParam = (area: GeoBounds): string => formatArea(roundedOutwards(area));

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const idIn = (named: string | null): string | null => (named !== null && UUID.test(named) ? named : null);

/** The filter in an address. Unknown values are left out. */
export function parseFeedFilter(search: string): FeedFilter {
  const params = new URLSearchParams(search);
  const km = Number(params.get('within') ?? Number.NaN);
  return {
    freshness: oneOfKnown(FRESHNESS_FILTERS, params.get('freshness')) ?? 'all',
    q: normalizeSearch(params.get('q') ?? ''),
    category: oneOfKnown(CATEGORIES, params.get('category')),
    diets: allKnown(DIETS, params.getAll('diet')),
    withoutAllergens: allKnown(ALLERGENS, params.getAll('without')),
    withinKm: km > 0 && km <= MAX_DISTANCE_KM ? km : null,
    area: parseArea(params.get('area') ?? ''),
    donorId: idIn(params.get('donor')),
  };
}

/** The filter as a query string, such as `q=bread&diet=vegan`; empty for no filter. */
export function feedFilterQuery(filter: FeedFilter): string {
  const params = new URLSearchParams();
  if (filter.q) params.append('q', filter.q);
  if (filter.freshness !== 'all') params.append('freshness', filter.freshness);
  if (filter.category) params.append('category', filter.category);
  for (const diet of filter.diets) params.append('diet', diet);
  for (const allergen of filter.withoutAllergens) params.append('without', allergen);
  if (filter.withinKm !== null) params.append('within', String(filter.withinKm));
  if (filter.area) params.append('area', areaParam(filter.area));
  if (filter.donorId) params.append('donor', filter.donorId);
  return params.toString();
}

/** The number of filters that "Clear Filters" removes: those behind "Filters", the map area and the giver. */
export const countFilters = (filter: FeedFilter): number =>
  filter.diets.length +
  filter.withoutAllergens.length +
  Number(filter.category !== null) +
  Number(filter.withinKm !== null) +
  Number(filter.area !== null) +
  Number(filter.donorId !== null);

/** Removes these filters; search text and freshness, which are visible on screen, stay. */
export const clearFilters = (filter: FeedFilter): FeedFilter => ({
  ...NO_FILTER,
  freshness: filter.freshness,
  q: filter.q,
});

/** The feed's address with this filter. */
export function feedPath(filter: FeedFilter): string {
  const search = feedFilterQuery(filter);
  return search ? `/?${search}` : '/';
}

/**
 * The filter in the address, and a function that changes it. The first change adds a history entry, further
 * changes replace it, so that Back does not go through every letter that was typed.
 */
export function useFeedFilter(): readonly [FeedFilter, (filter: FeedFilter) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => parseFeedFilter(search), [search]);
  const change = useCallback(
    (next: FeedFilter) => {
      const was = feedFilterQuery(parseFeedFilter(search));
      if (was !== feedFilterQuery(next)) navigate(feedPath(next), { replace: was !== '' });
    },
    [search, navigate],
  );
  return [filter, change];
}
