import { QueryClient } from '@tanstack/react-query';

/**
 * Nothing is retried behind a person's back and nothing goes stale by itself: the live socket and the screens'
 * own actions say what to fetch again.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
      // Without a network it fails at once, and says so: waiting, it would be carried out when nobody expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
