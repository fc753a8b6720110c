import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Category, UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/db/database.ts';
import { selectOnTheMap } from './listings.store.ts';

/** What everybody who is not blocked may see of food on offer that has a place. */
export type ListingOnMap = {
  readonly id: string;
  readonly donorId: string;
  readonly title: string;
  readonly category: Category;
  readonly urgencyLevel: UrgencyLevel;
  readonly areaLabel: string;
  readonly servingsLeft: number;
  readonly point: GeoPoint;
  readonly createdAt: Date;
  /** It is not offered from here on. */
  readonly offeredUntil: Date;
};

/** Which listings the map is asked for: some by id, or a page of all in the order of their ids. */
export type MapPage =
  | { readonly ids: readonly string[] }
  | { readonly after: string | null; readonly limit: number };

/** What of listings is on the map now. */
export function makeOnTheMap({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  return {
    async listingsOnMap(page: MapPage): Promise<ListingOnMap[]> {
      const rows = await selectOnTheMap(db, page, clock.now());
      return rows.flatMap((row) =>
        row.public_point === null
          ? []
          : {
              id: row.id,
              donorId: row.donor_id,
              title: row.title,
              category: row.category,
              urgencyLevel: row.urgency_level,
              areaLabel: row.area_label,
              servingsLeft: row.servings_left,
              point: geoPointOf(row.public_point),
              createdAt: row.created_at,
              offeredUntil: row.offered_until,
            },
      );
    },
  };
}
