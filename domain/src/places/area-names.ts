import { distanceM, type GeoPoint } from '../kernel/geo.ts';

/** A neighborhood, quarter or village, and the position of its name on a map. */
export type AreaName = GeoPoint & {
  readonly name: string;
  /** A town's: how far from its middle it still is the town, in meters. Nearer names within 2 km come first. */
  readonly townRadiusM?: number;
};

export const MAX_AREA_NAME_DISTANCE_M = 2000;

/** The name nearest to `point` within 2 km, else the nearest town that reaches there, else null. */
export function nearestAreaName(point: GeoPoint, names: readonly AreaName[]): string | null {
  let nearest: string | null = null;
  let nearestM = MAX_AREA_NAME_DISTANCE_M;
  let [town, townM]: [string | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const { name, townRadiusM = 0, ...at } of names) {
    const away = distanceM(point, at);
    if (away <= nearestM) [nearest, nearestM] = [name, away];
    if (away <= townRadiusM && away < townM) [town, townM] = [name, away];
  }
  return nearest ?? town;
}
