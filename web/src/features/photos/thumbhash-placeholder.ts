import { thumbHashToDataURL } from 'thumbhash';

/**
 * A photo's blurred placeholder (thumbhash, base64) as a data URL; null if there is none or it does not
 * decode.
 */
export function thumbhashPlaceholder(thumbhash: string | null): string | null {
  if (!thumbhash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0)));
  } catch {
    return null;
  }
}
