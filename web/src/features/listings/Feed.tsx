import { Plural, Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { sentenceOf } from '#web/lib/http-error.ts';
import { keptPlace } from '#web/lib/kept-place.ts';
import { keepMarksOf } from '#web/lib/marked-listing.ts';
import { paths } from '#web/lib/paths.ts';
import { scrollMotion } from '#web/lib/scroll-motion.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { useNow } from '#web/lib/use-now.ts';
import { EVERYWHERE, useWatchedArea } from '#web/live/watched-area.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { addressOf, type FeedFilter, searchOf } from './feed-filter.ts';
import { FeedItem } from './FeedItem.tsx';
import { ListingCardSkeleton } from './ListingCardSkeleton.tsx';
import { feedPages, type FeedPage } from './listings.queries.ts';
import { NothingFound } from './NothingFound.tsx';
import { useInHand } from './use-in-hand.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useSettledFeed } from './use-settled-feed.ts';

type FeedProps = {
  readonly filter: FeedFilter;
  readonly onFilter: (filter: FeedFilter) => void;
  readonly me: Pick<User, 'id' | 'allergens'>;
  /** What stands at the foot of somebody else's listing: what can be done with it, or why nothing can. */
  readonly renderAction: (listing: Listing, isGone: boolean) => ReactNode;
  /** The one action where nothing at all is offered. */
  readonly emptyAction: ReactNode;
  /** What stands over the feed's whole width after its first cards, or at its end where it has fewer. */
  readonly interlude?: ReactNode;
};

/** Beside the map a second column where a card has room for its button in two. */
const GRID = 'grid grid-cols-1 gap-5 sm:grid-cols-2 wide:grid-cols-1 min-[75rem]:grid-cols-2';
/** Cards that are in the first view of a wide screen. */
const FIRST_VIEW = 2;
/** Cards that come before the interlude. */
const BEFORE_INTERLUDE = 8;

/** The listings of a filter, with what comes before them: loading, nothing, failure. */
export function Feed(props: FeedProps) {
  // Without an area it has no edge: it shows what is near first, and the rest behind it.
  useWatchedArea(props.filter.area ?? EVERYWHERE);
  const feed = useInfiniteQuery(feedPages(props.filter));
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
        title={<Trans>We could not load the food near you.</Trans>}
        onRetry={() => void feed.refetch()}
        retrying={feed.isFetching}
      >
        {sentenceOf(feed.error)}
      </ErrorState>
    );
  }
  return (
    <div
      aria-busy={feed.isPlaceholderData}
      className={feed.isPlaceholderData ? 'opacity-60 transition-opacity delay-150 duration-150' : ''}
    >
      <FeedList
        // another filter is another list, which begins at its own top
        key={searchOf(first.filter)}
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
  const { handlers, isInHand } = useInHand(list);
  const fresh = useMemo(() => withoutRepeats(pages.flatMap((page) => page.listings)), [pages]);
  const { shown, waiting, goneIds, showWaiting } = useSettledFeed(fresh, hasMore, isInHand);
  // while something else is under way the end is not watched, and is looked at anew after it
  const canLoad = hasMore && !hasFailed && !isLoading;
  const end = useInView<HTMLDivElement>(canLoad, loadMore);
  // where one comes back to, the cards before it have to have their heights
  const [comesBack] = useState(() => (keptPlace()?.scrollY ?? 0) > 0 || keptPlace()?.itemId != null);
  useKeptPlace(list, { pages: pages.length, hasMore: hasMore && !hasFailed, canLoad, loadMore });

  useEffect(() => keepMarksOf(shown.map(({ id }) => id)), [shown]);
  useEffect(() => () => keepMarksOf([]), []);

  if (shown.length === 0 && waiting.length === 0) {
    return (
      <>
        <NothingFound filter={filter} onChange={props.onFilter} otherwise={props.emptyAction} />
        {props.interlude && <div className="mt-6">{props.interlude}</div>}
      </>
    );
  }
  const beforeInterlude = Math.min(shown.length, BEFORE_INTERLUDE);
  const under = addressOf(filter);
  return (
    <>
      <output className="pointer-events-none sticky top-36 z-20 flex h-0 justify-center">
        {waiting.length > 0 && (
          <Button
            className="pointer-events-auto h-11 rounded-full px-5 shadow-float"
            onClick={(event) => {
              showWaiting();
              window.scrollTo({ top: 0, behavior: scrollMotion() });
              // pressed by the keyboard, which the button would take with it
              if (event.detail === 0) list.current?.querySelector('a')?.focus({ preventScroll: true });
            }}
          >
            <ArrowUp aria-hidden="true" className="size-5" />
            <Plural value={waiting.length} one="# new" other="# new" />
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
              nowMs={nowMs}
              isOwn={listing.donorId === me.id}
              isGone={goneIds.has(listing.id)}
              avoids={me.allergens}
              renderAction={props.renderAction}
              eager={index < FIRST_VIEW}
              atOnce={comesBack}
            />
          );
          if (!props.interlude || index + 1 !== beforeInterlude) return [card];
          // it stays itself, whichever card stands before it
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
              <Trans>We could not load more. What you see stays.</Trans>
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

/** A listing that slid from one page to the next while paging is shown once, where it came first. */
function withoutRepeats(listings: readonly Listing[]): readonly Listing[] {
  const seen = new Set<string>();
  return listings.filter((listing) => !seen.has(listing.id) && seen.add(listing.id));
}
