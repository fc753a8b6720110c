import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';

const STEPS = [1, 2, 5] as const;
const EARTH_M = 40_075_016.686;

/** Meters per pixel of the map at a latitude and a zoom. */
export const metersPerPixel = ({ latitude }: Pick<GeoPoint, 'latitude'>, zoom: number): number =>
  (EARTH_M * Math.cos((latitude * Math.PI) / 180)) / (256 * 2 ** zoom);

/** The longest of 1, 2, 5, 10, … meters that is no longer than `atMost`. */
export function roundLength(atMost: number): number {
  const power = 10 ** Math.floor(Math.log10(atMost));
  return Math.max(...STEPS.filter((step) => step * power <= atMost)) * power;
}
