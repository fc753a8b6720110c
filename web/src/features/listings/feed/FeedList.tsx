import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { type ReactNode, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { savedScrollPosition, useScrollRestoration } from '#web/lib/scroll-restoration.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { FeedPage } from '../listings.queries.ts';
import {
  type FeedFilter,
  feedFilterQuery,
  feedPath,
  isBrowsing as isJustBrowsing,
  needsPart,
  useFeedPath,
} from '../search/feed-filter.ts';
import { shapeInRow, useColumns, useIsPhone, FeedItem } from './FeedItem.tsx';
import { CriticalSentence, FirstRowTitle } from './FeedSummary.tsx';
import { FailedRow, FoodRow, FoodRowSkeleton, SQUARES } from './FoodRow.tsx';
import { FeedEnd, FoodList, LINES } from './FoodList.tsx';
import { NewFoodPill, type NewsSlot } from './NewFoodPill.tsx';
import { UnstatedFood } from './UnstatedFood.tsx';
import { useShownInFeed } from './highlighted-listing.ts';
import {
  criticalForOthers,
  useJustShared,
  useRows,
  useStated,
  withoutRepeats,
  useHeldAtTop,
  useIsInteracting,
  useStableFeed,
} from './feed-rows.ts';
import type { CardShape } from './ListingCard.tsx';
import { ROW_CARDS } from '@openlarder/domain/listings/freshness.ts';

export type FeedProps = {
  readonly filter: FeedFilter;
  readonly onFilter: (filter: FeedFilter) => void;
  readonly me: Pick<User, 'id' | 'allergens'>;
  /** What the person has claimed: no one has to hurry for it. */
  readonly claimedIds: ReadonlySet<string>;
  /** The footer of another person's listing: the available action, or the reason there is none. */
  readonly renderAction: (listing: Listing, isGone: boolean) => ReactNode;
  readonly emptyAction: ReactNode;
  /** Shown over the full width after every fourth card; `nth` counts from 0. */
  readonly afterEveryFourth?: (nth: number) => ReactNode;
  /** Shown after all food. */
  readonly below?: ReactNode;
  /** The element for "1 new nearby"; without it, the top of the feed. */
  readonly newsSlot?: NewsSlot;
};

const FartherFood = lazyPart(async () => (await import('./FartherFood.tsx')).FartherFood);
const EmptyFeed = lazyPart(async () => (await import('./EmptyFeed.tsx')).EmptyFeed);

type Props = FeedProps & {
  readonly pages: readonly FeedPage[];
  readonly asOfMs: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly hasFailed: boolean;
  readonly loadMore: () => void;
};

/** `afterEveryFourth` follows this many cards, in rows and list together. */
const EVERY = 4;
/** How many times that many cards are full after `count` of them. */
const foursIn = (count: number): number => Math.floor(count / EVERY);
/** Squares of the list on a phone, before it goes on in lines. */
const SQUARES_ON_PHONE = 8;
const ROWS = ['last-chance', 'just-shared', 'list'] as const;

export function FeedList(props: Props) {
  const { filter, pages, hasMore, isLoading, hasFailed, loadMore, me } = props;
  const isBrowsing = isJustBrowsing(filter);
  const nowMs = useNow();
  const container = useRef<HTMLDivElement>(null);
  const { handlers, isInteracting } = useIsInteracting(container);
  const fresh = useMemo(() => withoutRepeats(pages.flatMap((page) => page.listings)), [pages]);
  const feed = useStableFeed(fresh, hasMore, isInteracting);
  const just = useJustShared(isBrowsing ? needsPart(filter) : null, isInteracting);
  const avoids = useMemo(
    () => [...new Set([...me.allergens, ...filter.withoutAllergens])],
    [me.allergens, filter.withoutAllergens],
  );
  const [stated, unstated] = useStated(feed.shown, avoids, me.id);
  const [justStated, justUnstated] = useStated(just.shown, avoids, me.id);
  const rows = useRows(
    isBrowsing ? props.asOfMs : null,
    { ...feed, shown: stated },
    { ...just, shown: justStated },
  );
  const setApart = useMemo(() => withoutRepeats([...unstated, ...justUnstated]), [unstated, justUnstated]);
  const counts = pages.at(0);
  const saysCritical = filter.freshness === 'all' || filter.freshness === 'expiring-soon';
  const critical = useHeldAtTop(
    saysCritical ? criticalForOthers(pages, props.claimedIds, props.asOfMs) : 0,
    feedFilterQuery(filter),
  );
  const isPhone = useIsPhone();
  const [columns, probe] = useColumns();
  const reachKm = useCommunity()?.reachKm ?? Number.POSITIVE_INFINITY;
  // when restoring a scroll position, the cards above it need their heights
  const [returnsServings] = useState(
    () => (savedScrollPosition()?.scrollY ?? 0) > 0 || savedScrollPosition()?.itemId != null,
  );
  // the first row, which fills a phone's screen, is rendered before the rest of the page, whose place keeps what comes
  // after it out of sight
  const showsRest = useDeferredValue(true, returnsServings);
  // the end of the list is not observed during a request; observing starts again after it
  const canLoad = hasMore && !hasFailed && !isLoading;
  const end = useInView<HTMLDivElement>(canLoad && showsRest, loadMore);
  const justSharedList = useInView<HTMLUListElement>(just.unseenIds.size > 0, just.markSeen, IN_SIGHT_PX);
  useScrollRestoration(container, { pages: pages.length, hasMore: hasMore && !hasFailed, canLoad, loadMore });

  const { lastChance, justShared, rest } = rows;
  useShownInFeed(
    useMemo(() => [...lastChance, ...justShared, ...rest], [lastChance, justShared, rest]),
    setApart,
  );

  const waiting = feed.waiting.filter(({ id }) => !just.arrivedIds.has(id));
  const newCount = waiting.length + just.waiting.length + just.unseenIds.size;
  const showNews = () => {
    const [lead] = just.waiting;
    const id = lead?.id ?? [...just.unseenIds][0];
    flushSync(() => {
      if (waiting.length > 0) feed.showWaiting();
      just.showWaiting();
    });
    const item = id === undefined ? null : itemOf(container.current, id);
    if (item) item.closest('section')?.scrollIntoView({ behavior: scrollBehavior() });
    else window.scrollTo({ top: 0, behavior: scrollBehavior() });
    // the button has disappeared and would take the focus with it
    (item ?? container.current)?.querySelector('a')?.focus({ preventScroll: true });
  };
  const pill = <NewFoodPill count={newCount} isNearby={isBrowsing} slot={props.newsSlot} onShow={showNews} />;

  const under = useFeedPath(filter);
  const card = (listing: Listing, index: number, look: Look) => (
    <FeedItem
      key={listing.id}
      listing={listing}
      href={paths.listing(listing.id, under)}
      giverHref={feedPath({ ...filter, donorId: listing.donorId })}
      nowMs={nowMs}
      isOwn={listing.donorId === me.id}
      isGone={feed.goneIds.has(listing.id) || just.goneIds.has(listing.id)}
      avoids={avoids}
      renderAction={(listing.distanceKm ?? 0) > reachKm ? noAction : props.renderAction}
      eager={look.isFirst && index < ROW_CARDS}
      immediate={returnsServings || just.arrivedIds.has(listing.id)}
      shape={look.shape ?? 'square'}
    />
  );
  const farCount = counts?.farCount ?? 0;
  const farther = farCount > 0 && (
    <Suspense>
      <FartherFood
        filter={filter}
        count={farCount}
        reachKm={reachKm}
        renderCard={(listing) => card(listing, 0, { isFirst: false, shape: 'line' })}
      />
    </Suspense>
  );
  const isEmpty = lastChance.length + justShared.length + rest.length === 0;
  if (isEmpty && setApart.length === 0 && newCount === 0 && !just.isPending) {
    return (
      <div className="flex flex-col gap-6">
        <Suspense fallback={<div className="min-h-72" />}>
          <EmptyFeed
            filter={filter}
            onChange={props.onFilter}
            isFar={farCount > 0}
            otherwise={props.emptyAction}
            avoids={avoids}
            renderCard={(listing) => card(listing, 0, { isFirst: false })}
          />
        </Suspense>
        {farther}
        {props.below}
      </div>
    );
  }

  const gridClassName = filter.q === '' ? SQUARES : LINES;
  const shapeOf = (index: number): CardShape =>
    filter.q !== '' || (isPhone && index >= SQUARES_ON_PHONE) ? 'line' : 'square';
  const shownRows = [lastChance, justShared, rest];
  const firstRow = ROWS[shownRows.findIndex((row) => row.length > 0)] ?? 'list';
  const isRendered = (row: (typeof ROWS)[number]): boolean => showsRest || row === firstRow;
  const cardsAbove = lastChance.length + justShared.length;
  /** What follows a fourth card among `count` cards after `before` others. */
  const fourth = (before: number, count: number): ReactNode =>
    foursIn(before + count) > foursIn(before) && props.afterEveryFourth?.(foursIn(before + count) - 1);
  const list = (
    <FoodList
      title={isBrowsing && (firstRow === 'list' ? <Trans>All food</Trans> : <Trans>More food</Trans>)}
      gridClassName={gridClassName}
    >
      {(showsRest ? rest : rest.slice(0, ROW_CARDS)).flatMap((listing, index) => {
        const one = card(listing, index, { isFirst: firstRow === 'list', shape: shapeOf(index) });
        // stable keys, whichever card is before them
        return [
          one,
          props.afterEveryFourth && (cardsAbove + index + 1) % EVERY === 0 && (
            // empty it takes no place in the grid
            <li key={`fourth-${cardsAbove + index}`} className="col-span-full not-has-[aside]:absolute">
              {fourth(cardsAbove + index, 1)}
            </li>
          ),
        ];
      })}
    </FoodList>
  );
  return (
    <div ref={container} className="relative flex flex-col gap-6" {...handlers}>
      <div ref={probe} aria-hidden="true" className={`absolute inset-x-0 top-0 ${SQUARES}`} />
      {pill}
      {lastChance.length > 0 && (
        <FoodRow title={<FirstRowTitle critical={critical} nowMs={nowMs} />}>
          {lastChance.map((listing, index) =>
            card(listing, index, { isFirst: true, shape: shapeInRow(index, lastChance.length, columns) }),
          )}
        </FoodRow>
      )}
      {lastChance.length === 0 && critical > 0 && !filter.nearestFirst && (
        <p>
          <CriticalSentence count={critical} />
        </p>
      )}
      {showsRest && fourth(0, lastChance.length)}
      {just.isPending && (
        <>
          <FoodRowSkeleton title={<Trans>Just shared</Trans>} />
          <FoodRowSkeleton />
        </>
      )}
      {isBrowsing && just.hasFailed && <FailedRow onRetry={just.retry} busy={just.isFetching} />}
      {justShared.length > 0 && isRendered('just-shared') && (
        <FoodRow title={<Trans>Just shared</Trans>} listRef={justSharedList}>
          {justShared.map((listing, index) =>
            card(listing, index, {
              isFirst: firstRow === 'just-shared',
              shape: shapeInRow(index, justShared.length, columns),
            }),
          )}
        </FoodRow>
      )}
      {showsRest && fourth(lastChance.length, justShared.length)}
      {/* what belongs into the row above would move there later */}
      {rest.length > 0 && isRendered('list') && !just.isPending && list}
      {/* over the nearest food it would seem to be said of that */}
      {critical > 0 && filter.nearestFirst && showsRest && (
        <Link
          href={feedPath({ ...filter, nearestFirst: false, freshness: 'expiring-soon' })}
          className="inline-flex min-h-11 items-center gap-1 self-start rounded-small underline underline-offset-4"
        >
          <CriticalSentence count={critical} />
          <ChevronRight className="size-4 shrink-0 rtl:-scale-x-100" />
        </Link>
      )}
      {hasMore && showsRest && !just.isPending && (
        <FeedEnd ref={end} hasFailed={hasFailed} busy={props.isLoadingMore} onMore={loadMore} />
      )}
      {showsRest && !just.isPending && (
        <UnstatedFood
          listings={setApart}
          isOnly={isEmpty}
          gridClassName={gridClassName}
          renderCard={(listing, index) => card(listing, index, { isFirst: false, shape: shapeOf(index) })}
        />
      )}
      {showsRest && !hasMore && farther}
      {showsRest ? props.below : <div aria-hidden="true" className="h-dvh" />}
    </div>
  );
}

/** What is beyond reach is claimed in its dialog only, where its place is seen first. */
const noAction = () => <></>;

/** The row is in sight from this far within the screen, in pixels. */
const IN_SIGHT_PX = -120;

type Look = {
  /** In the first row of the page: rendered, and its pictures loaded, before the others. */
  readonly isFirst: boolean;
  readonly shape?: CardShape;
};

const itemOf = (container: HTMLElement | null, id: string): HTMLElement | null =>
  container?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`) ?? null;
