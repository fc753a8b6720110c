import type { QueryClient } from '@tanstack/react-query';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { createQueryClient } from '#web/lib/query-client.ts';

/** The page named the feed's address, so it is on its way; longer than this nobody waits to see the rest of home. */
const WAIT_FOR_FEED_MS = 300;

let ahead: QueryClient | null = null;
let feedOrEnough: Promise<unknown> | null = null;

/**
 * Begins with the feed while it is still being asked who is there, where that is what home will show; waits for it a
 * moment, so that home is drawn with it at once. Whoever asks again waits for the rest of that moment. A refusal says
 * nothing here: home asks again, and shows it.
 */
export async function prefetchFeed(): Promise<void> {
  const { pathname, search } = window.location;
  if (pathname !== paths.home || search !== '') return;
  if (!ahead) {
    ahead = createQueryClient();
    const feed = ahead.prefetchInfiniteQuery(feedQuery(NO_FILTER));
    feedOrEnough = Promise.race([feed, new Promise((resolve) => setTimeout(resolve, WAIT_FOR_FEED_MS))]);
  }
  await feedOrEnough;
}

/** The data of home, with what was asked for ahead. React may begin to draw home more than once: it stays the same. */
export function homeQueryClient(): QueryClient {
  ahead ??= createQueryClient();
  return ahead;
}

/** Once home is drawn, what it holds is its own: nobody who comes in later is given it. */
export function forgetHomeQueryClient(): void {
  ahead = null;
}
