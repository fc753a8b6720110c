import { QueryClient } from '@tanstack/react-query';

/**
 * No automatic retries and no stale times: the live socket and the user's actions decide what to fetch again.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
      // Fails immediately without a network: a paused mutation would run later, unexpectedly.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
