import {
  type Category,
  type FreshnessFilter,
  getListing,
  type Listing,
  type ListingStatus,
  listListings,
} from '@openlarder/domain/listings/listing-contract.ts';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callWithHeaders } from '#web/lib/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/endpoint-query.ts';
import { nextCursor } from '#web/lib/next-cursor.ts';

export type FeedFilter = { readonly freshness: FreshnessFilter; readonly category: Category | null };

export type FeedPage = {
  readonly listings: readonly Listing[];
  /** All that is available under the filter, and how much of it is critical; exact to 1,000. */
  readonly totalCount: number;
  readonly criticalCount: number;
  readonly nextCursor: string | null;
};

const countIn = (headers: Headers, name: string, otherwise: number): number => {
  const count = Number(headers.get(name) ?? Number.NaN);
  return Number.isFinite(count) ? count : otherwise;
};

/** The feed under a filter, page by page, most urgent first. */
export function feedPages(filter: FeedFilter) {
  return infiniteQueryOptions({
    queryKey: [...endpointKey(listListings), 'feed', filter] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<FeedPage> => {
      const { data, headers } = await callWithHeaders(listListings, {
        query: { freshness: filter.freshness, category: filter.category, cursor: pageParam },
        signal,
      });
      return {
        listings: data,
        totalCount: countIn(headers, 'X-Total-Count', data.length),
        criticalCount: countIn(headers, 'X-Critical-Count', 0),
        nextCursor: nextCursor(headers),
      };
    },
    getNextPageParam: (page: FeedPage) => page.nextCursor,
  });
}

export const oneListing = (id: string) => endpointQuery(getListing, { params: { id } });

/** The start of every key above: what to invalidate when any listing changed. */
export const listingsKey = endpointKey(listListings);

/** The start of the keys of what each person shared: such a list shows the same listings. */
export const personListingsKey = ['/api/users'] as const;

/** Makes every list of listings old: what is on screen is asked for now, the rest when it is next shown. */
export function refreshListings(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: listingsKey });
  void queryClient.invalidateQueries({ queryKey: personListingsKey });
}

/**
 * A listing's new state, heard over the live socket: written into what is on screen, in place, so that nothing
 * moves under a thumb. What the message cannot tell (servings left, newcomers) is fetched again.
 */
export function noteListingChange(
  queryClient: QueryClient,
  change: { readonly listingId: string; readonly status: ListingStatus },
): void {
  const withState = (listing: Listing): Listing =>
    listing.id === change.listingId ? { ...listing, status: change.status } : listing;
  queryClient.setQueriesData<InfiniteData<FeedPage>>(
    { queryKey: [...listingsKey, 'feed'] },
    (feed) =>
      feed && {
        ...feed,
        pages: feed.pages.map((page) => ({ ...page, listings: page.listings.map(withState) })),
      },
  );
  refreshListings(queryClient);
}
