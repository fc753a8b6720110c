import { AppError, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { makeFairLimit } from '#server/platform/concurrency-limit.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as files from '../photo-files.internal.ts';
import * as store from '../photos.store.ts';
import { readUploadUrl, uploadLimits } from '../upload/upload-photo.ts';
import { type ImageRejection, decodeImage, MAX_PIXELS } from './image-decoder.internal.ts';

const notAnUpload = (): AppError => unprocessable({ imageURL: errorText('not-an-upload') });

/** Too many photos are being decoded: the wait would be too long. */
const tooBusy = (): AppError => new AppError(503, 'photos-busy', { retryAfterSeconds: 5 });

const cannotDecode = (why: ImageRejection): AppError =>
  unprocessable({
    imageURL:
      why === 'too-many-pixels'
        ? errorText(`unreadable-photo.${why}`, { maxMegapixels: MAX_PIXELS / 1_000_000 })
        : errorText(`unreadable-photo.${why}`),
  });

/**
 * Decodes `maxConcurrent` photos in parallel, each once for concurrent calls, while up to `maxQueued` wait: people take
 * turns. Refuses more with 503, so that many decompression bombs take bounded memory.
 */
export function makeDecodingLimit<Decoded>({
  maxConcurrent,
  maxQueued,
}: {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}) {
  const limit = makeFairLimit({ maxConcurrent, maxWaiting: maxQueued, refusal: tooBusy });
  const running = new Map<string, Promise<Decoded>>();

  return function limited(
    { photoId, ownerId }: { readonly photoId: string; readonly ownerId: string },
    work: () => Promise<Decoded>,
  ): Promise<Decoded> {
    const same = running.get(photoId);
    if (same) return same;
    const decoding = limit(ownerId, work).finally(() => running.delete(photoId));
    running.set(photoId, decoding);
    return decoding;
  };
}

const decodingLimit = perApp((ctx) => makeDecodingLimit<Photo>(uploadLimits(ctx).decoding));

/** Presents a photo without its caption, which belongs to the listing or message. */
export const presentPhoto = (row: Pick<store.PhotoRow, 'id' | 'thumbhash' | 'width' | 'height'>): Photo => ({
  objectPath: files.objectPathOf(row.id),
  thumbhash: row.thumbhash,
  width: row.width ?? 0,
  height: row.height ?? 0,
  caption: '',
});

async function decode(ctx: AppContext, row: store.PhotoRow): Promise<Photo> {
  const file = await files.readOriginal(ctx, row.id);
  const picture = file ? await decodeImage(file) : 'damaged';
  if (!file || typeof picture === 'string') {
    // another process may have decoded the same photo first
    const now = await store.findPhoto(ctx.db, row.id);
    if (now?.state === 'ready') return presentPhoto(now);
    await store.markRefused(ctx.db, row.id);
    await files.removeOriginal(ctx, row.id);
    throw cannotDecode(typeof picture === 'string' ? picture : 'damaged');
  }
  await files.writeSizes(ctx, row.id, picture.sizes);
  await store.markReady(ctx.db, row.id, { ...picture, byteSize: file.length });
  const made = await store.findPhoto(ctx.db, row.id);
  if (made?.state !== 'ready') {
    // the account was closed in the meantime
    await files.removeFiles(ctx, [row.id]);
    throw notAnUpload();
  }
  // last, so that an interrupted call can be repeated
  await files.removeOriginal(ctx, row.id);
  return presentPhoto(made);
}

/**
 * Decodes an uploaded file into pictures. 422 if the URL is not the caller's or the file is not a picture, 503 if too
 * many others wait. Idempotent.
 */
export async function storePhoto(ctx: AppContext, caller: Caller, imageUrl: string): Promise<Photo> {
  const signed = readUploadUrl(ctx, imageUrl, caller.userId);
  const row = signed && (await store.findPhoto(ctx.db, signed.photoId));
  if (!row || row.owner_id !== caller.userId) throw notAnUpload();
  await requireActive(ctx, caller.userId);
  switch (row.state) {
    // the reply to the first try may have been lost
    case 'ready':
      return presentPhoto(row);
    case 'uploaded':
      return decodingLimit(ctx)({ photoId: row.id, ownerId: row.owner_id }, () => decode(ctx, row));
    case 'refused':
      throw cannotDecode('damaged');
    default:
      throw notAnUpload();
  }
}
