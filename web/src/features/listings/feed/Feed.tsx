import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useWatchedArea, WHOLE_WORLD } from '#web/live/watched-area.ts';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { feedQuery } from '../listings.queries.ts';
import { feedFilterQuery } from '../search/feed-filter.ts';
import { FeedList, type FeedProps } from './FeedList.tsx';
import { FoodRowSkeleton } from './FoodRow.tsx';

export function Feed(props: FeedProps) {
  // Without an area the feed has no edge: near listings come first, then the rest.
  useWatchedArea(props.filter.area ?? WHOLE_WORLD);
  const feed = useInfiniteQuery(feedQuery(props.filter));
  if (feed.isPending) {
    return (
      <div className="flex flex-col gap-6">
        <span className="sr-only">
          <output>
            <Trans>Looking for food near you</Trans>
          </output>
        </span>
        <FoodRowSkeleton />
        <FoodRowSkeleton />
      </div>
    );
  }
  const [first] = feed.data?.pages ?? [];
  if (!feed.data || !first) {
    return (
      <div className="flex flex-col gap-6">
        <QueryError of={feed} title={<Trans>We couldn't load the food near you.</Trans>} />
        {props.below}
      </div>
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
        asOfMs={feed.dataUpdatedAt}
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
