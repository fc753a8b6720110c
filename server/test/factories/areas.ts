import { cellKeyAt } from '@openlarder/domain/emergency/request-areas.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { StoredArea } from '#server/features/emergency/emergency.tables.ts';
import { DEFAULT_CELL_M } from '#server/platform/settings/environment.ts';

/** Before any month in which a test builds areas. */
const LONG_PAST = '1999-01';
/** For a community whose scheduled tasks run: after any month that they build. */
export const NEVER_REBUILT = '9999-12';

/** Puts the 16 km cell of a home's public point in force as an area with this label, beside those planted before. */
export async function seedArea(db: DbOrTx, home: GeoPoint, label: string, month = LONG_PAST): Promise<void> {
  const key = cellKeyAt(publicPointOf(home, DEFAULT_CELL_M));
  await sql`
    insert into request_area_build (month, cells, in_force, people, built_at)
    values (${month}, array[${key}::text], jsonb_build_object(${key}::text, ${label}::text), '{}', '1999-01-01')
    on conflict (month) do update set
      cells = request_area_build.cells || excluded.cells,
      in_force = request_area_build.in_force || excluded.in_force`.execute(db);
}

/** An area without extent, whose nearest edge is this point. */
export const areaAround = ({ latitude, longitude }: GeoPoint, label: string): StoredArea => ({
  key: cellKeyAt({ latitude, longitude }),
  label,
  bounds: [{ north: latitude, south: latitude, east: longitude, west: longitude }],
});
