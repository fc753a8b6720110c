import { SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { QueryClient } from '@tanstack/react-query';

/** How long an answer counts as new where time alone changes it, and no event says so. */
export const FRESH_MS = 30 * SECOND_MS;

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
