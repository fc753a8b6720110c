import { expect, it, vi } from 'vitest';
import { dismissedKey, makeDismissals } from './dismissed.ts';

const DAY_MS = 24 * 60 * 60_000;
let nowMs = 0;
const tab = (personId = 'ana', storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage) =>
  makeDismissals({ personId, storage, nowMs: () => nowMs });
const tellOthers = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

it('keeps what one person has put away, and forgets it once it is surely over', () => {
  nowMs = 10 * DAY_MS;
  tab().putAway([{ id: 'a', alertedAt: '2026-05-01T12:00:00.000Z' }]);
  expect([...tab().all()]).toEqual([['a', '2026-05-01T12:00:00.000Z']]);
  expect([...tab('ben').all()]).toEqual([]);
  nowMs += 4 * DAY_MS;
  tab().putAway([{ id: 'b', alertedAt: null }]);
  expect([...tab().all()]).toEqual([['b', null]]);
});

it('agrees between tabs: neither writes over what the other has put away', () => {
  const [one, other] = [tab(), tab()];
  const heard = vi.fn<() => void>();
  const stop = other.subscribe(heard);
  expect(other.all().size).toBe(0);
  one.putAway([{ id: 'a', alertedAt: null }]);
  tellOthers(dismissedKey('ben'));
  expect(heard).not.toHaveBeenCalled();
  tellOthers(dismissedKey('ana'));
  expect(heard).toHaveBeenCalledOnce();
  other.putAway([{ id: 'b', alertedAt: null }]);
  expect([...one.all().keys()]).toEqual(['a', 'b']);
  stop();
  tellOthers(dismissedKey('ana'));
  // its own, too, but none after it has stopped
  expect(heard).toHaveBeenCalledTimes(2);
});

it('hands back the same map until something changes', () => {
  const one = tab();
  const before = one.all();
  expect(one.all()).toBe(before);
  one.putAway([{ id: 'a', alertedAt: null }]);
  expect(one.all()).not.toBe(before);
});

it('goes without a storage, and takes what is no list for none', () => {
  const full = {
    getItem: () => null,
    setItem() {
      throw new Error('full');
    },
  };
  const one = tab('ana', full);
  one.putAway([{ id: 'a', alertedAt: null }]);
  expect([...one.all().keys()]).toEqual(['a']);
  for (const text of ['{', '7', '[["x"],[1,2,3],null]']) {
    localStorage.setItem(dismissedKey('ana'), text);
    expect(tab().all().size).toBe(0);
  }
});
