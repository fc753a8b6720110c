import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import * as files from '../photo-files.internal.ts';
import * as store from '../photos.store.ts';

const BATCH = 500;

const aDayAgo = (ctx: AppContext): Date => new Date(ctx.clock.now().getTime() - DAY_MS);

export async function purgeUnattached(ctx: AppContext): Promise<void> {
  const ids = await store.deleteUnattached(ctx.db, aDayAgo(ctx));
  await files.removeFiles(ctx, ids);
  if (ids.length > 0) ctx.log.info({ count: ids.length }, 'deleted photos that nothing shows');
}

/**
 * Removes day-old files that no photo needs. A photo stays when its files are missing: they may be on another machine, or
 * in a backup.
 */
export async function purgeOrphans(ctx: AppContext): Promise<void> {
  const count = await removeOrphanFiles(ctx, aDayAgo(ctx));
  if (count > 0) ctx.log.info({ count }, 'removed files that no photo needs');
}

/** In batches of `BATCH`, in order. */
async function* batched<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Removes files older than `before` without a photo row: of a process killed between its two writes, or of a closed
 * account. Originals are removed too once their pictures are made: their metadata may hold a location. Returns how many.
 */
async function removeOrphanFiles(ctx: AppContext, before: Date): Promise<number> {
  let count = 0;
  for (const folder of [files.ORIGINALS_FOLDER, files.SIZES_FOLDER]) {
    count += await ctx.objects.removeHalves(folder, before);
    for await (const keys of batched(ctx.objects.keysBefore(folder, before))) {
      const ids = keys.flatMap((key) => files.photoIdOf(key) ?? []);
      const states = ids.length > 0 ? await store.statesOf(ctx.db, ids) : new Map<string, string>();
      for (const key of keys) {
        const state = states.get(files.photoIdOf(key) ?? '');
        const isNeeded =
          folder === files.ORIGINALS_FOLDER ? state === 'receiving' || state === 'uploaded' : state;
        if (isNeeded) continue;
        await ctx.objects.remove(key);
        count += 1;
      }
    }
  }
  return count;
}
