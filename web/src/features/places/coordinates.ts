import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { plainNumber } from '@openlarder/domain/kernel/text-characters.ts';

/** Decimals of a coordinate: six are about 10 cm. */
const DECIMALS = 6;

/** The point as it is stored and sent. Longitudes past the date line wrap around. */
export function normalizePoint({ latitude, longitude }: GeoPoint): GeoPoint {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return {
    latitude: Number(Math.max(-90, Math.min(90, latitude)).toFixed(DECIMALS)),
    longitude: Number(wrapped.toFixed(DECIMALS)),
  };
}

/** Degrees from typed text: point or comma, minus, degree sign. Null if no number or beyond `limit`. */
export function parseDegrees(text: string, limit: 90 | 180): number | null {
  const plain = plainNumber(text.replace(/°\s*$/, '')).replace(',', '.');
  if (!/^[+-]?\d{1,3}(\.\d*)?$/.test(plain)) return null;
  const degrees = Number(plain);
  return Math.abs(degrees) <= limit ? degrees : null;
}
