import type { QueryClient } from '@tanstack/react-query';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { createQueryClient } from '#web/lib/query-client.ts';

/**
 * Longest time the rest of home waits for the prefetched feed. The page's head already names the feed's
 * address.
 */
const WAIT_FOR_FEED_MS = 300;

let ahead: QueryClient | null = null;
let feedOrEnough: Promise<unknown> | null = null;

/**
 * Prefetches the feed while the session is still being checked, where home will show it, and waits briefly so
 * that home renders with it. A second call waits for the rest of that time. Errors are ignored: home fetches
 * again and shows them.
 */
export async function prefetchFeed(): Promise<void> {
  const { pathname, search } = window.location;
  if (pathname !== paths.home || search !== '') return;
  if (!ahead) {
    ahead = createQueryClient();
    const feed = Promise.all([
      ahead.prefetchInfiniteQuery(feedQuery(NO_FILTER)),
      ahead.prefetchInfiniteQuery(feedQuery(NO_FILTER, 'newest')),
    ]);
    feedOrEnough = Promise.race([feed, new Promise((resolve) => setTimeout(resolve, WAIT_FOR_FEED_MS))]);
  }
  await feedOrEnough;
}

/** The query client of home, with what was prefetched. Stable across repeated renders. */
export function homeQueryClient(): QueryClient {
  ahead ??= createQueryClient();
  return ahead;
}

/** Drops the prefetched data once home has rendered, so that the next person to sign in never sees it. */
export function forgetHomeQueryClient(): void {
  ahead = null;
}
