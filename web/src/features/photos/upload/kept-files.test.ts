import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keepPersonalDataOf } from '#web/lib/personal-storage.ts';
import { keepFiles, takeFiles } from './kept-files.ts';
import type { PhotoItem } from './photo-list.ts';
import { createStore } from '#web/lib/store.ts';
import { fakeCache } from '#web/testing/fake-cache.ts';

afterEach(() => vi.unstubAllGlobals());

function aForm(name: string, isKept?: () => boolean) {
  const state = createStore<{ items: readonly PhotoItem[]; lastRemoved: null }>({
    items: [],
    lastRemoved: null,
  });
  const added: string[] = [];
  keepFiles({ state, items: () => state.get().items }, name, isKept);
  void takeFiles(name).then((files) => added.push(...[...files.keys()].map((one) => one.name)));
  const show = (...items: PhotoItem[]) => state.set({ items, lastRemoved: null });
  return { show, added };
}
const item: PhotoItem = {
  key: 'a',
  name: 'rolls.jpg',
  file: new File(['x'], 'rolls.jpg'),
  previewUrl: '',
  status: 'sending',
  progress: 0,
  photo: null,
  failure: null,
  caption: '',
};

it('keeps what has not arrived for the form of the same name, and of all forms for a week', async () => {
  keepPersonalDataOf('0198a0aa-0000-7000-8000-000000000001');
  const { names, stored, at } = fakeCache();
  const form = aForm('one');
  form.show(item);
  await waitFor(() => expect(names()).toEqual(['/kept-photos/one/a']));
  form.show({ ...item, status: 'done' });
  await waitFor(() => expect(names()).toEqual([]));
  form.show(item);
  await waitFor(() => expect(names()).toHaveLength(1));

  const headers = { 'kept-at': String(Date.now() - 8 * DAY_MS), 'kept-name': 'old.jpg' };
  stored.set(at('/kept-photos/three/b'), new Response('x', { headers }));
  expect(aForm('two').added).toEqual([]);
  await waitFor(() => expect(names()).toEqual(['/kept-photos/one/a']));
  const { added } = aForm('one');
  await waitFor(() => expect(added).toEqual(['rolls.jpg']));
});

it('keeps what has arrived, too, where nothing else has it', async () => {
  keepPersonalDataOf('0198a0aa-0000-7000-8000-000000000001');
  const { names } = fakeCache();
  const form = aForm('message', () => true);
  form.show({ ...item, status: 'done' });
  await waitFor(() => expect(names()).toEqual(['/kept-photos/message/a']));
  form.show();
  await waitFor(() => expect(names()).toEqual([]));
});

it('gives those that are chosen, and leaves the others', async () => {
  keepPersonalDataOf('0198a0aa-0000-7000-8000-000000000001');
  const { names } = fakeCache();
  aForm('message').show(item, { ...item, key: 'b' }, { ...item, key: 'c' });
  await waitFor(() => expect(names()).toHaveLength(3));
  const files = await takeFiles('message', (keys) => keys.filter((key) => key !== 'a').slice(-1));
  expect([...files.values()]).toEqual(['c']);
  expect(names()).toEqual(['/kept-photos/message/a', '/kept-photos/message/b']);
});

it('asks before the page goes where there is no cache', () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const form = aForm('one');
  expect(isAsked()).toBe(false);
  form.show(item);
  expect(isAsked()).toBe(true);
  form.show({ ...item, status: 'done' });
  expect(isAsked()).toBe(false);
});
