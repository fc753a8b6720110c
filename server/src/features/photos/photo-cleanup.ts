import type { Db } from '#server/db/database.ts';
import type { ObjectStore } from '#server/platform/object-store.ts';
import { makePhotoFiles, photoIdOf, RAW_FOLDER, SIZES_FOLDER } from './photo-files.ts';
import * as store from './photos.store.ts';

const BATCH_SIZE = 500;

/** In groups of `BATCH_SIZE`, in their order. */
async function* grouped<Thing>(things: AsyncIterable<Thing>): AsyncGenerator<Thing[]> {
  let group: Thing[] = [];
  for await (const thing of things) {
    group.push(thing);
    if (group.length < BATCH_SIZE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/**
 * Removes files from before `before` that no photo has: of a process that died between its two writes, of an
 * account that closed. A file as it was sent also goes once its pictures are made: it may say where it was taken.
 */
export async function removeStrayFiles(db: Db, objects: ObjectStore, before: Date): Promise<void> {
  for (const folder of [RAW_FOLDER, SIZES_FOLDER]) {
    await objects.removeHalves(folder, before);
    for await (const keys of grouped(objects.keysBefore(folder, before))) {
      const ids = keys.flatMap((key) => photoIdOf(key) ?? []);
      const states = ids.length > 0 ? await store.statesOf(db, ids) : new Map<string, string>();
      for (const key of keys) {
        const state = states.get(photoIdOf(key) ?? '');
        const isWanted = folder === RAW_FOLDER ? state === 'receiving' || state === 'uploaded' : state;
        if (!isWanted) await objects.remove(key);
      }
    }
  }
}

/**
 * Forgets pictures from before `before` whose files are gone, so that a listing shows its category's drawing and no
 * hole. When most are gone it is the folder that is not there, and nothing is forgotten: whoever runs the server
 * reads it in the log.
 */
export async function forgetWithoutFiles(db: Db, objects: ObjectStore, before: Date): Promise<void> {
  const files = makePhotoFiles(objects);
  const missing: string[] = [];
  let looked = 0;
  let lastId: string | null = null;
  for (;;) {
    const ids: string[] = await store.selectReadyIds(db, before, lastId, BATCH_SIZE);
    for (const id of ids) if (!(await files.areThere(id))) missing.push(id);
    looked += ids.length;
    lastId = ids.at(-1) ?? null;
    if (ids.length < BATCH_SIZE) break;
  }
  if (missing.length === 0) return;
  if (missing.length * 2 > looked)
    throw new Error(`${missing.length} of ${looked} pictures are not in the data folder: is it mounted?`);
  for (let from = 0; from < missing.length; from += BATCH_SIZE) {
    const ids = missing.slice(from, from + BATCH_SIZE);
    await store.deletePhotos(db, ids);
    for (const id of ids) await files.remove(id);
  }
}
