import { expect, test } from 'vitest';
import type { AppContext } from '#server/platform/app-context.ts';
import { removeFiles } from './photo-files.internal.ts';

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
