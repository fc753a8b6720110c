import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import * as files from '../photo-files.internal.ts';
import * as store from '../photos.store.ts';

const BATCH = 500;

const aDayAgo = (ctx: AppContext): Date => new Date(ctx.clock.now().getTime() - DAY_MS);

/** Deletes photos that have been unattached for a day, with their files. */
export async function purgeUnattached(ctx: AppContext): Promise<void> {
  for (const id of await store.deleteUnattached(ctx.db, aDayAgo(ctx))) await files.removeFiles(ctx, id);
}

/** Removes day-old files without a photo and day-old photos without files; fails if most files are missing. */
export async function purgeOrphans(ctx: AppContext): Promise<void> {
  await removeOrphanFiles(ctx, aDayAgo(ctx));
  await deletePhotosWithoutFiles(ctx, aDayAgo(ctx));
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
 * account. Originals are removed too once their pictures are made: their metadata may hold a location.
 */
async function removeOrphanFiles(ctx: AppContext, before: Date): Promise<void> {
  for (const folder of [files.ORIGINALS_FOLDER, files.SIZES_FOLDER]) {
    await ctx.objects.removeHalves(folder, before);
    for await (const keys of batched(ctx.objects.keysBefore(folder, before))) {
      const ids = keys.flatMap((key) => files.photoIdOf(key) ?? []);
      const states = ids.length > 0 ? await store.statesOf(ctx.db, ids) : new Map<string, string>();
      for (const key of keys) {
        const state = states.get(files.photoIdOf(key) ?? '');
        const isNeeded =
          folder === files.ORIGINALS_FOLDER ? state === 'receiving' || state === 'uploaded' : state;
        if (!isNeeded) await ctx.objects.remove(key);
      }
    }
  }
}

/**
 * Deletes photos older than `before` whose files are gone, so that a listing falls back to its category's drawing. If
 * most are gone, the data folder is probably not mounted: deletes nothing and fails the job.
 */
async function deletePhotosWithoutFiles(ctx: AppContext, before: Date): Promise<void> {
  const missing: string[] = [];
  let checked = 0;
  let lastId: string | null = null;
  for (;;) {
    const ids: string[] = await store.selectReadyIds(ctx.db, before, lastId, BATCH);
    for (const id of ids) if (!(await files.hasAllSizes(ctx, id))) missing.push(id);
    checked += ids.length;
    lastId = ids.at(-1) ?? null;
    if (ids.length < BATCH) break;
  }
  if (missing.length === 0) return;
  if (missing.length * 2 > checked)
    throw new Error(`${missing.length} of ${checked} pictures are not in the data folder: is it mounted?`);
  for (let from = 0; from < missing.length; from += BATCH) {
    const ids = missing.slice(from, from + BATCH);
    await store.deletePhotos(ctx.db, ids);
    for (const id of ids) await files.removeFiles(ctx, id);
  }
}
