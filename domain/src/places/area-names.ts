import { distanceM, type GeoPoint } from '../kernel/geo.ts';

/** A neighborhood, quarter or village, and the position of its name on a map. */
export type AreaName = GeoPoint & { readonly name: string };

export const MAX_AREA_NAME_DISTANCE_M = 2000;

/** The name nearest to `point`, or null if none is within 2 km. */
export function nearestAreaName(point: GeoPoint, names: readonly AreaName[]): string | null {
  let nearest: string | null = null;
  let nearestM = MAX_AREA_NAME_DISTANCE_M;
  for (const area of names) {
    const away = distanceM(point, area);
    if (away > nearestM) continue;
    nearest = area.name;
    nearestM = away;
  }
  return nearest;
}
