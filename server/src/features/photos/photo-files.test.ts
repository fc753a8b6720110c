import { expect, test } from 'vitest';
import type { AppContext } from '#server/platform/app-context.ts';
import { readSize, removeFiles, SHOWN_AT_A_TIME } from './photo-files.internal.ts';

test('removes several files at a time, and the rest in spite of a fault', async () => {
  const removed: string[] = [];
  let [running, most] = [0, 0];
  const remove = async (key: string): Promise<void> => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (key === 'uploads/a') throw new Error('away');
    removed.push(key);
  };
  const ctx = { objects: { remove } } as unknown as AppContext;
  await expect(removeFiles(ctx, ['a', 'b', 'c'])).rejects.toThrow('away');
  expect(removed).toHaveLength(11);
  expect(most).toBe(8);
});

test('refuses a photo that would wait too long behind others of a slow store', async () => {
  let nowMs = 0;
  const slow = Promise.withResolvers<null>();
  const read: string[] = [];
  const get = (key: string): Promise<null> => {
    read.push(key);
    return slow.promise;
  };
  const clock = { now: () => new Date(nowMs) };
  const ctx = { objects: { get }, clock } as unknown as AppContext;
  const before = Array.from({ length: SHOWN_AT_A_TIME }, (_, nth) => readSize(ctx, `a${nth}`, 640));
  const late = readSize(ctx, 'late', 640);
  nowMs = 4001;
  const next = readSize(ctx, 'next', 640);
  slow.resolve(null);
  await expect(late).rejects.toMatchObject({ status: 503, code: 'photos-away' });
  await Promise.all([...before, next]);
  expect(read).toHaveLength(SHOWN_AT_A_TIME + 1);
});
