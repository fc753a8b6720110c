import { afterEach, expect, it, vi } from 'vitest';
import { storedValue } from './stored-value.ts';

const KEY = 'test.names';
const parse = (stored: unknown): string[] | null => (Array.isArray(stored) ? stored.map(String) : null);
const names = () => storedValue<string[]>({ key: KEY, parse });

afterEach(() => void vi.unstubAllGlobals());

it('keeps a value for the next reader and removes it on null', () => {
  names().set(['Ana']);
  expect(names().get()).toEqual(['Ana']);
  names().set(null);
  expect([names().get(), localStorage.getItem(KEY)]).toEqual([null, null]);
});

it('returns the same object until the stored text changes', () => {
  const value = names();
  value.set(['Ana']);
  const first = value.get();
  expect(value.get()).toBe(first);
  localStorage.setItem(KEY, '["June"]');
  expect(value.get()).toEqual(['June']);
});

it('returns null for invalid JSON or if parse rejects it', () => {
  localStorage.setItem(KEY, '{');
  expect(names().get()).toBeNull();
  localStorage.setItem(KEY, '{"a":1}');
  expect(names().get()).toBeNull();
});

it('notifies subscribers of changes in this page, in other tabs and of a cleared storage, but not of other keys', () => {
  const listener = vi.fn<() => void>();
  const leave = names().subscribe(listener);
  names().set(['Ana']);
  for (const key of [KEY, 'another', null]) window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(listener).toHaveBeenCalledTimes(3);
  leave();
  names().set(['June']);
  expect(listener).toHaveBeenCalledTimes(3);
});

it('keeps the value in memory where storage refuses', () => {
  const refuse = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('localStorage', { setItem: refuse, getItem: refuse, removeItem: refuse });
  const value = names();
  expect(value.get()).toBeNull();
  value.set(['Ana']);
  expect(value.get()).toEqual(['Ana']);
  value.set(null);
  expect(value.get()).toBeNull();
  expect(refuse).toHaveBeenCalledTimes(3);
});
