import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLocalObjectStore, MOVING_KEY, type ObjectStore } from '../object-store.ts';
import { isMoving, makeMovingObjectStore, moveObjects } from './move-objects.ts';

/** A folder with these keys, each with its key as content, and another that they move to. */
async function folders(...keys: readonly string[]) {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'openlarder-move-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const [from, to] = ['from', 'to'].map((name) => makeLocalObjectStore(path.join(parent, name)));
  if (!from || !to) throw new Error('two folders');
  for (const key of [...keys, MOVING_KEY]) await from.put(key, Buffer.from(key));
  return { from, to, both: makeMovingObjectStore({ from, to }) };
}
const listed = async (objects: ObjectStore) => (await Array.fromAsync(objects.keys())).toSorted();
const END_OF_TIME = new Date(8.64e15);

test('while files move, each is found and listed once, and removed wherever it is', async () => {
  const { from, to, both } = await folders('photos/a', 'photos/b');
  await both.put('photos/c', Buffer.from('photos/c'));
  await to.put('photos/b', Buffer.from('photos/b'));
  expect(await listed(both)).toEqual(['photos/a', 'photos/b', 'photos/c']);
  expect(await Array.fromAsync(both.keysBefore('photos', END_OF_TIME))).toHaveLength(3);
  for (const key of await listed(both)) expect((await both.get(key))?.toString()).toBe(key);
  for (const key of ['photos/a', 'photos/b', 'photos/c']) {
    await both.remove(key);
    expect([await from.get(key), await to.get(key)]).toEqual([null, null]);
  }
});

test('a folder that does not move is neither read nor emptied', async () => {
  const { from, both } = await folders('photos/a');
  await from.remove(MOVING_KEY);
  await both.remove('photos/a');
  expect([await both.get('photos/a'), await listed(both)]).toEqual([null, []]);
  expect(await from.get('photos/a')).not.toBeNull();
});

test('a move that breaks off goes on where it was, and every file can be read meanwhile', async () => {
  const keys = Array.from({ length: 40 }, (_, nth) => `photos/${nth}`);
  const { from, to, both } = await folders(...keys);
  let writes = 0;
  const full: ObjectStore = {
    ...to,
    async put(key, bytes) {
      writes += 1;
      if (writes > 20) throw new Error('full');
      await to.put(key, bytes);
    },
  };
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted)
      for (const key of keys) if (!(await both.get(key))) throw new Error(`${key} was away`);
  })();
  await expect(moveObjects({ from, to: full })).rejects.toThrow('full');
  expect(await isMoving({ from })).toBe(true);
  expect((await listed(both)).length).toBe(40);
  expect(await moveObjects({ from, to })).toBe(20);
  over.abort();
  await reading;
  expect([await listed(to), await listed(from), await isMoving({ from })]).toEqual([
    keys.toSorted(),
    [],
    false,
  ]);
});

test('a file that the store has not kept stays in the folder', async () => {
  const { from, to } = await folders('photos/a');
  const liar: ObjectStore = { ...to, put: (key) => to.put(key, Buffer.from('half')) };
  await expect(moveObjects({ from, to: liar })).rejects.toThrow('photos/a is not there');
  expect((await from.get('photos/a'))?.toString()).toBe('photos/a');
});

test('a photo is found that moves, as the last one, while the store is asked', async () => {
  const { from, to } = await folders('photos/a');
  let isFirst = true;
  const slow: ObjectStore = {
    ...to,
    async get(key) {
      const there = await to.get(key);
      if (isFirst) {
        isFirst = false;
        await moveObjects({ from, to });
      }
      return there;
    },
  };
  const both = makeMovingObjectStore({ from, to: slow });
  expect((await both.get('photos/a'))?.toString()).toBe('photos/a');
});
