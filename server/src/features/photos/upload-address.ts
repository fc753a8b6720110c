import { createHmac, timingSafeEqual } from 'node:crypto';
import { UPLOAD_MINUTES } from '@openlarder/domain/photos/photo-contract.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';

export type UploadAddress = { readonly photoId: string; readonly expiresMs: number };

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
