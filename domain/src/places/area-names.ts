import { distanceM, type GeoPoint } from '../kernel/geo.ts';

/** A neighbourhood, quarter or village, and where its name stands on a map. */
export type AreaName = GeoPoint & { readonly name: string };

/** Farther than this, a name says nothing about a place. */
export const AREA_REACH_M = 2000;

/** The name nearest to `point`, or null when none lies within 2 km. */
export function nearestAreaName(point: GeoPoint, names: readonly AreaName[]): string | null {
  let nearest: string | null = null;
  let nearestM = AREA_REACH_M;
  for (const area of names) {
    const away = distanceM(point, area);
    if (away > nearestM) continue;
    nearest = area.name;
    nearestM = away;
  }
  return nearest;
}
