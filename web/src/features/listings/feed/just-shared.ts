import { isJustShared } from '@openlarder/domain/listings/feed-rows.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { feedQuery } from '../listings.queries.ts';
import { NO_FILTER } from '../search/feed-filter.ts';
import { AT_TOP_PX, mergeIntoFeed, type StableFeed } from './stable-feed.ts';

const NO_LISTINGS: readonly Listing[] = [];

/** New food of this visit, and which of it has not been seen yet. */
type News = {
  readonly feed: StableFeed;
  readonly arrivedIds: ReadonlySet<string>;
  readonly unseenIds: ReadonlySet<string>;
};

const idsOf = (listings: readonly Listing[]): string[] => listings.map(({ id }) => id);

/** Puts waiting listings before the shown ones. */
const withWaiting = ({ shown, waiting, goneIds }: StableFeed): StableFeed => ({
  shown: [...waiting, ...shown],
  waiting: [],
  goneIds,
});

/**
 * The state after another response. New food waits until the person asks for it, unless `mayInsert`: then it is first
 * immediately, as unseen.
 */
export function nextNews(
  { feed, arrivedIds, unseenIds }: News,
  fresh: readonly Listing[],
  mayInsert: boolean,
): News {
  if (feed.shown.length === 0)
    return { feed: mergeIntoFeed([], fresh, { keepsPlace: false, hasMore: true }), arrivedIds, unseenIds };
  const merged = mergeIntoFeed(feed.shown, fresh, { keepsPlace: true, hasMore: true });
  const waitingIds = idsOf(merged.waiting);
  const isHeld = merged.goneIds.size > 0 || merged.shown.some(({ status }) => status !== 'posted');
  const inserts = mayInsert && !isHeld;
  return {
    feed: inserts ? withWaiting(merged) : merged,
    arrivedIds: new Set([...arrivedIds, ...waitingIds]),
    unseenIds: inserts ? new Set([...unseenIds, ...waitingIds]) : unseenIds,
  };
}

/**
 * What was shared within the last day, newest first, for the row "Just shared"; it stays still while the person reads.
 * `isWanted` false: nothing is fetched.
 */
export function useJustShared(isWanted: boolean, isInteracting: () => boolean) {
  const query = useInfiniteQuery({ ...feedQuery(NO_FILTER, 'newest'), enabled: isWanted });
  const listings = query.data?.pages[0]?.listings ?? NO_LISTINGS;
  const asOfMs = query.dataUpdatedAt;
  const fresh = useMemo(
    () => listings.filter((listing) => isJustShared(listing, asOfMs)),
    [listings, asOfMs],
  );
  const [state, setState] = useState<{ readonly from: readonly Listing[]; readonly news: News }>(() => ({
    from: fresh,
    news: {
      feed: mergeIntoFeed([], fresh, { keepsPlace: false, hasMore: true }),
      arrivedIds: new Set(),
      unseenIds: new Set(),
    },
  }));
  let { news } = state;
  if (state.from !== fresh) {
    news = nextNews(news, fresh, window.scrollY <= AT_TOP_PX && !isInteracting());
    setState({ from: fresh, news });
  }
  const setNews = (next: News) => setState({ from: fresh, news: next });
  return {
    isPending: isWanted && query.isPending,
    hasFailed: query.isError && !query.data,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
    ...news.feed,
    arrivedIds: news.arrivedIds,
    unseenIds: news.unseenIds,
    markSeen: () => setNews({ ...news, unseenIds: new Set() }),
    /** Puts what waits at the top. */
    showWaiting: () => setNews({ ...news, feed: withWaiting(news.feed), unseenIds: new Set() }),
  };
}
