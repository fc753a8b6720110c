import os from 'node:os';
import type { Readable } from 'node:stream';
import { conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { photoShareWaitSeconds } from '@openlarder/domain/photos/daily-share.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { MAX_PHOTO_BYTES } from '@openlarder/domain/photos/photo-limits.ts';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { afterCommit, inTransaction } from '#server/platform/postgres/database.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { ObjectStore } from '#server/platform/object-store.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeDecodingTurns } from './decode-photo.ts';
import { makeAttaching, PATH_PREFIX } from './attach-photos.ts';
import { makePhotoFiles, type Width } from './photo-files.ts';
import { forgetWithoutFiles, removeStrayFiles } from './photo-cleanup.ts';
import { brokenOff, noPicture, notOurs, photoShareUsed } from './photo-refusals.ts';
import * as store from './photos.store.ts';
import { readPicture } from './image-decoder.ts';
import { makeReceiving, makeUploadAddresses, type Pace, PHOTO_PACE, tooLarge } from './upload-photo.ts';

export type Photos = ReturnType<typeof makePhotos>;

/** One core stays free for everything else; two of the worst pictures there are take 800 MB. */
const DECODING = { atOnce: Math.max(1, Math.min(2, os.availableParallelism() - 1)), waitingAtMost: 20 };

const present = (row: store.PhotoRow): Photo => ({
  objectPath: PATH_PREFIX + row.id,
  thumbhash: row.thumbhash,
  width: row.width ?? 0,
  height: row.height ?? 0,
  caption: '',
});

/** Photos: a signed address, a file, and pictures of our own making, for everybody signed in or for one person. */
export function makePhotos(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly objects: ObjectStore;
  readonly rateLimits: RateLimits;
  readonly accounts: Pick<Accounts, 'requireActive'>;
  readonly moderation: Pick<Moderation, 'notBlockedBetween'>;
  readonly secret: string;
  readonly publicUrl: string;
  readonly pace?: Pace;
  readonly decoding?: { readonly atOnce: number; readonly waitingAtMost: number };
}) {
  const { db, clock, newId, objects, rateLimits, pace = PHOTO_PACE, decoding = DECODING } = parts;
  const addresses = makeUploadAddresses(parts.secret, parts.publicUrl);
  const files = makePhotoFiles(objects);
  const decodeInTurn = makeDecodingTurns<Photo>(decoding.atOnce, decoding.waitingAtMost);

  const aDayAgo = (): Date => new Date(clock.now().getTime() - DAY_MS);

  /** Refuses with 429 what goes past the person's share of a day; their other uploads wait until `tx` ends. */
  async function refusePastShare(
    tx: Tx,
    ownerId: string,
    more: { readonly count: number; readonly bytes: number },
  ): Promise<void> {
    await store.lockSender(tx, ownerId);
    const sent = await store.sentSince(tx, ownerId, aDayAgo());
    const waitSeconds = photoShareWaitSeconds(sent, more, clock.now().getTime());
    if (waitSeconds !== null) throw photoShareUsed(waitSeconds);
  }

  /** Decodes what has come to a photo's address. */
  async function makePicture(row: store.PhotoRow): Promise<Photo> {
    const file = await files.readRaw(row.id);
    const picture = file ? await readPicture(file) : 'damaged';
    if (!file || typeof picture === 'string') {
      // another process may have been faster with the same photo
      const now = await store.findPhoto(db, row.id);
      if (now?.state === 'ready') return present(now);
      await store.markRefused(db, row.id);
      await files.removeRaw(row.id);
      throw noPicture(typeof picture === 'string' ? picture : 'damaged');
    }
    await files.write(row.id, picture.sizes);
    await store.markReady(db, row.id, { ...picture, byteSize: file.length });
    const made = await store.findPhoto(db, row.id);
    if (made?.state !== 'ready') {
      // its account was closed meanwhile
      await files.remove(row.id);
      throw notOurs();
    }
    // last: a call that breaks off before can be repeated
    await files.removeRaw(row.id);
    return present(made);
  }

  return {
    /** A signed address for one file of the caller's. 429 past the share of half an hour or of a day. */
    async requestUpload(caller: Caller): Promise<{ uploadURL: string }> {
      await parts.accounts.requireActive(db, caller.userId);
      await rateLimits.spend('person-upload', caller.userId);
      const now = clock.now();
      const photoId = newId();
      await inTransaction(db, async (tx) => {
        await refusePastShare(tx, caller.userId, { count: 1, bytes: 0 });
        await store.insertAwaited(tx, photoId, caller.userId, now);
      });
      return { uploadURL: addresses.make(caller.userId, photoId, now.getTime()) };
    },

    /**
     * Keeps the file sent to a signed address. 404 for an address that is not the caller's, 409 for one used before
     * or too old, 413 as soon as more than 10 MB have come or are announced, 408 for one that hardly moves, 429 past
     * the day's share. A file that breaks off may be sent again.
     */
    async receiveFile(
      caller: Caller,
      address: string,
      file: Readable,
      announcedBytes: number | null,
    ): Promise<void> {
      const signed = addresses.read(address, caller.userId);
      if (!signed) throw notFound();
      await parts.accounts.requireActive(db, caller.userId);
      const { photoId, expiresMs } = signed;
      if (clock.now().getTime() > expiresMs)
        throw conflict('upload-expired', 'This took too long. Please choose the photo again.');
      const reservedBytes = announcedBytes ?? MAX_PHOTO_BYTES;
      if (reservedBytes > MAX_PHOTO_BYTES) throw tooLarge();
      await inTransaction(db, async (tx) => {
        await refusePastShare(tx, caller.userId, { count: 0, bytes: reservedBytes });
        if (!(await store.beginReceiving(tx, photoId, reservedBytes)))
          throw conflict('upload-used', 'This photo was already sent.');
      });
      const { stream, receivedBytes } = makeReceiving(MAX_PHOTO_BYTES, pace);
      const unusedBytes = (): number => Math.max(0, reservedBytes - receivedBytes());
      try {
        file.once('error', (error) => stream.destroy(error));
        await objects.putStream(files.rawKey(photoId), file.pipe(stream));
      } catch (error) {
        // nothing may have read it yet, and then it still watches its pace
        stream.destroy();
        await store.endReceiving(db, photoId, 'awaiting', unusedBytes());
        // whoever hung up hears nothing any more; it is no fault of the database's, which a broken line looks like
        if (file.errored) throw brokenOff();
        throw error;
      }
      if (await store.endReceiving(db, photoId, 'uploaded', unusedBytes())) return;
      // its account was closed meanwhile
      await files.removeRaw(photoId);
      throw notFound();
    },

    /**
     * Makes the pictures of an uploaded file. 422 for an address that is not the caller's and for what is no picture,
     * 503 while too many others wait. Repeated, it answers the same.
     */
    async storePhoto(caller: Caller, imageUrl: string): Promise<Photo> {
      const signed = addresses.read(imageUrl, caller.userId);
      const row = signed && (await store.findPhoto(db, signed.photoId));
      if (!row || row.owner_id !== caller.userId) throw notOurs();
      await parts.accounts.requireActive(db, caller.userId);
      switch (row.state) {
        // the answer to the first try may have been lost on the way
        case 'ready':
          return present(row);
        case 'uploaded':
          return decodeInTurn(row.id, () => makePicture(row));
        case 'refused':
          throw noPicture('damaged');
        default:
          throw notOurs();
      }
    },

    ...makeAttaching({ clock, newId, files, refusePastShare }),

    /** Nothing shows these photos any more: from the end of the transaction on they are 404 to others, and soon gone. */
    async detachPhotos(tx: Tx, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await store.detach(tx, ids);
    },

    /** What shows these photos is taken back: they are 404 to others from the end of the transaction on, and kept. */
    async hidePhotos(tx: Tx, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await store.hide(tx, ids);
    },

    /** Takes a photo away for good, for those who run the community; false where there is none. */
    async deletePhoto(tx: Tx, id: string): Promise<boolean> {
      const row = await store.findPhoto(tx, id);
      if (!row) return false;
      await store.deletePhotos(tx, [id]);
      afterCommit(tx, () => files.remove(id));
      return true;
    },

    /** Photos by id, as they are shown; what they show is said where they are shown. */
    async photosByIds(dbOrTx: DbOrTx, ids: readonly string[]): Promise<Map<string, Photo>> {
      if (ids.length === 0) return new Map();
      const rows = await store.findPhotos(dbOrTx, { ids });
      return new Map(rows.map((row) => [row.id, present(row)]));
    },

    /**
     * 404 unless the picture is the caller's own, or shown to everybody signed in or to them, with no block between
     * them and its owner. Says whether it is shown to one person alone.
     */
    async requireVisiblePhoto(caller: Caller, id: string): Promise<{ isForOne: boolean }> {
      const notBlocked = parts.moderation.notBlockedBetween('photo.owner_id', caller.userId);
      const seen = await store.findSeen(db, id, caller.userId, notBlocked);
      if (!seen) throw notFound();
      return seen;
    },

    /** The WebP bytes of a picture that may be seen, at one of our widths. */
    async readPhoto(id: string, width: Width): Promise<Buffer> {
      const bytes = await files.read(id, width);
      if (!bytes) throw notFound();
      return bytes;
    },

    /** Forgets files and pictures that nothing has shown for a day. */
    async purgeUnattached(): Promise<void> {
      for (const id of await store.deleteUnattached(db, aDayAgo())) await files.remove(id);
    },

    /** Removes files without a photo and photos without files, a day old; fails when most files are missing. */
    async purgeOrphans(): Promise<void> {
      await removeStrayFiles(db, objects, aDayAgo());
      await forgetWithoutFiles(db, objects, aDayAgo());
    },

    /**
     * Forgets all photos of a person who leaves; their files go with the end of the transaction. What others sent to
     * them stays with those who sent it.
     */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      await store.forgetViewer(tx, personId);
      const ids = await store.deleteOfPerson(tx, personId);
      afterCommit(tx, async () => {
        for (const id of ids) await files.remove(id);
      });
    },

    /** A person's photos, first sent first. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const rows = await store.selectOfPerson(dbOrTx, personId);
      return rows
        .filter(({ state }) => state === 'ready')
        .map((row) => ({
          objectPath: PATH_PREFIX + row.id,
          width: row.width,
          height: row.height,
          byteSize: row.byte_size,
          sentAt: row.created_at.toISOString(),
          shownSince: row.attached_at?.toISOString() ?? null,
        }));
    },
  };
}
