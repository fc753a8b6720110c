import { MINUTE_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { MutationCache, onlineManager, QueryClient, type QueryFilters } from '@tanstack/react-query';
import { answered } from './browser-state.ts';
import { handleUnauthorized } from './unauthorized.ts';

// A reply resumes the queries that the browser's word has paused; a failed call pauses none, as nothing would ask again.
answered.subscribe(() => {
  if (answered.get()) onlineManager.setOnline(true);
});

/** How long an answer counts as new where time alone changes it, and no event says so. */
export const FRESH_MS = 30 * SECOND_MS;

/**
 * No automatic retries and no stale times: the live socket and the user's actions decide what to fetch again. A mutation
 * that finds the session ended leads to the sign-in page, unless its `meta` says `mayBeSignedOut`.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _kept, { meta }) =>
        void (meta?.['mayBeSignedOut'] || handleUnauthorized(error)),
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
      // Fails immediately without a network: a paused mutation would run later, unexpectedly.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

const RENEWED_EACH_MS = 5 * MINUTE_MS;
/** What days, months and other people's deeds change, of which no event says so: renewed while it is looked at. */
export const RENEWED = { staleTime: RENEWED_EACH_MS, refetchInterval: RENEWED_EACH_MS } as const;

/** The clocks of browser and server differ a little: not before the time is over on both, */
const MARGIN_MS = SECOND_MS;
/** and again after this pause if the server still says the same. */
const RETRY_MS = 30 * SECOND_MS;

/** A `refetchInterval` until the first of these times is over; false without any, so that nothing is polled. */
export function refetchWhenOver(...times: readonly (string | null | undefined)[]): number | false {
  const endsMs = times.flatMap((time) => (time ? [Date.parse(time)] : []));
  if (endsMs.length === 0) return false;
  const waitMs = Math.min(...endsMs) + MARGIN_MS - Date.now();
  return waitMs > 0 ? waitMs : RETRY_MS;
}

/**
 * Cancels the GETs under way whose cached data a change is about to overwrite: they may have been read before it, and
 * their answers would undo it on screen. What has no data yet keeps loading.
 */
export function cancelRefetches(
  queryClient: QueryClient,
  { predicate = () => true, ...filters }: Pick<QueryFilters, 'queryKey' | 'exact' | 'predicate'>,
): void {
  // cancelled before this returns: the promise only waits for the requests to be aborted
  void queryClient.cancelQueries({
    ...filters,
    predicate: (query) => query.state.data !== undefined && predicate(query),
  });
}
