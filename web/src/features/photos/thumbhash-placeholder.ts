import { thumbHashToDataURL } from 'thumbhash';

/** A photo's blurred stand-in (thumbhash, base64) as an address; null when there is none or it does not decode. */
export function thumbhashPlaceholder(thumbhash: string | null): string | null {
  if (!thumbhash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0)));
  } catch {
    return null;
  }
}
