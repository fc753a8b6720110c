import { QueryClient } from '@tanstack/react-query';

/**
 * Nothing is retried behind a person's back and nothing goes stale by itself: the live socket and the screens'
 * own actions say what to fetch again.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
