import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';

/** A link that opens the way to a place in the map app of this kind of device, or in a map page on a computer. */
export function directionsHref({ latitude, longitude }: GeoPoint, userAgent = navigator.userAgent): string {
  const point = `${latitude},${longitude}`;
  if (/android/i.test(userAgent)) return `geo:${point}?q=${point}`;
  if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${point}`;
  return `https://www.openstreetmap.org/directions?to=${point}`;
}
