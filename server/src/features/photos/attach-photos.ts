import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { Tx } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { PhotoFiles } from './photo-files.ts';
import * as store from './photos.store.ts';

export const PATH_PREFIX = '/objects/';

const CANNOT_BE_USED = 'One of the photos cannot be used. Please choose it again.';
const SIGNED_IN: store.Audience = { visibility: 'signed_in', viewerId: null };

/** How photos come to what shows them. Whoever attaches one says who may see it. */
export function makeAttaching(parts: {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly files: PhotoFiles;
  /** Refuses with 429 what goes past the person's share of a day. */
  readonly refusePastShare: (
    tx: Tx,
    ownerId: string,
    more: { readonly count: number; readonly bytes: number },
  ) => Promise<void>;
}) {
  const { clock, newId, files, refusePastShare } = parts;

  /** The same pictures for another use: a photo belongs to one thing that shows it. */
  async function copyInUse(
    tx: Tx,
    ownerId: string,
    sourceIds: readonly string[],
    audience: store.Audience,
  ): Promise<string[] | null> {
    const inUse = await store.findInUse(tx, ownerId, sourceIds);
    if (inUse.length !== sourceIds.length) return null;
    await refusePastShare(tx, ownerId, { count: sourceIds.length, bytes: 0 });
    const copies: string[] = [];
    for (const sourceId of sourceIds) {
      const copyId = newId();
      // files of a transaction that rolls back have no row, and are removed as such
      if (!(await files.copy(sourceId, copyId))) return null;
      await store.insertCopy(tx, { sourceId, copyId, audience, now: clock.now() });
      copies.push(copyId);
    }
    return copies;
  }

  /** The ids to keep, in the order asked for; null when one cannot be used or is named twice. */
  async function attach(
    tx: Tx,
    ownerId: string,
    objectPaths: readonly string[],
    audience: store.Audience,
  ): Promise<string[] | null> {
    const ids = objectPaths.map((objectPath) => objectPath.slice(PATH_PREFIX.length));
    if (new Set(ids).size !== ids.length) return null;
    const attached = new Set(await store.attach(tx, ownerId, ids, audience, clock.now()));
    const others = ids.filter((id) => !attached.has(id));
    if (others.length === 0) return ids;
    const copies = await copyInUse(tx, ownerId, others, audience);
    return copies && ids.map((id) => (attached.has(id) ? id : (copies[others.indexOf(id)] ?? id)));
  }

  return {
    /**
     * Shows the caller's own photos with something they share, in the cause's transaction; gives the ids to keep, in
     * the order asked for. A photo that something else shows is copied, and its copy's id is given. 422 on
     * `imageUrls` for a photo that is another's, not finished or named twice; 429 past the day's share of copies.
     */
    async attachPhotos(tx: Tx, ownerId: string, objectPaths: readonly string[]): Promise<string[]> {
      if (objectPaths.length === 0) return [];
      const ids = await attach(tx, ownerId, objectPaths, SIGNED_IN);
      if (!ids) throw unprocessable({ imageUrls: CANNOT_BE_USED });
      return ids;
    },

    /** The same with one photo, for `viewerId` alone: nobody else ever sees it. 422 on `photo`. */
    async attachPrivatePhoto(tx: Tx, ownerId: string, objectPath: string, viewerId: string): Promise<string> {
      const [id] = (await attach(tx, ownerId, [objectPath], { visibility: 'one_person', viewerId })) ?? [];
      if (!id) throw unprocessable({ photo: 'This photo cannot be used. Please choose it again.' });
      return id;
    },
  };
}
