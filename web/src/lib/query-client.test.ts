import { focusManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

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
