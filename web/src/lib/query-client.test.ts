import { focusManager, MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteReply } from './browser-state.ts';
import { createQueryClient, RENEWED } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

const DAY_MS = 24 * 3_600_000;
const refuse = () => vi.fn(() => Promise.reject(new Error('Away')));

describe('the query client', () => {
  it('retries neither queries nor mutations', async () => {
    const client = createQueryClient();
    const [asked, sent] = [refuse(), refuse()];
    const stop = new QueryObserver(client, { queryKey: ['a'], queryFn: asked }).subscribe(() => {});
    const mutation = new MutationObserver(client, { mutationFn: sent });
    await expect(mutation.mutate()).rejects.toThrow('Away');
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect([asked, sent].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    stop();
  });

  it('goes on with queries once a call has a reply, whatever the browser says of its network', async () => {
    const client = createQueryClient();
    client.mount();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    const asked = vi.fn(() => Promise.resolve('data'));
    const stop = new QueryObserver(client, { queryKey: ['a'], queryFn: asked }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).not.toHaveBeenCalled();
    noteReply(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenCalledTimes(1);
    noteReply(false);
    expect(onlineManager.isOnline()).toBe(true);
    window.dispatchEvent(new Event('offline'));
    expect(onlineManager.isOnline()).toBe(false);
    vi.restoreAllMocks();
    window.dispatchEvent(new Event('online'));
    expect(onlineManager.isOnline()).toBe(true);
    stop();
    client.unmount();
  });

  it('renews what changes by the day while it is looked at', async () => {
    const client = createQueryClient();
    const asked = vi.fn(() => Promise.resolve('data'));
    const stop = new QueryObserver(client, { queryKey: ['a'], queryFn: asked, ...RENEWED }).subscribe(
      () => {},
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(asked).toHaveBeenCalledTimes(2);
    stop();
  });

  it('keeps data fresh forever: no polling, no refetch for a new view', async () => {
    const client = createQueryClient();
    client.mount();
    const asked = vi.fn(() => Promise.resolve('data'));
    const view = () => new QueryObserver(client, { queryKey: ['a'], queryFn: asked }).subscribe(() => {});
    const stops = [view()];
    await vi.advanceTimersByTimeAsync(DAY_MS);
    stops.push(view());
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(asked).toHaveBeenCalledTimes(1);
    for (const stop of stops) stop();
    client.unmount();
  });

  it('does not refetch on window focus, not even invalidated data', async () => {
    const client = createQueryClient();
    client.mount();
    const asked = vi.fn(() => Promise.resolve('data'));
    await client.fetchQuery({ queryKey: ['a'], queryFn: asked });
    await client.invalidateQueries({ queryKey: ['a'], refetchType: 'none' });
    const stop = new QueryObserver(client, {
      queryKey: ['a'],
      queryFn: asked,
      refetchOnMount: false,
    }).subscribe(() => {});
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenCalledTimes(1);
    stop();
    client.unmount();
  });
});
