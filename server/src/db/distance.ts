import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type RawBuilder, sql } from 'kysely';

const EARTH_RADIUS_M = 6_371_008.8;

/** Great-circle distance of the point in `column` (`table.column`) from `centre`, in metres; as domain's `distanceM`. */
export function metresFrom(column: string, centre: GeoPoint): RawBuilder<number> {
  const point = sql.ref(column);
  return sql<number>`
  (2 * ${EARTH_RADIUS_M}::float8 * asin(least(1, sqrt(
    sin(radians(${point}[1] - ${centre.latitude}::float8) / 2) ^ 2
    + cos(radians(${centre.latitude}::float8)) * cos(radians(${point}[1]))
      * sin(radians(${point}[0] - ${centre.longitude}::float8) / 2) ^ 2))))`;
}
