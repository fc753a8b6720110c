import { Plural, Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { savedScrollPosition, useScrollRestoration } from '#web/lib/scroll-restoration.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { scrollBehavior } from '#web/lib/use-media-query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useWatchedArea, WHOLE_WORLD } from '#web/live/watched-area.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { type FeedPage, feedQuery } from '../listings.queries.ts';
import { type FeedFilter, feedFilterQuery, feedPath } from '../search/feed-filter.ts';
import { EmptyFeed } from './EmptyFeed.tsx';
import { FeedItem } from './FeedItem.tsx';
import { keepHighlightsOf } from './highlighted-listing.ts';
import { ListingCardSkeleton } from './ListingCard.tsx';
import { useIsInteracting, useStableFeed } from './stable-feed.ts';

type FeedProps = {
  readonly filter: FeedFilter;
  readonly onFilter: (filter: FeedFilter) => void;
  readonly me: Pick<User, 'id' | 'allergens'>;
  /** The footer of another person's listing: the available action, or the reason there is none. */
  readonly renderAction: (listing: Listing, isGone: boolean) => ReactNode;
  /** The action shown where nothing at all is offered. */
  readonly emptyAction: ReactNode;
  /** Shown over the full width after the first cards, or at the end if there are fewer. */
  readonly interlude?: ReactNode;
};

/** Next to the map, a second column only where a card has room for its button. */
const GRID = 'grid grid-cols-1 gap-5 sm:grid-cols-2 wide:grid-cols-1 min-[75rem]:grid-cols-2';
/** Cards in the first view of a wide screen. */
const FIRST_VIEW = 2;
/** Cards before the interlude. */
const BEFORE_INTERLUDE = 8;

/** The listings of a filter, with the loading, empty and error states. */
export function Feed(props: FeedProps) {
  // Without an area the feed has no edge: near listings come first, then the rest.
  useWatchedArea(props.filter.area ?? WHOLE_WORLD);
  const feed = useInfiniteQuery(feedQuery(props.filter));
  if (feed.isPending) {
    return (
      <div className={GRID}>
        <VisuallyHidden>
          <output>
            <Trans>Looking for food near you</Trans>
          </output>
        </VisuallyHidden>
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <ListingCardSkeleton key={place} />
        ))}
      </div>
    );
  }
  const [first] = feed.data?.pages ?? [];
  if (!feed.data || !first) {
    return (
      <ErrorState
        title={<Trans>We couldn't load the food near you.</Trans>}
        onRetry={() => void feed.refetch()}
        retrying={feed.isFetching}
      >
        {errorMessage(feed.error)}
      </ErrorState>
    );
  }
  return (
    <div
      aria-busy={feed.isPlaceholderData}
      className={feed.isPlaceholderData ? 'opacity-60 transition-opacity delay-150 duration-150' : ''}
    >
      <FeedList
        // another filter is another list and starts at the top
        key={feedFilterQuery(first.filter)}
        {...props}
        filter={first.filter}
        pages={feed.data.pages}
        hasMore={feed.hasNextPage}
        isLoading={feed.isFetching}
        isLoadingMore={feed.isFetchingNextPage}
        hasFailed={feed.isFetchNextPageError}
        loadMore={() => {
          if (!feed.isFetching) void feed.fetchNextPage();
        }}
      />
    </div>
  );
}

type FeedListProps = FeedProps & {
  readonly pages: readonly FeedPage[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly hasFailed: boolean;
  readonly loadMore: () => void;
};

function FeedList(props: FeedListProps) {
  const { filter, pages, hasMore, isLoading, hasFailed, loadMore, me } = props;
  const nowMs = useNow();
  const list = useRef<HTMLUListElement>(null);
  const { handlers, isInteracting } = useIsInteracting(list);
  const fresh = useMemo(() => withoutRepeats(pages.flatMap((page) => page.listings)), [pages]);
  const { shown, waiting, goneIds, showWaiting } = useStableFeed(fresh, hasMore, isInteracting);
  // the end of the list is not observed during a request; observing starts again after it
  const canLoad = hasMore && !hasFailed && !isLoading;
  const end = useInView<HTMLDivElement>(canLoad, loadMore);
  // when restoring a scroll position, the cards above it need their heights
  const [returnsServings] = useState(
    () => (savedScrollPosition()?.scrollY ?? 0) > 0 || savedScrollPosition()?.itemId != null,
  );
  useScrollRestoration(list, { pages: pages.length, hasMore: hasMore && !hasFailed, canLoad, loadMore });

  useEffect(() => keepHighlightsOf(shown.map(({ id }) => id)), [shown]);
  useEffect(() => () => keepHighlightsOf([]), []);

  if (shown.length === 0 && waiting.length === 0) {
    return (
      <>
        <EmptyFeed filter={filter} onChange={props.onFilter} otherwise={props.emptyAction} />
        {props.interlude && <div className="mt-6">{props.interlude}</div>}
      </>
    );
  }
  const beforeInterlude = Math.min(shown.length, BEFORE_INTERLUDE);
  const under = feedPath(filter);
  return (
    <>
      <output className="pointer-events-none sticky top-36 z-20 flex h-0 justify-center">
        {waiting.length > 0 && (
          <Button
            className="pointer-events-auto h-11 rounded-full px-5 shadow-float"
            onClick={(event) => {
              showWaiting();
              window.scrollTo({ top: 0, behavior: scrollBehavior() });
              // activated by keyboard: the button disappears and would take the focus with it
              if (event.detail === 0) list.current?.querySelector('a')?.focus({ preventScroll: true });
            }}
          >
            <ArrowUp aria-hidden="true" className="size-5" />
            <Plural value={waiting.length} one="Show # new item" other="Show # new items" />
          </Button>
        )}
      </output>
      <ul ref={list} className={GRID} {...handlers}>
        {shown.flatMap((listing, index) => {
          const card = (
            <FeedItem
              key={listing.id}
              listing={listing}
              href={paths.listing(listing.id, under)}
              giverHref={feedPath({ ...filter, donorId: listing.donorId })}
              nowMs={nowMs}
              isOwn={listing.donorId === me.id}
              isGone={goneIds.has(listing.id)}
              avoids={me.allergens}
              renderAction={props.renderAction}
              eager={index < FIRST_VIEW}
              immediate={returnsServings}
            />
          );
          if (!props.interlude || index + 1 !== beforeInterlude) return [card];
          // a stable key, whichever card is before it
          return [
            card,
            <li key="interlude" className="col-span-full">
              {props.interlude}
            </li>,
          ];
        })}
      </ul>
      {hasMore && (
        <div ref={end} className="mt-6 flex flex-col items-center gap-2">
          {hasFailed && (
            <p role="alert" className="text-sm text-tomato">
              <Trans>We couldn't load more.</Trans>
            </p>
          )}
          <Button variant="secondary" busy={props.isLoadingMore} onClick={loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** A listing that moved from one page to the next while paging is shown once, at its first position. */
function withoutRepeats(listings: readonly Listing[]): readonly Listing[] {
  const seen = new Set<string>();
  return listings.filter((listing) => !seen.has(listing.id) && seen.add(listing.id));
}
