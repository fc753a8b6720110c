import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { endsTonight, feedEndMs, isJustShared, ROW_CARDS } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { tonightEndsMs } from '@openlarder/domain/listings/search/visit-time.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type RefObject, useRef } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { communityZone } from '#web/lib/format.ts';
import { listingLevel } from '../listing-labels.ts';
import { type FeedPage, feedQuery } from '../listings.queries.ts';
import { type FeedFilter, feedFilterQuery, NO_FILTER } from '../search/feed-filter.ts';

/** The feed as shown, which stays still while listings change. */
type StableFeed = {
  readonly shown: readonly Listing[];
  /** New listings that belong above a visible one; they are shown when the person asks for them. */
  readonly waiting: readonly Listing[];
  /** Shown, but no longer offered as far as is known. */
  readonly goneIds: ReadonlySet<string>;
};

const NO_IDS: ReadonlySet<string> = new Set();

/**
 * Merges `fresh`, the current feed, into what is `shown`. With `keepsPlace`, cards update in place, further
 * pages are added below, new listings wait, and those that are gone stay, marked as gone. `hasMore` means
 * that the feed goes on below `fresh`: what is missing there may have moved to a later page. What is
 * missing of a giver with more than their cards may have given way to other food of theirs.
 */
export function mergeIntoFeed(
  shown: readonly Listing[],
  fresh: readonly Listing[],
  { keepsPlace, hasMore }: { readonly keepsPlace: boolean; readonly hasMore: boolean },
): StableFeed {
  if (!keepsPlace || shown.length === 0) return { shown: fresh, waiting: [], goneIds: NO_IDS };
  const freshById = new Map(fresh.map((listing) => [listing.id, listing]));
  const known = new Set(shown.map((listing) => listing.id));
  const lastKnown = fresh.findLastIndex((listing) => known.has(listing.id));
  const lastShown = shown.findLastIndex((listing) => freshById.has(listing.id));
  const giversOfMore = new Set(
    fresh.filter(({ moreFromGiver = 0 }) => moreFromGiver > 0).map(({ donorId }) => donorId),
  );
  const gone = shown.filter(
    ({ id, donorId }, index) =>
      !freshById.has(id) && !giversOfMore.has(donorId) && (!hasMore || index < lastShown),
  );
  const isNew = (listing: Listing) => !known.has(listing.id);
  return {
    shown: [
      ...shown.map((listing) => freshById.get(listing.id) ?? listing),
      ...fresh.slice(lastKnown + 1).filter(isNew),
    ],
    waiting: fresh.slice(0, lastKnown + 1).filter(isNew),
    goneIds: new Set(gone.map((listing) => listing.id)),
  };
}

/** Scrolled further than this, the person is reading: nothing may be inserted above. In pixels. */
const AT_TOP_PX = 160;

/**
 * Keeps the feed still while the person reads it; `showWaiting` adds the new listings. `isInteracting` tells
 * if a card is hovered or focused: then it stays in place, also at the top of the page.
 */
export function useStableFeed(fresh: readonly Listing[], hasMore: boolean, isInteracting: () => boolean) {
  const [state, setState] = useState<{ from: readonly Listing[]; feed: StableFeed }>(() => ({
    from: fresh,
    feed: mergeIntoFeed([], fresh, { keepsPlace: false, hasMore }),
  }));
  let { feed } = state;
  if (state.from !== fresh) {
    feed = mergeIntoFeed(state.feed.shown, fresh, { keepsPlace: true, hasMore });
    // Visible cards do not vanish, least of all one that was just claimed and shows the ticket.
    const isHeld = feed.goneIds.size > 0 || feed.shown.some(({ status }) => status !== 'posted');
    if (!isHeld && window.scrollY <= AT_TOP_PX && !isInteracting())
      feed = mergeIntoFeed(feed.shown, fresh, { keepsPlace: false, hasMore });
    setState({ from: fresh, feed });
  }
  return {
    ...feed,
    showWaiting: () =>
      setState({ from: fresh, feed: mergeIntoFeed([], fresh, { keepsPlace: false, hasMore }) }),
  };
}

/** Tells if a finger, the pointer or the focus is inside `part`. `handlers` go on the same element. */
export function useIsInteracting(part: RefObject<HTMLElement | null>) {
  const isPointed = useRef(false);
  return {
    // A touch enters as the finger touches down and leaves as it lifts.
    handlers: {
      onPointerEnter: () => {
        isPointed.current = true;
      },
      onPointerLeave: () => {
        isPointed.current = false;
      },
    },
    isInteracting: (): boolean =>
      isPointed.current || (part.current?.contains(document.activeElement) ?? false),
  };
}

/**
 * Holds back a change of a number that shifts the layout below it: for the same feed, named by `feed`, it
 * changes only at the top of the page. (Reading the scroll position forces layout, so it is checked last.)
 */
export function useHeldAtTop(now: number, feed: string): number {
  const [held, setHeld] = useState({ now, feed });
  const isSame = held.feed === feed;
  const moves = held.now > 0 !== now > 0;
  if (isSame && (held.now === now || (moves && window.scrollY > AT_TOP_PX))) return held.now;
  setHeld({ now, feed });
  return now;
}

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

/** How much critical food there is that the person can still claim. */
export function criticalForOthers(
  pages: readonly FeedPage[],
  claimedIds: ReadonlySet<string>,
  asOfMs: number,
): number {
  const taken = withoutRepeats(pages.flatMap(({ listings }) => listings)).filter(
    (listing) =>
      (claimedIds.has(listing.id) || listing.status !== 'posted') &&
      listingLevel(listing, asOfMs) === 'critical',
  );
  return Math.max(0, (pages[0]?.criticalCount ?? 0) - taken.length);
}
