import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

type Filters = {
  readonly queryKey: QueryKey;
  readonly exact?: boolean;
  readonly predicate?: (query: Query) => boolean;
};
type RefetchOptions = {
  /** Minimum pause before the same slot is refetched, per request that it takes. */
  readonly minIntervalMs?: number;
  /** What shares a pause; the key, by default. */
  readonly slot?: string;
};

export type RefetchQueries = (filters: Filters, options?: RefetchOptions) => void;

/** Public events can arrive a hundred times a second. */
export const PUBLIC_INTERVAL_MS = 1000;
/** Events for one person are rare, and the person is waiting for them. */
const PERSONAL_INTERVAL_MS = 250;
/** How soon to check again whether a running request has finished. */
const BUSY_RETRY_MS = 100;

/** Number of requests that a query takes: an infinite list is refetched page by page. */
function requestsOf(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return 1;
  return Array.isArray(data.pages) ? data.pages.length : 1;
}

/**
 * Turns a burst of events into few requests: the first triggers a refetch, later ones are combined after a
 * pause. A running request is awaited and never cancelled, or on a slow line none would finish; a hidden page
 * refetches when it becomes visible.
 */
export function createRefetchThrottle(queryClient: QueryClient): {
  readonly refetch: RefetchQueries;
  /** Whether everything on screen that was to be refetched has been. */
  readonly isIdle: () => boolean;
  readonly stop: () => void;
} {
  type Slot = {
    freeAtMs: number;
    timer: ReturnType<typeof setTimeout> | null;
    /** The on-screen queries to refetch; those that mount later fetch by themselves. */
    readonly wanted: Set<string>;
  };
  const slots = new Map<string, Slot>();
  const whileHidden = new Set<() => void>();

  const refetch: RefetchQueries = (filters, { minIntervalMs = PERSONAL_INTERVAL_MS, slot: shared } = {}) => {
    const { queryKey, exact = false } = filters;
    void queryClient.invalidateQueries({ ...filters, refetchType: 'none' });
    const onScreen = queryClient.getQueryCache().findAll({ ...filters, type: 'active' });
    if (onScreen.length === 0) return;
    const name = shared ?? hashKey([queryKey, exact]);
    const slot: Slot = slots.get(name) ?? { freeAtMs: 0, timer: null, wanted: new Set() };
    slots.set(name, slot);
    for (const { queryHash } of onScreen) slot.wanted.add(queryHash);
    if (slot.timer !== null) return;
    const which = {
      queryKey,
      exact,
      type: 'active',
      predicate: ({ queryHash }: Query) => slot.wanted.has(queryHash),
    } as const;

    const wait = (ms: number) => {
      slot.timer = setTimeout(fetchNow, Math.max(0, ms));
    };
    const fetchNow = () => {
      if (document.visibilityState === 'hidden') {
        whileHidden.add(fetchNow);
        return;
      }
      if (queryClient.isFetching(which) > 0) {
        wait(BUSY_RETRY_MS);
        return;
      }
      slot.timer = null;
      const shown = queryClient.getQueryCache().findAll(which);
      const requests = shown.reduce((sum, { state }) => sum + requestsOf(state.data), 0);
      slot.freeAtMs = performance.now() + minIntervalMs * requests;
      void queryClient.refetchQueries(which);
      slot.wanted.clear();
    };
    wait(slot.freeAtMs - performance.now());
  };

  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') return;
    const waiting = [...whileHidden];
    whileHidden.clear();
    for (const fetchNow of waiting) fetchNow();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);

  return {
    refetch,
    isIdle: () =>
      [...slots.values()].every(({ timer }) => timer === null) &&
      queryClient
        .getQueryCache()
        .findAll({ type: 'active' })
        .every(({ state }) => !state.isInvalidated && state.fetchStatus !== 'fetching'),
    stop() {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      for (const { timer } of slots.values()) if (timer !== null) clearTimeout(timer);
      whileHidden.clear();
    },
  };
}
