import { DAY_MS } from '../kernel/time.ts';

/** How many photos one person may add within 24 hours: a dozen listings with all their photos. */
export const PHOTOS_A_DAY = 60;
/** How much one person may send within 24 hours, tries that broke off included. */
export const PHOTO_BYTES_A_DAY = 300 * 1_048_576;

/** What a person has sent within the last 24 hours, and when the first of it was begun. */
export type SentLately = {
  readonly count: number;
  readonly bytes: number;
  readonly firstAtMs: number | null;
};

/** How many seconds to wait before `more` fits into one's daily share; null when it fits now. */
export function photoShareWaitSeconds(
  sent: SentLately,
  more: { readonly count: number; readonly bytes: number },
  nowMs: number,
): number | null {
  const fits = sent.count + more.count <= PHOTOS_A_DAY && sent.bytes + more.bytes <= PHOTO_BYTES_A_DAY;
  if (fits) return null;
  return Math.max(1, Math.ceil(((sent.firstAtMs ?? nowMs) + DAY_MS - nowMs) / 1000));
}
