import type { QueryClient, QueryFilters } from '@tanstack/react-query';

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
