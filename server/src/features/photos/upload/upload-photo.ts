import { createHmac, timingSafeEqual } from 'node:crypto';
import os from 'node:os';
import { type Readable, Transform } from 'node:stream';
import { AppError, conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import {
  photoQuotaWaitSeconds,
  MAX_PHOTO_BYTES,
  UPLOAD_MINUTES,
} from '@openlarder/domain/photos/photo-limits.ts';
import { requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { type AppContext, perApp, type TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { originalKey, removeOriginal } from '../photo-files.internal.ts';
import * as store from '../photos.store.ts';

/** The minimum speed of an upload: each `windowMs` brings at least `minBytes`, and all of it within `maxMs`. */
export type UploadSpeedLimit = {
  readonly windowMs: number;
  readonly minBytes: number;
  readonly maxMs: number;
};

/** 2 kB/s: a phone with bad reception has five times that, even with no data for 20 of the 30 seconds. */
export const PHOTO_SPEED_LIMIT: UploadSpeedLimit = { windowMs: 30_000, minBytes: 60_000, maxMs: 290_000 };

type UploadLimits = {
  pace: UploadSpeedLimit;
  /** How many photos are decoded in parallel, and how many more may wait. */
  decoding: { readonly maxConcurrent: number; readonly maxQueued: number };
};

/** The limits of this app; tests set lower ones before the first upload. */
export const uploadLimits = perApp(
  (): UploadLimits => ({
    pace: PHOTO_SPEED_LIMIT,
    // one core stays free for other work; two of the worst pictures take 800 MB
    decoding: { maxConcurrent: Math.max(1, Math.min(2, os.availableParallelism() - 1)), maxQueued: 20 },
  }),
);

const tooLarge = (): AppError =>
  new AppError(413, 'too-large.photo', { params: { maxMegabytes: MAX_PHOTO_BYTES / 1_048_576 } });
const tooSlow = (): AppError => new AppError(408, 'too-slow');
/** The connection broke during the upload. */
const interrupted = (): AppError => new AppError(400, 'photo-broken-off');
const quotaUsed = (retryAfterSeconds: number): AppError =>
  new AppError(429, 'photo-share-used', { retryAfterSeconds });

type UploadStream = { readonly stream: Transform; readonly receivedBytes: () => number };

/** Passes a file through; fails as soon as it exceeds `maxBytes` (413) or is slower than `limit` (408). */
export function makeUploadStream(maxBytes: number, limit: UploadSpeedLimit): UploadStream {
  let received = 0;
  let atLastCheck = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  // readers get the error, too; without a reader, a failed upload must not end the process
  stream.on('error', () => {});
  const check = setInterval(() => {
    if (received - atLastCheck < limit.minBytes) stream.destroy(tooSlow());
    atLastCheck = received;
  }, limit.windowMs);
  const end = setTimeout(() => stream.destroy(tooSlow()), limit.maxMs);
  stream.once('close', () => {
    clearInterval(check);
    clearTimeout(end);
  });
  return { stream, receivedBytes: () => received };
}

const UPLOAD_URL =
  /^\/api\/objects\/uploads\/([0-9a-f-]{36})\?expires=([1-9]\d{0,15})&signature=([\w-]{43})$/;

const sign = (ctx: AppContext, ownerId: string, photoId: string, expiresMs: number): string =>
  createHmac('sha256', ctx.settings.sessionSecret)
    .update(`upload:${ownerId}:${photoId}:${expiresMs}`)
    .digest('base64url');

/** A URL path on this server to which only `ownerId` can send one file, for `UPLOAD_MINUTES`. */
function signUploadUrl(ctx: AppContext, ownerId: string, photoId: string, nowMs: number): string {
  const expiresMs = nowMs + UPLOAD_MINUTES * MINUTE_MS;
  return `/api/objects/uploads/${photoId}?expires=${expiresMs}&signature=${sign(ctx, ownerId, photoId, expiresMs)}`;
}

/** The contents of a signed upload URL; null if it was not signed for `ownerId`. The URL is never fetched. */
export function readUploadUrl(
  ctx: AppContext,
  url: string,
  ownerId: string,
): { readonly photoId: string; readonly expiresMs: number } | null {
  const base = ctx.settings.origins.find((origin) => url.startsWith(`${origin}/`)) ?? '';
  const local = url.slice(base.length);
  const [, photoId, expires, signature] = UPLOAD_URL.exec(local) ?? [];
  if (!photoId || !expires || !signature) return null;
  const expected = Buffer.from(sign(ctx, ownerId, photoId, Number(expires)));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { photoId, expiresMs: Number(expires) };
}

/** Refuses with 429 past the person's daily quota; their other uploads wait until `tx` ends. */
export async function requireDailyQuota(
  tx: TxContext,
  ownerId: string,
  more: { readonly count: number; readonly bytes: number },
): Promise<void> {
  const nowMs = tx.clock.now().getTime();
  await store.lockUploader(tx.db, ownerId);
  const sent = await store.uploadsSince(tx.db, ownerId, new Date(nowMs - DAY_MS));
  const waitSeconds = photoQuotaWaitSeconds(sent, more, nowMs);
  if (waitSeconds !== null) throw quotaUsed(waitSeconds);
}

/**
 * Returns a signed URL for one file of the caller's, at `origin` if it is one of ours: the session's cookie belongs to
 * the name by which the caller knows us. 429 past the limit of half an hour or the daily quota.
 */
export async function requestUpload(ctx: AppContext, caller: Caller, origin: string | null = null) {
  await requireActive(ctx, caller.userId);
  await ctx.rateLimits.spend('person-upload', caller.userId);
  const now = ctx.clock.now();
  const photoId = ctx.newId();
  await inTransaction(ctx, async (tx) => {
    await requireDailyQuota(tx, caller.userId, { count: 1, bytes: 0 });
    await store.insertPendingUpload(tx.db, photoId, caller.userId, now);
  });
  const { origins, publicUrl } = ctx.settings;
  const base = origin !== null && origins.includes(origin) ? origin : publicUrl;
  return { uploadURL: base + signUploadUrl(ctx, caller.userId, photoId, now.getTime()) };
}

/**
 * Stores the file sent to a signed URL. 404 if the URL is not the caller's, 409 if it was used before or has expired,
 * 413 past 10 MB received or announced, 408 if too slow, 429 past the daily quota. An interrupted file may be sent
 * again. `announcedBytes` is the content-length; null if unknown.
 */
export async function receiveFile(
  ctx: AppContext,
  caller: Caller,
  url: string,
  file: Readable,
  announcedBytes: number | null,
): Promise<void> {
  const signed = readUploadUrl(ctx, url, caller.userId);
  if (!signed) throw notFound();
  await requireActive(ctx, caller.userId);
  const { photoId, expiresMs } = signed;
  if (ctx.clock.now().getTime() > expiresMs) throw conflict('upload-expired');
  const reservedBytes = announcedBytes ?? MAX_PHOTO_BYTES;
  if (reservedBytes > MAX_PHOTO_BYTES) throw tooLarge();
  await inTransaction(ctx, async (tx) => {
    await requireDailyQuota(tx, caller.userId, { count: 0, bytes: reservedBytes });
    if (!(await store.startUpload(tx.db, photoId, reservedBytes))) throw conflict('upload-used');
  });
  const { stream, receivedBytes } = makeUploadStream(MAX_PHOTO_BYTES, uploadLimits(ctx).pace);
  const unusedBytes = (): number => Math.max(0, reservedBytes - receivedBytes());
  try {
    file.once('error', (error) => stream.destroy(error));
    await ctx.objects.putStream(originalKey(photoId), file.pipe(stream));
  } catch (error) {
    // without a reader the stream would continue to check the speed
    stream.destroy();
    await store.finishUpload(ctx.db, photoId, 'awaiting', unusedBytes());
    // the sender is gone; without this a broken connection would look like a failure of the database
    if (file.errored) throw interrupted();
    throw error;
  }
  if (await store.finishUpload(ctx.db, photoId, 'uploaded', unusedBytes())) return;
  // the account was closed in the meantime
  await removeOriginal(ctx, photoId);
  throw notFound();
}
