import { getListing, type Listing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-contract.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query';
import { callWithHeaders } from '#web/lib/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/endpoint-query.ts';
import { nextCursor } from '#web/lib/next-cursor.ts';
import { areaSaid, type FeedFilter } from './feed-filter.ts';
import { makeHeardStates } from './heard-states.ts';

export type FeedPage = {
  /** What was asked for: the pages of one filter stay in sight until those of the next are here. */
  readonly filter: FeedFilter;
  readonly listings: readonly Listing[];
  /** All that is available under the filter, and how much of it is critical; exact below `COUNTED_TO`. */
  readonly totalCount: number;
  readonly criticalCount: number;
  readonly nextCursor: string | null;
};

/** More than this the server does not count. */
export const COUNTED_TO = 1000;

/** Pages that nobody looks at are kept so long, for whoever comes back to them. */
const KEPT_MS = 30 * 60_000;

const heardStates = makeHeardStates();

const countIn = (headers: Headers, name: string, otherwise: number): number => {
  const count = Number(headers.get(name) ?? Number.NaN);
  return Number.isFinite(count) ? count : otherwise;
};

/** The feed under a filter, page by page, most urgent first. */
export function feedPages(filter: FeedFilter) {
  return infiniteQueryOptions({
    queryKey: [...feedKey, filter] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<FeedPage> => {
      const askedAtMs = performance.now();
      const { freshness, q, category, diets, withoutAllergens, withinKm, area } = filter;
      const { data, headers } = await callWithHeaders(listListings, {
        query: {
          freshness,
          q: q || null,
          category,
          diets,
          withoutAllergens,
          radiusKm: withinKm,
          area: area && areaSaid(area),
          cursor: pageParam,
        },
        signal,
      });
      return {
        filter,
        listings: heardStates.correct(data, askedAtMs),
        totalCount: countIn(headers, 'X-Total-Count', data.length),
        criticalCount: countIn(headers, 'X-Critical-Count', 0),
        nextCursor: nextCursor(headers),
      };
    },
    getNextPageParam: (page: FeedPage) => page.nextCursor,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}

export const oneListing = (id: string) => endpointQuery(getListing, { params: { id } });

/** The start of every key above: what to invalidate when any listing changed. */
export const listingsKey = endpointKey(listListings);

/** The start of the keys of the feed, whatever the filter. */
export const feedKey = [...listingsKey, 'feed'] as const;

/** The start of the keys of what each person shared: such a list shows the same listings. */
export const personListingsKey = ['/api/users'] as const;

/** Makes every list of listings old: what is on screen is asked for now, the rest when it is next shown. */
export function refreshListings(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: listingsKey });
  void queryClient.invalidateQueries({ queryKey: personListingsKey });
}

/**
 * A listing's new state, heard over the live socket: written into what is on screen, in place, so that nothing
 * moves under a thumb. What it cannot tell (servings left, newcomers) is for the next answer of the server.
 */
export function noteListingState(
  queryClient: QueryClient,
  change: { readonly listingId: string; readonly status: ListingStatus },
): void {
  const { listingId, status } = change;
  heardStates.hear(listingId, status, performance.now());
  if (status === 'posted') return;
  const withState = (listing: Listing): Listing =>
    listing.id === listingId ? { ...listing, status } : listing;
  queryClient.setQueriesData<InfiniteData<FeedPage>>({ queryKey: feedKey }, (feed) =>
    feed?.pages.some((page) => page.listings.some(({ id }) => id === listingId))
      ? { ...feed, pages: feed.pages.map((page) => ({ ...page, listings: page.listings.map(withState) })) }
      : feed,
  );
  queryClient.setQueryData(oneListing(listingId).queryKey, (listing) => listing && withState(listing));
}
