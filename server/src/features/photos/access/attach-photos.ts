import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { idOfObjectPath } from '../photo-files.internal.ts';
import * as store from '../photos.store.ts';
import { requireDailyQuota } from '../upload/upload-photo.ts';

const SIGNED_IN: store.Audience = { visibility: 'signed_in', viewerId: null };

/** Copies photos that are attached elsewhere: each photo row belongs to one listing or message. */
async function copyAttached(
  tx: TxContext,
  ownerId: string,
  sourceIds: readonly string[],
  audience: store.Audience,
): Promise<string[] | null> {
  const attached = await store.findInUse(tx.db, ownerId, sourceIds);
  if (attached.length !== sourceIds.length) return null;
  await requireDailyQuota(tx, ownerId, { count: sourceIds.length, bytes: 0 });
  const copies: string[] = [];
  for (const sourceId of sourceIds) {
    const copyId = tx.newId();
    await store.insertCopy(tx.db, { sourceId, copyId, audience, now: tx.clock.now() });
    copies.push(copyId);
  }
  return copies;
}

/** The ids of the attached photos, in the given order; null if one cannot be used or is named twice. */
async function attach(
  tx: TxContext,
  ownerId: string,
  objectPaths: readonly string[],
  audience: store.Audience,
): Promise<string[] | null> {
  const ids = objectPaths.map(idOfObjectPath);
  if (new Set(ids).size !== ids.length) return null;
  const attached = new Set(await store.attach(tx.db, ownerId, ids, audience, tx.clock.now()));
  const others = ids.filter((id) => !attached.has(id));
  if (others.length === 0) return ids;
  const copies = await copyAttached(tx, ownerId, others, audience);
  return copies && ids.map((id) => (attached.has(id) ? id : (copies[others.indexOf(id)] ?? id)));
}

/**
 * Attaches the owner's photos to content that all signed-in people may see. Returns the photo ids to keep, in the given
 * order: a photo that is attached elsewhere is copied. 422 on `imageUrls` for a photo of another person, unfinished or
 * named twice; 429 past the daily quota of copies.
 */
export async function attachPhotos(
  tx: TxContext,
  ownerId: string,
  objectPaths: readonly string[],
): Promise<string[]> {
  if (objectPaths.length === 0) return [];
  const ids = await attach(tx, ownerId, objectPaths, SIGNED_IN);
  if (!ids) throw unprocessable({ imageUrls: errorText('unusable-photo.one-of-them') });
  return ids;
}

/** As `attachPhotos` with one photo that only its owner and `viewerId` may see. 422 on `photo`. */
export async function attachPrivatePhoto(
  tx: TxContext,
  ownerId: string,
  objectPath: string,
  viewerId: string,
): Promise<string> {
  const [id] = (await attach(tx, ownerId, [objectPath], { visibility: 'one_person', viewerId })) ?? [];
  if (!id) throw unprocessable({ photo: errorText('unusable-photo') });
  return id;
}
