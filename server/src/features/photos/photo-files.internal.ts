import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { makeConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import type { DecodedImage } from './decode/image-decoder.internal.ts';

// A photo's objects: the original until it is decoded, then one picture per width.

export type Width = (typeof PHOTO_WIDTHS)[number];

export const ORIGINALS_FOLDER = 'uploads';
export const SIZES_FOLDER = 'photos';

export const originalKey = (id: string): string => `${ORIGINALS_FOLDER}/${id}`;
const sizeKey = (id: string, width: Width): string => `${SIZES_FOLDER}/${id}-${width}.webp`;
const PHOTO_KEY = /^[a-z]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** The photo id of an object key; null for a key of another kind. */
export const photoIdOf = (key: string): string | null => PHOTO_KEY.exec(key)?.[1] ?? null;

/** A request that closes an account waits for them. */
const REMOVED_AT_A_TIME = 8;

const OBJECT_PATH_PREFIX = '/objects/';

/** The path at which browsers load a photo. */
export const objectPathOf = (id: string): string => OBJECT_PATH_PREFIX + id;
export const idOfObjectPath = (objectPath: string): string => objectPath.slice(OBJECT_PATH_PREFIX.length);

export const readOriginal = (ctx: AppContext, id: string): Promise<Buffer | null> =>
  ctx.objects.get(originalKey(id));

export const removeOriginal = (ctx: AppContext, id: string): Promise<void> =>
  ctx.objects.remove(originalKey(id));

/** Each is in memory; an object store may be slow, and a page asks for twenty. */
export const SHOWN_AT_A_TIME = 64;
const SHOWN_WITHIN_MS = 4000;
const RETRY_AFTER_SECONDS = 5;
const showing = makeConcurrencyLimit(SHOWN_AT_A_TIME);

/** Throws 503 `photos-away` when so many are read that this one would come too late. */
export function readSize(
  ctx: Pick<AppContext, 'objects' | 'clock'>,
  id: string,
  width: Width,
): Promise<Buffer | null> {
  const askedMs = ctx.clock.now().getTime();
  return showing(async () => {
    if (ctx.clock.now().getTime() - askedMs > SHOWN_WITHIN_MS)
      throw new AppError(503, 'photos-away', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    return ctx.objects.get(sizeKey(id, width));
  });
}

export async function writeSizes(ctx: AppContext, id: string, sizes: DecodedImage['sizes']): Promise<void> {
  for (const [width, bytes] of sizes) await ctx.objects.put(sizeKey(id, width), bytes);
}

/** Removes the originals and all sizes, as many as can be: the first fault is thrown at the end. */
export async function removeFiles(ctx: AppContext, ids: readonly string[]): Promise<void> {
  const removing = makeConcurrencyLimit(REMOVED_AT_A_TIME);
  const keys = ids.flatMap((id) => [originalKey(id), ...PHOTO_WIDTHS.map((width) => sizeKey(id, width))]);
  const ended = await Promise.allSettled(keys.map((key) => removing(() => ctx.objects.remove(key))));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
