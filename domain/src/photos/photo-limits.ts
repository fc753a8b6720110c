import { DAY_MS } from '../kernel/time.ts';
export const MAX_PHOTOS_PER_LISTING = 5;
export const MAX_PHOTO_BYTES = 10_485_760;
export const PHOTO_WIDTHS = [320, 640, 1280] as const;
/** Lifetime of a signed upload address, in minutes. */
export const UPLOAD_MINUTES = 15;

export const MAX_CAPTION_LENGTH = 200;

/** Photos a person may add within 24 hours: enough for a dozen listings. */
export const MAX_PHOTOS_PER_DAY = 60;
/** Bytes a person may upload within 24 hours, including aborted uploads. */
export const MAX_PHOTO_BYTES_PER_DAY = 300 * 1_048_576;

/** A person's uploads within the last 24 hours, and when the first of them began. */
export type RecentUploads = {
  readonly count: number;
  readonly bytes: number;
  readonly firstAtMs: number | null;
};

/** Seconds until `more` fits into the daily quota; null if it fits now. */
export function photoQuotaWaitSeconds(
  sent: RecentUploads,
  more: { readonly count: number; readonly bytes: number },
  nowMs: number,
): number | null {
  const fits =
    sent.count + more.count <= MAX_PHOTOS_PER_DAY && sent.bytes + more.bytes <= MAX_PHOTO_BYTES_PER_DAY;
  if (fits) return null;
  return Math.max(1, Math.ceil(((sent.firstAtMs ?? nowMs) + DAY_MS - nowMs) / 1000));
}
