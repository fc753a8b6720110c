import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Files, makeLocalObjectStore, objectsFolderOf } from '../object-store.ts';
import type { Settings } from '../settings/settings.ts';
import { makeMovingObjectStore } from './move-objects.ts';
import type { S3Options } from './s3-client.ts';
import { makeS3ObjectStore } from './s3-object-store.ts';

/** Opens the files of these settings: a folder of `dataDir`, or the bucket of `S3_URL`. Connects to nothing yet. */
export function openObjects(
  settings: Pick<Settings, 'dataDir' | 'photoStore'>,
  options: S3Options = {},
): Files & {
  /** The bucket alone, to move files into it; null for a folder. */
  readonly bucket: Files['objects'] | null;
} {
  const { dataDir, photoStore } = settings;
  const folder = objectsFolderOf(settings);
  const local = makeLocalObjectStore(folder);
  if (!photoStore) return { objects: local, place: folder, former: null, bucket: null };
  const bucket = makeS3ObjectStore(photoStore, { spoolFolder: path.join(dataDir, 'arriving'), ...options });
  return {
    objects: makeMovingObjectStore({ from: local, to: bucket }),
    place: photoStore.endpoint,
    former: { objects: local, place: folder },
    bucket,
  };
}

/** Writes, lists, reads and removes a small object. Throws a StoreFault, or another error, if that does not work. */
export async function tryObjects({ objects }: Pick<Files, 'objects'>): Promise<void> {
  const id = randomUUID();
  // always the same, so that a trial that breaks off leaves no more than one
  const key = 'trial/object';
  await objects.put(key, Buffer.from(id));
  try {
    const found = await objects.get(key);
    if (found?.toString() !== id) throw new Error(`${key} is not there after it was written`);
    await Array.fromAsync(objects.keysBefore('trial', new Date(0)));
  } finally {
    await objects.remove(key);
  }
}
