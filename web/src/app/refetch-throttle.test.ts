import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';
import { createRefetchThrottle, PUBLIC_INTERVAL_MS } from './refetch-throttle.ts';

const KEY = ['/api/food-listings', 'feed'];

function makePage() {
  const queryClient = createQueryClient();
  return { queryClient, throttle: createRefetchThrottle(queryClient) };
}

/** A query on screen whose fetch takes `tookMs`, with counts of started and finished fetches. */
function onScreen({ tookMs = 10, pages = 1, queryKey = KEY, beside = makePage() } = {}) {
  const { queryClient, throttle } = beside;
  const count = { asked: 0, came: 0, calledOff: 0 };
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: async ({ signal }) => {
      count.asked += 1;
      signal.addEventListener('abort', () => (count.calledOff += 1));
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      count.came += 1;
      return { pages: Array.from({ length: pages }, () => []) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const leave = observer.subscribe(() => {});
  const hear = () => throttle.refetch({ queryKey: KEY }, { minIntervalMs: PUBLIC_INTERVAL_MS });
  return { queryClient, throttle, count, leave, hear };
}

const see = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a burst of events', () => {
  it('refetches immediately, then once a second later for the rest', async () => {
    const { count, hear } = onScreen();
    await pass(50);
    expect(count.asked).toBe(1);
    for (let news = 0; news < 100; news += 1) {
      hear();
      await pass(5);
    }
    expect(count.asked).toBe(2);
    await pass(5000);
    expect(count.asked).toBe(3);
  });

  it('refetches only queries that it concerns, together if more become concerned meanwhile', async () => {
    const beside = makePage();
    const [here, there] = ['here', 'there'].map((part) => onScreen({ queryKey: [...KEY, part], beside }));
    await pass(50);
    const hear = (part: string) =>
      beside.throttle.refetch(
        { queryKey: KEY, predicate: ({ queryKey }) => queryKey.includes(part) },
        { minIntervalMs: PUBLIC_INTERVAL_MS },
      );
    for (let news = 0; news < 9; news += 1) hear('here');
    await pass(5000);
    expect([here?.count.asked, there?.count.asked]).toEqual([2, 1]);
    hear('here');
    await pass(50);
    hear('there');
    hear('here');
    await pass(5000);
    expect([here?.count.asked, there?.count.asked]).toEqual([4, 2]);
    hear('nowhere');
    await pass(5000);
    expect([here?.count.asked, there?.count.asked]).toEqual([4, 2]);
  });

  it('pauses longer if one refetch takes many requests', async () => {
    const { count, hear } = onScreen({ pages: 4 });
    await pass(50);
    hear();
    await pass(50);
    hear();
    await pass(3500);
    expect(count.asked).toBe(2);
    await pass(600);
    expect(count.asked).toBe(3);
  });

  it('cancels nothing on a slow connection and refetches once for events in between', async () => {
    const { count, hear } = onScreen({ tookMs: 3000 });
    for (let second = 0; second < 12; second += 1) {
      hear();
      await pass(1000);
    }
    expect(count.calledOff).toBe(0);
    expect(count.came).toBeGreaterThanOrEqual(3);
    await pass(20_000);
    hear();
    await pass(1000);
    // read before this event, perhaps
    const { asked } = count;
    hear();
    await pass(20_000);
    expect([count.asked, count.came]).toEqual([asked + 1, asked + 1]);
  });
});

describe('a hidden page', () => {
  it('refetches nothing until it is visible, and then once', async () => {
    const { count, hear } = onScreen();
    await pass(50);
    see('hidden');
    for (let news = 0; news < 30; news += 1) {
      hear();
      await pass(1000);
    }
    expect(count.asked).toBe(1);
    see('visible');
    await pass(50);
    expect(count.asked).toBe(2);
  });
});

describe('a query that is not on screen', () => {
  it('is marked stale and refetched when it is next shown', async () => {
    const { count, hear, leave, queryClient } = onScreen();
    await pass(50);
    leave();
    hear();
    await pass(5000);
    expect(count.asked).toBe(1);
    expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
  });

  it('is left alone after stop', async () => {
    const { count, hear, throttle } = onScreen();
    await pass(50);
    hear();
    throttle.stop();
    await pass(5000);
    expect(count.asked).toBe(1);
  });
});
