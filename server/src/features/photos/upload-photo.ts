import { Transform } from 'node:stream';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { UPLOAD_MINUTES } from '@openlarder/domain/photos/photo-limits.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';

/** How slowly a file may come: each `windowMs` brings at least `leastBytes`, and all of it within `longestMs`. */
export type Pace = { readonly windowMs: number; readonly leastBytes: number; readonly longestMs: number };

/** 2 kB/s: a phone with bad reception has five times that, also when it hears nothing for 20 of the 30 seconds. */
export const PHOTO_PACE: Pace = { windowMs: 30_000, leastBytes: 60_000, longestMs: 290_000 };

export const tooLarge = (): AppError => new AppError(413, 'too-large', 'Photos can be up to 10 MB each.');
const tooSlow = (): AppError =>
  new AppError(408, 'too-slow', 'This photo came in too slowly. Please try again where reception is better.');

export type Receiving = {
  readonly stream: Transform;
  /** How many bytes have come. */
  readonly receivedBytes: () => number;
};

/** Lets a file through, and ends it as soon as it brings more than `maxBytes` or comes more slowly than `pace`. */
export function makeReceiving(maxBytes: number, pace: Pace): Receiving {
  let received = 0;
  let atLastLook = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  // whoever reads it hears of it too; while nobody does, one file that ends badly must not end the process
  stream.on('error', () => {});
  const look = setInterval(() => {
    if (received - atLastLook < pace.leastBytes) stream.destroy(tooSlow());
    atLastLook = received;
  }, pace.windowMs);
  const end = setTimeout(() => stream.destroy(tooSlow()), pace.longestMs);
  stream.once('close', () => {
    clearInterval(look);
    clearTimeout(end);
  });
  return { stream, receivedBytes: () => received };
}

type UploadAddress = { readonly photoId: string; readonly expiresMs: number };

const ADDRESS = /^\/api\/objects\/uploads\/([0-9a-f-]{36})\?expires=([1-9]\d{0,15})&signature=([\w-]{43})$/;

/** Signs and reads the addresses a file may be sent to: one object, one owner, a quarter of an hour. */
export function makeUploadAddresses(secret: string, publicUrl: string) {
  const sign = (ownerId: string, photoId: string, expiresMs: number): string =>
    createHmac('sha256', secret).update(`upload:${ownerId}:${photoId}:${expiresMs}`).digest('base64url');

  return {
    /** An address on this server that only `ownerId` can use. */
    make(ownerId: string, photoId: string, nowMs: number): string {
      const expiresMs = nowMs + UPLOAD_MINUTES * MINUTE_MS;
      return `/api/objects/uploads/${photoId}?expires=${expiresMs}&signature=${sign(ownerId, photoId, expiresMs)}`;
    },

    /** What the address names, or null when it is not one that was signed for `ownerId`. Never fetched. */
    read(address: string, ownerId: string): UploadAddress | null {
      const local = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address;
      const [, photoId, expires, signature] = ADDRESS.exec(local) ?? [];
      if (!photoId || !expires || !signature) return null;
      const expected = Buffer.from(sign(ownerId, photoId, Number(expires)));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { photoId, expiresMs: Number(expires) };
    },
  };
}
