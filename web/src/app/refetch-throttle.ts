import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

type How = {
  /** Only what is at the key itself, not what lies under it. */
  readonly exact?: boolean;
  /** After asking, the same is asked for again no sooner, for each request that it takes. */
  readonly restMs?: number;
  /** Only those of them that it is true of. */
  readonly predicate?: (query: Query) => boolean;
};

/** Makes old what lies under a key, and asks for it again if it is on screen. */
export type Again = (queryKey: QueryKey, how?: How) => void;

/** Of news that everybody hears, there may be a hundred in a second. */
export const PUBLIC_REST_MS = 1000;
/** News to one person alone come one by one, and somebody waits for them. */
const PERSONAL_REST_MS = 250;
/** How soon to look again whether a request that is under way has come back. */
const LOOK_AGAIN_MS = 100;

/** How many requests a query takes: a list that grew by scrolling is fetched page by page. */
function requestsOf(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return 1;
  return Array.isArray(data.pages) ? data.pages.length : 1;
}

/**
 * Turns a burst of news into few requests: the first piece is fetched for at once, what comes after it together a
 * moment later. A request under way is waited for and never called off, or on a slow line none would ever come back;
 * and a page that nobody sees asks for nothing until it is seen again.
 */
export function createRefetchThrottle(queryClient: QueryClient): {
  readonly again: Again;
  readonly stop: () => void;
} {
  type Slot = {
    freeAtMs: number;
    timer: ReturnType<typeof setTimeout> | null;
    /** Which of those on screen to ask for; what comes on screen later is as new by itself. */
    readonly wanted: Set<string>;
  };
  const slots = new Map<string, Slot>();
  const unseen = new Set<() => void>();

  const again: Again = (queryKey, { restMs = PERSONAL_REST_MS, exact = false, predicate } = {}) => {
    const about = { queryKey, exact, ...(predicate && { predicate }) };
    void queryClient.invalidateQueries({ ...about, refetchType: 'none' });
    const onScreen = queryClient.getQueryCache().findAll({ ...about, type: 'active' });
    if (onScreen.length === 0) return;
    const name = hashKey([queryKey, exact]);
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
        unseen.add(fetchNow);
        return;
      }
      if (queryClient.isFetching(which) > 0) {
        wait(LOOK_AGAIN_MS);
        return;
      }
      slot.timer = null;
      const shown = queryClient.getQueryCache().findAll(which);
      const requests = shown.reduce((sum, { state }) => sum + requestsOf(state.data), 0);
      slot.freeAtMs = performance.now() + restMs * requests;
      void queryClient.refetchQueries(which);
      slot.wanted.clear();
    };
    wait(slot.freeAtMs - performance.now());
  };

  const onSeen = () => {
    if (document.visibilityState === 'hidden') return;
    const waiting = [...unseen];
    unseen.clear();
    for (const fetchNow of waiting) fetchNow();
  };
  document.addEventListener('visibilitychange', onSeen);

  return {
    again,
    stop() {
      document.removeEventListener('visibilitychange', onSeen);
      for (const { timer } of slots.values()) if (timer !== null) clearTimeout(timer);
      unseen.clear();
    },
  };
}
