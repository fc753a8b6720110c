import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ColumnType } from 'kysely';

/** A PostgreSQL `point`: x is the longitude, y the latitude; written as text `(x,y)`. */
type PgPoint = { readonly x: number; readonly y: number };
export type PointColumn = ColumnType<PgPoint, string, string>;
export type NullablePointColumn = ColumnType<PgPoint | null, string | null, string | null>;
/** A column the database computes. */
export type ComputedColumn<T> = ColumnType<T, never, never>;

export const pointText = (point: GeoPoint): string => `(${point.longitude},${point.latitude})`;
export const geoPointOf = (point: PgPoint): GeoPoint => ({ latitude: point.y, longitude: point.x });
