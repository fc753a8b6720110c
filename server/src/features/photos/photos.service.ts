import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { AppError, conflict, notFound, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_PHOTO_BYTES, PHOTO_WIDTHS, type Photo } from '@openlarder/domain/photos/photo-contract.ts';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { ObjectStore } from '#server/platform/object-store.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Caller } from '#server/platform/sessions.ts';
import * as store from './photos.store.ts';
import { readPicture } from './picture.ts';
import { makeUploadAddresses } from './upload-address.ts';

export type Photos = ReturnType<typeof makePhotos>;

const PATH_PREFIX = '/objects/';
const rawKey = (id: string): string => `uploads/${id}`;
const sizeKey = (id: string, width: number): string => `photos/${id}-${width}.webp`;

const notOurs = (): AppError => unprocessable({ imageURL: 'This is not an upload address of ours' });
const tooLarge = (): AppError => new AppError(413, 'too-large', 'Photos can be up to 10 MB each.');
const notAPicture = (): AppError =>
  unprocessable({ imageURL: 'We could not read this photo. Please choose a JPEG, PNG or WebP picture.' });

/** Cuts a stream off as soon as it brings more than a photo may have. */
function upTo(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}

/** Photos: a signed address, a file, and pictures of our own making that signed-in people may see. */
export function makePhotos(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly objects: ObjectStore;
  readonly rateLimits: RateLimits;
  readonly secret: string;
  readonly publicUrl: string;
}) {
  const { db, clock, newId, objects, rateLimits } = parts;
  const addresses = makeUploadAddresses(parts.secret, parts.publicUrl);

  const present = (row: store.PhotoRow): Photo => ({
    objectPath: PATH_PREFIX + row.id,
    thumbhash: row.thumbhash,
    width: row.width ?? 0,
    height: row.height ?? 0,
    caption: '',
  });

  return {
    /** A signed address for one file of the caller's. 429 past the daily share. */
    async requestUpload(caller: Caller): Promise<{ uploadURL: string }> {
      await rateLimits.spend('person-upload', caller.userId);
      const now = clock.now();
      const photoId = newId();
      await store.insertAwaited(db, photoId, caller.userId, now);
      return { uploadURL: addresses.make(caller.userId, photoId, now.getTime()) };
    },

    /**
     * Keeps the file sent to a signed address. 404 for an address that is not the caller's, 409 for one used before
     * or too old, 413 as soon as more than 10 MB have come. A file that breaks off may be sent again.
     */
    async receiveFile(caller: Caller, address: string, file: Readable): Promise<void> {
      const signed = addresses.read(address, caller.userId);
      if (!signed) throw notFound();
      if (clock.now().getTime() > signed.expiresMs)
        throw conflict('upload-expired', 'This took too long. Please choose the photo again.');
      if (!(await store.markUploaded(db, signed.photoId)))
        throw conflict('upload-used', 'This photo was already sent.');
      try {
        const counted = upTo(MAX_PHOTO_BYTES);
        file.once('error', (error) => counted.destroy(error));
        await objects.putStream(rawKey(signed.photoId), file.pipe(counted));
      } catch (error) {
        await store.markAwaiting(db, signed.photoId);
        throw error;
      }
    },

    /** Makes the pictures of an uploaded file. 422 for an address that is not the caller's and for what is no picture. */
    async storePhoto(caller: Caller, imageUrl: string): Promise<Photo> {
      const signed = addresses.read(imageUrl, caller.userId);
      const row = signed && (await store.findPhoto(db, signed.photoId));
      if (!row || row.owner_id !== caller.userId || row.state === 'awaiting') throw notOurs();
      // the answer to the first try may have been lost on the way
      if (row.state === 'ready') return present(row);
      const file = await objects.get(rawKey(row.id));
      const picture = file && (await readPicture(file));
      if (!file || !picture) {
        await objects.remove(rawKey(row.id));
        throw notAPicture();
      }
      for (const [width, bytes] of picture.sizes) await objects.put(sizeKey(row.id, width), bytes);
      await store.markReady(db, row.id, { ...picture, byteSize: file.length });
      // last: a call that breaks off before can be repeated
      await objects.remove(rawKey(row.id));
      return present({ ...row, ...picture });
    },

    /**
     * Shows the caller's own photos with something they share, in the cause's transaction; gives their ids in the
     * order asked for. 422 on `imageUrls` for a photo that is another's, not finished, or in use already.
     */
    async attachPhotos(tx: Tx, ownerId: string, objectPaths: readonly string[]): Promise<string[]> {
      if (objectPaths.length === 0) return [];
      const ids = objectPaths.map((objectPath) => objectPath.slice(PATH_PREFIX.length));
      const attached = await store.attach(tx, ownerId, ids, 'signed_in', clock.now());
      if (attached.length !== ids.length)
        throw unprocessable({ imageUrls: 'One of the photos cannot be used. Please choose it again.' });
      return ids;
    },

    /** Photos by id, as they are shown. */
    async photosByIds(dbOrTx: DbOrTx, ids: readonly string[]): Promise<Map<string, Photo>> {
      if (ids.length === 0) return new Map();
      const rows = await store.findPhotos(dbOrTx, ids);
      return new Map(rows.map((row) => [row.id, present(row)]));
    },

    /** A picture's WebP bytes at one of our widths. 404 unless it is the caller's own or shown to signed-in people. */
    async readPhoto(caller: Caller, id: string, width: (typeof PHOTO_WIDTHS)[number]): Promise<Buffer> {
      const row = await store.findPhoto(db, id);
      const visible =
        row?.state === 'ready' && (row.visibility === 'signed_in' || row.owner_id === caller.userId);
      const bytes = visible ? await objects.get(sizeKey(id, width)) : null;
      if (!bytes) throw notFound();
      return bytes;
    },

    /** Forgets files and pictures that nothing has shown for a day. */
    async purgeUnattached(): Promise<void> {
      const ids = await store.deleteUnattached(db, new Date(clock.now().getTime() - DAY_MS));
      for (const id of ids) {
        await objects.remove(rawKey(id));
        for (const width of PHOTO_WIDTHS) await objects.remove(sizeKey(id, width));
      }
    },
  };
}
