import { type ColumnType, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { EARTH_RADIUS_M, type GeoBounds, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** For reads that run on their own or inside a transaction. */
export type DbOrTx = Db | Tx;

/**
 * The tables of all features: each declares its own in its `<feature>.tables.ts`. The tables of the platform are queried
 * with plain SQL.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

/** A PostgreSQL `point`: x is the longitude, y the latitude; written as text `(x,y)`. */
type PgPoint = { readonly x: number; readonly y: number };
export type NullablePointColumn = ColumnType<PgPoint | null, string | null, string | null>;
/** A column that the database computes. */
export type ComputedColumn<T> = ColumnType<T, never, never>;

export const pointText = (point: GeoPoint): string => `(${point.longitude},${point.latitude})`;
export const geoPointOf = (point: PgPoint): GeoPoint => ({ latitude: point.y, longitude: point.x });

/**
 * Great-circle distance of the point in `column` (`table.column`) from `center`, in meters; as domain's `distanceM`.
 */
export function metersFrom(column: string, center: GeoPoint): RawBuilder<number> {
  const point = sql.ref(column);
  return sql<number>`
  (2 * ${EARTH_RADIUS_M}::float8 * asin(least(1, sqrt(
    sin(radians(${point}[1] - ${center.latitude}::float8) / 2) ^ 2
    + cos(radians(${center.latitude}::float8)) * cos(radians(${point}[1]))
      * sin(radians(${point}[0] - ${center.longitude}::float8) / 2) ^ 2))))`;
}

/**
 * Whether the point in `column` (`table.column`) is in these bounds, edges included: a box of degrees, two across the
 * antimeridian, served by a spatial index.
 */
export function inBounds(column: string, { north, south, east, west }: GeoBounds): RawBuilder<boolean> {
  const box = (from: number, to: number) => sql<boolean>`${sql.ref(column)}
    <@ box(point(${from}::float8, ${south}::float8), point(${to}::float8, ${north}::float8))`;
  return west <= east ? box(west, east) : sql`(${box(west, 180)} or ${box(-180, east)})`;
}
