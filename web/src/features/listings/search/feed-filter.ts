import { t } from '@lingui/core/macro';
import { ALLERGENS, type Allergen, DIETS, type Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import {
  type Category,
  type FreshnessFilter,
  MAX_SEARCH_LENGTH,
  VISIT_TIMES,
  type VisitTime,
} from '@openlarder/domain/listings/listing-fields.ts';
import { formatArea, parseArea } from '@openlarder/domain/listings/search/area-param.ts';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { formatAddress, readAddress } from '#web/lib/address.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { stateOfSheet } from '#web/ui/back-closes.ts';

/** The feed's filter; each part at its widest if nothing was chosen. */
export type FeedFilter = {
  readonly freshness: FreshnessFilter;
  /** When the person can come; null for any time. */
  readonly when: VisitTime | null;
  readonly q: string;
  readonly category: Category | null;
  /** Food that suits all of these. */
  readonly diets: readonly Diet[];
  /** No food that is known to contain one of these. */
  readonly withoutAllergens: readonly Allergen[];
  /** From the person's own place. */
  readonly withinKm: number | null;
  readonly area: GeoBounds | null;
  /** The one giver whose food is shown. */
  readonly donorId: string | null;
  /** Instead of what ends soonest; hides nothing. */
  readonly nearestFirst: boolean;
};

export const NO_FILTER: FeedFilter = {
  freshness: 'all',
  when: null,
  q: '',
  category: null,
  diets: [],
  withoutAllergens: [],
  withinKm: null,
  area: null,
  donorId: null,
  nearestFirst: false,
};

/** The largest distance offered is smaller; a larger number in an address is ignored. */
const MAX_DISTANCE_KM = 100;

/** Single-spaced, cut to the allowed length, without percent signs, which break address parsing. */
export const normalizeSearch = (typed: string): string =>
  typed
    .replace(/[\s%]+/g, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .trim();

/** The words of a search that say when, in the reader's language; each list is separated by commas. */
const visitWords = (): Readonly<Record<VisitTime, string>> => ({
  now: t({ message: 'right now, now', context: 'words of a search, with commas' }),
  tonight: t({ message: 'tonight, this evening', context: 'words of a search, with commas' }),
  tomorrow: t({ message: 'tomorrow', context: 'words of a search, with commas' }),
});

/**
 * The filter as it is meant: words of the search that say when, next to others, are its time. A chosen time comes before
 * what the words say.
 */
export function understoodFilter(filter: FeedFilter): FeedFilter {
  if (!filter.q.includes(' ')) return filter;
  const words = visitWords();
  const padded = ` ${filter.q} `;
  for (const when of VISIT_TIMES)
    for (const word of words[when].split(',').map((one) => one.trim())) {
      const at = padded.toLowerCase().indexOf(` ${word} `);
      if (word === '' || at < 0) continue;
      const q = normalizeSearch(`${padded.slice(0, at)} ${padded.slice(at + word.length + 1)}`);
      if (q !== '') return { ...filter, q, when: filter.when ?? when };
    }
  return filter;
}

/** Steps per degree for the edges of an area: five decimals, about a meter. */
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

export function parseFeedFilter(search: string): FeedFilter {
  const { freshness, when, q, category, diet, without, within, area, donor, order } = readAddress(search);
  const km = Number(within ?? Number.NaN);
  return {
    freshness: freshness ?? 'all',
    when,
    q: normalizeSearch(q ?? ''),
    category,
    diets: diet,
    withoutAllergens: without,
    withinKm: km > 0 && km <= MAX_DISTANCE_KM ? km : null,
    area: parseArea(area ?? ''),
    donorId: donor !== null && UUID.test(donor) ? donor : null,
    nearestFirst: order === 'nearest',
  };
}

/** The filter as a query string, such as `?q=bread&diet=vegan`; empty for no filter. */
export const feedFilterQuery = (filter: FeedFilter): string =>
  formatAddress({
    q: filter.q || null,
    freshness: filter.freshness === 'all' ? null : filter.freshness,
    when: filter.when,
    category: filter.category,
    diet: filter.diets,
    without: filter.withoutAllergens,
    within: filter.withinKm === null ? null : String(filter.withinKm),
    area: filter.area && areaParam(filter.area),
    donor: filter.donorId,
    order: filter.nearestFirst ? 'nearest' : null,
  });

/** The number of filters behind "Filters", with the map area and the giver. */
export const countFilters = (filter: FeedFilter): number =>
  filter.diets.length +
  filter.withoutAllergens.length +
  Number(filter.category !== null) +
  Number(filter.withinKm !== null) +
  Number(filter.area !== null) +
  Number(filter.donorId !== null);

/**
 * Removes all that hides food but what has a button of its own: the words of the search, what the person avoids, and
 * which of these diets they have chosen.
 */
export const clearFilters = (filter: FeedFilter, eats: readonly Diet[]): FeedFilter => ({
  ...NO_FILTER,
  q: filter.q,
  nearestFirst: filter.nearestFirst,
  diets: filter.diets.filter((diet) => eats.includes(diet)),
  withoutAllergens: filter.withoutAllergens,
});

export const feedPath = (filter: FeedFilter): string => `/${feedFilterQuery(filter)}`;

/** The same over this address, in which an unfolded search stays unfolded before its first letter. */
function feedPathOver(search: string, filter: FeedFilter): string {
  const isUnfolded = filter.q === '' && readAddress(search).q === '';
  return isUnfolded ? `/${formatAddress({ q: '' }, feedFilterQuery(filter))}` : feedPath(filter);
}

/** The feed's address, for what opens over it. */
export const useFeedPath = (filter: FeedFilter): string => feedPathOver(useSearch(), filter);

type SearchState = { readonly unfoldedOver: string };
/** The state of the entry of the browser's history that unfolding the search makes: says what is chosen beside it. */
export const unfoldedOver = (filter: FeedFilter): SearchState => ({
  unfoldedOver: feedFilterQuery({ ...filter, q: '' }),
});
/** For a changed address of that entry; null on another one. */
export function stateOfSearch(): SearchState | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('unfoldedOver' in state)) return null;
  return typeof state.unfoldedOver === 'string' ? { unfoldedOver: state.unfoldedOver } : null;
}
/** Whether Back folds the search and leaves this filter as it is. */
export const isFoldedByBack = (filter: FeedFilter): boolean =>
  stateOfSearch()?.unfoldedOver === unfoldedOver(filter).unfoldedOver;

/** What "Filters" holds. Unlike the search, the freshness, the area and the giver, it stays while the session lasts. */
export const keptPart = ({
  category,
  diets,
  withoutAllergens,
  withinKm,
  nearestFirst,
}: FeedFilter): FeedFilter => ({
  ...NO_FILTER,
  category,
  diets,
  withoutAllergens,
  withinKm,
  nearestFirst,
});

/** What one person has last chosen under "Filters" in this browser tab, as a query string. */
const storedFilter = (personId: string) =>
  storedValue<string>({
    key: personalKey('food-filter', personId),
    parse: (stored) => (typeof stored === 'string' ? stored : null),
    lasts: 'session',
  });

/** The filter in an address; what the address does not name under "Filters" stays as it was last chosen. */
function withKept(named: FeedFilter, kept: FeedFilter): FeedFilter {
  return {
    ...named,
    category: named.category ?? kept.category,
    diets: named.diets.length > 0 ? named.diets : kept.diets,
    withoutAllergens: named.withoutAllergens.length > 0 ? named.withoutAllergens : kept.withoutAllergens,
    withinKm: named.withinKm ?? kept.withinKm,
    nearestFirst: named.nearestFirst || kept.nearestFirst,
  };
}

const NO_NEEDS: Needs = { diets: [], allergens: [] };
type Needs = Pick<User, 'diets' | 'allergens'>;

/** The signed-in person, as far as they are loaded. */
export const useMe = (): User | undefined => useQuery({ ...currentUserQuery, enabled: false }).data;

/** Only what a person eats and avoids, of a filter. */
export const needsPart = ({ diets, withoutAllergens }: FeedFilter): FeedFilter => ({
  ...NO_FILTER,
  diets,
  withoutAllergens,
});

/** The same filter for everything that people eat. */
export const withoutNeeds = (filter: FeedFilter): FeedFilter => ({
  ...filter,
  diets: [],
  withoutAllergens: [],
});

/** The filter with which a session begins: what the person has saved that they eat and avoid. */
export const savedNeeds = ({ diets, allergens }: Needs): FeedFilter => ({
  ...NO_FILTER,
  diets,
  withoutAllergens: allergens,
});

/**
 * The filter with which home begins for this person; null if something else was chosen or cleared in this session than
 * they have saved.
 */
export function filterAsSaved(me: Needs & Pick<User, 'id'>): FeedFilter | null {
  const saved = feedFilterQuery(savedNeeds(me));
  const kept = storedFilter(me.id).get() ?? saved;
  return kept === saved ? parseFeedFilter(saved) : null;
}

/** Whether the filter leaves out nothing but what the person does not eat, in the usual order. */
export const isBrowsing = (filter: FeedFilter): boolean =>
  feedFilterQuery({ ...filter, diets: [], withoutAllergens: [] }) === '';

export type ChangeFilter = (filter: FeedFilter, options?: { readonly replace?: boolean }) => void;

/**
 * The filter, and a function that changes it. It is in the address; what was chosen under "Filters" also survives
 * addresses that do not name it, until the person clears it: people with allergies rely on it. Until something is chosen
 * or cleared in this session, it is what their profile says, on every device.
 * The first change adds a history entry, further changes replace it, so that Back does not go through every letter
 * that was typed.
 */
export function useFeedFilter(): readonly [FeedFilter, ChangeFilter] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const me = useMe();
  const personId = me?.id ?? '';
  const saved = feedFilterQuery(savedNeeds(me ?? NO_NEEDS));
  const stored = useMemo(() => storedFilter(personId), [personId]);
  const kept = useSyncExternalStore(stored.subscribe, stored.get);
  const hasNoPlace = me !== undefined && me.latitude === null;
  const filter = useMemo(() => {
    const chosen = withKept(parseFeedFilter(search), parseFeedFilter(kept ?? saved));
    // nothing is near or far then, and no button would turn it off
    return hasNoPlace ? { ...chosen, withinKm: null, nearestFirst: false } : chosen;
  }, [search, kept, saved, hasNoPlace]);
  const keep = useCallback(
    (chosen: FeedFilter) => {
      const query = feedFilterQuery(keptPart(chosen));
      if (query !== (stored.get() ?? saved)) stored.set(query);
    },
    [stored, saved],
  );
  // with the commit: a later effect would keep this filter over the one that a quick tap has chosen since
  useLayoutEffect(() => keep(filter), [filter, keep]);
  const change = useCallback(
    (next: FeedFilter, { replace = false } = {}) => {
      keep(next);
      const was = feedFilterQuery(parseFeedFilter(search));
      const { filter: instead, q } = readAddress(search);
      const isInstead = instead !== null;
      if (!isInstead && was === feedFilterQuery(next)) return;
      // under a sheet, Back is to close that
      const sheet = stateOfSheet();
      if (q && next.q === '' && !sheet && !replace && isFoldedByBack(next)) {
        window.history.back();
        return;
      }
      const state = sheet ?? stateOfSearch();
      // an unfolded search has an entry, also before its first letter
      const hasEntry = was !== '' || q !== null;
      navigate(feedPathOver(search, next), { replace: replace || state !== null || hasEntry, state });
    },
    [search, navigate, keep],
  );
  return [filter, change];
}

/** What a person eats and avoids, by their profile and the filter. */
export function useFoodNeeds({ diets, allergens }: Needs): {
  readonly diets: readonly Diet[];
  readonly avoids: readonly Allergen[];
} {
  const [filter] = useFeedFilter();
  return useMemo(
    () => ({
      diets: DIETS.filter((diet) => diets.includes(diet) || filter.diets.includes(diet)),
      avoids: ALLERGENS.filter(
        (allergen) => allergens.includes(allergen) || filter.withoutAllergens.includes(allergen),
      ),
    }),
    [diets, allergens, filter],
  );
}

/** What the signed-in person avoids, wherever food is shown. */
export const useAvoids = (): readonly Allergen[] => useFoodNeeds(useMe() ?? NO_NEEDS).avoids;
