import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createEvent, createStore, useStore } from './store.ts';

it('notifies listeners of a new value, and not if the value is the same', () => {
  const store = createStore(1);
  const listener = vi.fn<() => void>();
  const leave = store.subscribe(listener);
  store.set(1);
  expect(listener).not.toHaveBeenCalled();
  store.set(2);
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
  leave();
  store.set(3);
  expect(listener).toHaveBeenCalledOnce();
});

it('starts with the first listener and stops after the last, also when one function subscribes twice', () => {
  const stop = vi.fn<() => void>();
  const start = vi.fn(() => stop);
  const event = createEvent<number>(start);
  const heard: number[] = [];
  const listener = (value: number) => void heard.push(value);
  const leaves = [event.subscribe(listener), event.subscribe(listener)];
  event.emit(7);
  leaves[0]?.();
  leaves[0]?.();
  expect([start.mock.calls.length, stop.mock.calls.length, heard]).toEqual([1, 0, [7, 7]]);
  leaves[1]?.();
  expect(stop).toHaveBeenCalledOnce();
});

it('renders the selected part', () => {
  const store = createStore({ count: 1, other: 'a' });
  const { result } = renderHook(() => useStore(store, ({ count }) => count));
  act(() => store.set({ count: 2, other: 'a' }));
  expect(result.current).toBe(2);
});
