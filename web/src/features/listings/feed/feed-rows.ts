import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { endsTonight, feedEndMs, isJustShared, ROW_CARDS } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { tonightEndsMs } from '@openlarder/domain/listings/search/visit-time.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { communityZone } from '#web/lib/format.ts';
import { listingLevel } from '../listing-labels.ts';
import { feedQuery } from '../listings.queries.ts';
import { type FeedFilter, feedFilterQuery, NO_FILTER } from '../search/feed-filter.ts';
import { AT_TOP_PX, mergeIntoFeed, type StableFeed } from './stable-feed.ts';

const NONE: readonly Listing[] = [];

/** New food of this visit, and which of it has not been seen yet. */
type News = {
  readonly feed: StableFeed;
  readonly arrivedIds: ReadonlySet<string>;
  readonly unseenIds: ReadonlySet<string>;
};

const idsOf = (listings: readonly Listing[]): string[] => listings.map(({ id }) => id);

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

const firstNews = (fresh: readonly Listing[]): News => ({
  feed: mergeIntoFeed([], fresh, { keepsPlace: false, hasMore: true }),
  arrivedIds: new Set(),
  unseenIds: new Set(),
});
const NO_NEWS = firstNews(NONE);

/**
 * What was shared within the last day, newest first, for the row "Just shared"; it stays still while the person reads.
 * Without a filter nothing is fetched.
 */
export function useJustShared(filter: FeedFilter | null, isInteracting: () => boolean) {
  const isWanted = filter !== null;
  const query = useInfiniteQuery({ ...feedQuery(filter ?? NO_FILTER, 'newest'), enabled: isWanted });
  const page = query.data?.pages[0];
  const listings = page?.listings ?? NONE;
  /** What the pages answer, which may still be the filter before. */
  const of = page ? feedFilterQuery(page.filter) : '';
  const asOfMs = query.dataUpdatedAt;
  const fresh = useMemo(
    () => listings.filter((listing) => isJustShared(listing, asOfMs)),
    [listings, asOfMs],
  );
  const [state, setState] = useState(() => ({ of, from: fresh, news: firstNews(fresh) }));
  let { news } = state;
  if (state.from !== fresh) {
    news =
      state.of === of
        ? nextNews(news, fresh, window.scrollY <= AT_TOP_PX && !isInteracting())
        : firstNews(fresh);
    setState({ of, from: fresh, news });
  }
  const setNews = (next: News) => setState({ of, from: fresh, news: next });
  // what was loaded before says nothing of a search or a chosen time
  const { feed, arrivedIds, unseenIds } = isWanted ? news : NO_NEWS;
  return {
    isPending: isWanted && query.isPending,
    hasFailed: query.isError && !query.data,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
    ...feed,
    arrivedIds,
    unseenIds,
    markSeen: () => setNews({ ...news, unseenIds: new Set() }),
    /** Puts what waits at the top. */
    showWaiting: () => setNews({ ...news, feed: withWaiting(news.feed), unseenIds: new Set() }),
  };
}

/** A listing that moved from one page to the next while paging is shown once, at its first position. */
export function withoutRepeats(listings: readonly Listing[]): readonly Listing[] {
  const seen = new Set<string>();
  return listings.filter((listing) => !seen.has(listing.id) && seen.add(listing.id));
}

/** These listings, without those of others whose allergens are not stated, for a person who avoids some; and those. */
export function useStated(
  listings: readonly Listing[],
  avoids: readonly Allergen[],
  meId: string,
): readonly [stated: readonly Listing[], unstated: readonly Listing[]] {
  return useMemo(() => {
    const isApart = (listing: Listing): boolean => isUnstated(listing, avoids) && listing.donorId !== meId;
    const unstated = listings.filter(isApart);
    return unstated.length === 0 ? [listings, NONE] : [listings.filter((one) => !isApart(one)), unstated];
  }, [listings, avoids, meId]);
}

type Shown = {
  readonly shown: readonly Listing[];
  readonly goneIds: ReadonlySet<string>;
};
type Rows = Readonly<Record<'lastChance' | 'justShared' | 'rest', readonly Listing[]>>;

/** The rows above the list, and the listings in none of them. With `asOfMs` null all are in the list. */
export function useRows(
  asOfMs: number | null,
  { shown, goneIds }: Shown,
  just: Shown & Pick<ReturnType<typeof useJustShared>, 'arrivedIds' | 'waiting'>,
): Rows {
  const timeZone = useCommunity()?.timeZone ?? communityZone();
  const { shown: news, arrivedIds, waiting } = just;
  return useMemo(() => {
    if (asOfMs === null) return { lastChance: NONE, justShared: NONE, rest: shown };
    const tonightMs = tonightEndsMs(asOfMs, timeZone);
    // a listing just claimed or gone keeps its place, also past its end
    const isLastChance = (listing: Listing) =>
      !arrivedIds.has(listing.id) &&
      (endsTonight(listing, asOfMs, tonightMs) ||
        ((listing.status !== 'posted' || goneIds.has(listing.id)) && feedEndMs(listing) <= asOfMs));
    const ending = shown.filter(isLastChance);
    // the first row takes all that is critical, and what ends next fills up its last line
    const critical = ending.filter((listing) => listingLevel(listing, asOfMs) === 'critical');
    const lines = Math.max(1, Math.ceil(critical.length / ROW_CARDS));
    const lastChance = ending.slice(0, lines * ROW_CARDS);
    const above = new Set(lastChance.map(({ id }) => id));
    const justShared = news.filter(({ id }) => !above.has(id)).slice(0, ROW_CARDS);
    for (const { id } of [...justShared, ...waiting]) above.add(id);
    return { lastChance, justShared, rest: shown.filter(({ id }) => !above.has(id)) };
  }, [asOfMs, shown, goneIds, news, arrivedIds, waiting, timeZone]);
}
