import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';

/** Decimals kept of a coordinate: six are a hand's breadth. */
const DECIMALS = 6;

/** The point as it is kept and sent. Longitudes past the date line come back round. */
export function normalizePoint({ latitude, longitude }: GeoPoint): GeoPoint {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return {
    latitude: Number(Math.max(-90, Math.min(90, latitude)).toFixed(DECIMALS)),
    longitude: Number(wrapped.toFixed(DECIMALS)),
  };
}

/**
 * Degrees from what a person typed: a decimal point or comma, a true minus, a degree sign. null when it is no
 * number or beyond `limit` degrees.
 */
export function parseDegrees(text: string, limit: 90 | 180): number | null {
  const plain = text.trim().replace(/[−–]/, '-').replace(/°$/, '').replace(',', '.').trim();
  if (!/^[+-]?\d{1,3}(\.\d*)?$/.test(plain)) return null;
  const degrees = Number(plain);
  return Math.abs(degrees) <= limit ? degrees : null;
}
