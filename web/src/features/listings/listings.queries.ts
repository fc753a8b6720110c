import {
  type ChangeListing,
  changeListing,
  getListing,
  getListingLimits,
  type Listing,
  listListings,
} from '@openlarder/domain/listings/listing-contract.ts';
import { FEED_SCREEN_PAGE } from '@openlarder/domain/listings/listing-fields.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callWithHeaders, nextCursor } from '#web/lib/call.ts';
import { endpointKey, endpointQuery, queriesOf } from '#web/lib/endpoint-query.ts';
import { refetchWhenOver } from '#web/lib/query-client.ts';
import { areaParam, type FeedFilter, understoodFilter } from './search/feed-filter.ts';

export type FeedPage = {
  /**
   * The filter these pages answer: the pages of one filter stay visible until those of the next have loaded.
   */
  readonly filter: FeedFilter;
  readonly listings: readonly Listing[];
  /**
   * All that is available under the filter, and how much of it is critical or ends within a day; exact below
   * `MAX_COUNTED`.
   */
  readonly totalCount: number;
  readonly criticalCount: number;
  readonly expiringSoonCount: number;
  /** How much more is beyond reach; 0 where there is enough nearby. */
  readonly farCount: number;
  /** Words of the search that hid all food, so that it was made without them. */
  readonly leftOut: readonly string[];
  readonly nextCursor: string | null;
};

/** The server counts no further. */
export const MAX_COUNTED = 1000;

/** How long unused pages stay cached, for returning to them. */
const CACHE_MS = 30 * 60_000;

const liveStatusOverlay = createLiveStatusOverlay();

const countIn = (headers: Headers, name: string, otherwise: number): number => {
  const count = Number(headers.get(name) ?? Number.NaN);
  return Number.isFinite(count) ? count : otherwise;
};

/** How many listings one may still share today; fetched again when there are more. */
export const listingLimitsQuery = queryOptions({
  ...endpointQuery(getListingLimits),
  refetchInterval: ({ state: { data } }) => refetchWhenOver(data?.nextAt),
});

/** Enough for the row "Just shared", also if some of them are in the row above it. */
const NEWEST_LIMIT = 12;

export type FeedPart = 'near' | 'newest' | 'far';

type FeedRequest = {
  readonly of: FeedPart;
  /** Of the page to load; null for the first. */
  readonly cursor: string | null;
  readonly signal?: AbortSignal;
  /** Asked before it is known who the person is: with what they have saved that they eat and avoid. */
  readonly withSavedNeeds?: boolean;
};

/** Loads one page of the feed. Rejects as `callWithHeaders`. */
export async function fetchFeedPage(
  filter: FeedFilter,
  { of, cursor, signal, withSavedNeeds = false }: FeedRequest,
): Promise<FeedPage> {
  const isNewest = of === 'newest';
  const requestedAtMs = performance.now();
  const { freshness, when, q, category, diets, withoutAllergens, withinKm, area, donorId, nearestFirst } =
    understoodFilter(filter);
  const { data, headers } = await callWithHeaders(listListings, {
    query: {
      freshness,
      when,
      q: q || null,
      category,
      diets,
      withoutAllergens,
      radiusKm: withinKm,
      reach: of === 'far' ? 'far' : 'near',
      area: area && areaParam(area),
      donorId,
      order: isNewest ? 'newest' : nearestFirst ? 'nearest' : null,
      limit: isNewest ? NEWEST_LIMIT : FEED_SCREEN_PAGE,
      arranged: 'true',
      needs: withSavedNeeds ? 'saved' : null,
      cursor,
    },
    ...(signal && { signal }),
  });
  return {
    filter,
    listings: liveStatusOverlay.correct(data, requestedAtMs),
    totalCount: countIn(headers, 'X-Total-Count', data.length),
    criticalCount: countIn(headers, 'X-Critical-Count', 0),
    expiringSoonCount: countIn(headers, 'X-Expiring-Soon-Count', 0),
    farCount: countIn(headers, 'X-Far-Count', 0),
    leftOut: (headers.get('X-Left-Out-Words') ?? '').split(',').filter(Boolean).map(decodeURIComponent),
    nextCursor: nextCursor(headers),
  };
}

/** The feed under a filter, page by page: what is within reach, in its order or newest first, or what is beyond. */
export function feedQuery(filter: FeedFilter, of: FeedPart = 'near') {
  return infiniteQueryOptions({
    queryKey: [...endpointKey(listListings), filter, ...(of === 'near' ? [] : [of])],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<FeedPage> =>
      fetchFeedPage(filter, { of, cursor: pageParam, signal }),
    getNextPageParam: (page: FeedPage) => page.nextCursor,
    placeholderData: keepPreviousData,
    gcTime: CACHE_MS,
  });
}

/** The first page under each of several filters. */
export const firstPagesQuery = (filters: readonly FeedFilter[]) =>
  queryOptions({
    queryKey: [...endpointKey(listListings), 'first pages', filters],
    // in the shape of a feed, so that live changes reach it
    queryFn: async ({ signal }): Promise<InfiniteData<FeedPage>> => ({
      pages: await Promise.all(
        filters.map((filter) => fetchFeedPage(filter, { of: 'near', cursor: null, signal })),
      ),
      pageParams: [],
    }),
  });

export const listingQuery = (id: string) => endpointQuery(getListing, { params: { id } });

/**
 * Writes a listing's new status, received over the live socket, into the cached data in place, so that no
 * card moves. Servings left and new listings come with the next response.
 */
export function applyLiveStatus(
  queryClient: QueryClient,
  change: { readonly listingId: string; readonly status: ListingStatus },
): void {
  const { listingId, status } = change;
  liveStatusOverlay.record(listingId, status, performance.now());
  if (status === 'posted') return;
  const withState = (listing: Listing): Listing =>
    listing.id === listingId ? { ...listing, status } : listing;
  queryClient.setQueriesData<InfiniteData<FeedPage>>(queriesOf(listListings), (feed) =>
    feed?.pages.some((page) => page.listings.some(({ id }) => id === listingId))
      ? { ...feed, pages: feed.pages.map((page) => ({ ...page, listings: page.listings.map(withState) })) }
      : feed,
  );
  queryClient.setQueryData(listingQuery(listingId).queryKey, (listing) => listing && withState(listing));
}

/** Updates one of the user's own listings, and every cached copy of it. */
export function useUpdateListing(listing: Listing) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeListing) => call(changeListing, { params: { id: listing.id }, body }),
    onSuccess: (changed) => queryClient.setQueryData(listingQuery(listing.id).queryKey, changed),
  });
}

/** Statuses older than this are dropped; a response that takes longer is not expected. */
const MAX_AGE_MS = 120_000;

type LiveStatusOverlay = {
  /** The listings of a response to a request sent at `requestedAtMs`, with statuses that were received since. */
  correct(listings: readonly Listing[], requestedAtMs: number): readonly Listing[];
  record(listingId: string, status: ListingStatus, nowMs: number): void;
};

/**
 * Statuses of listings received over the live socket a moment ago. A response that was under way at the time
 * is older than they are, and would offer again what has just been claimed.
 */
export function createLiveStatusOverlay(): LiveStatusOverlay {
  const recorded = new Map<string, { readonly status: ListingStatus; readonly atMs: number }>();
  return {
    record(listingId, status, nowMs) {
      // deleted first, so that the map stays in order of arrival
      recorded.delete(listingId);
      recorded.set(listingId, { status, atMs: nowMs });
      for (const [id, { atMs }] of recorded) {
        if (nowMs - atMs <= MAX_AGE_MS) break;
        recorded.delete(id);
      }
    },
    correct(listings, requestedAtMs) {
      return listings.map((listing) => {
        const latest = recorded.get(listing.id);
        // `posted` again does not say how many servings are left; the next response does
        return latest && latest.atMs >= requestedAtMs && latest.status !== 'posted'
          ? { ...listing, status: latest.status }
          : listing;
      });
    },
  };
}
