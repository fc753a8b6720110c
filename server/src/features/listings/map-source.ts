import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Category, UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { urgencyChangesMs } from '@openlarder/domain/listings/freshness.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { urgencyAt } from './listing-times.ts';
import { selectOnTheMap } from './listings.store.ts';
import { geoPointOf } from '#server/db/database.ts';

export type ListingOnMap = {
  readonly id: string;
  readonly donorId: string;
  readonly title: string;
  readonly category: Category;
  readonly firstPhotoId: string | null;
  readonly urgencyLevel: UrgencyLevel;
  /** When that changes by itself (epoch milliseconds); null for never, as for a donor's choice. */
  readonly urgencyChangesMs: number | null;
  readonly areaLabel: string;
  /** At a business, whose point is exact. */
  readonly placeIsPublic: boolean;
  readonly servingsLeft: number;
  readonly point: GeoPoint;
  readonly createdAt: Date;
  readonly availableFrom: Date;
  readonly availableUntil: Date;
  readonly offeredUntil: Date;
  /** When it has to be eaten, as the feed sorts it. */
  readonly feedEnd: Date;
  readonly diets: readonly Diet[];
  readonly allergens: readonly Allergen[] | null;
};

/** What the map reads: given ids, or a page of everything in the order of the ids. */
export type MapPage =
  | { readonly ids: readonly string[] }
  | { readonly after: string | null; readonly limit: number };

export async function listingsOnMap(ctx: AppContext, page: MapPage): Promise<ListingOnMap[]> {
  const now = ctx.clock.now();
  const rows = await selectOnTheMap(ctx.db, page, now);
  return rows.flatMap((row) =>
    row.public_point === null
      ? []
      : {
          id: row.id,
          donorId: row.donor_id,
          title: row.title,
          category: row.category,
          firstPhotoId: row.first_photo_id,
          urgencyLevel: urgencyAt(row, now),
          urgencyChangesMs: row.is_bulk ? null : urgencyChangesMs(row.feed_end_at.getTime(), now.getTime()),
          areaLabel: row.area_label,
          placeIsPublic: row.place_is_public,
          servingsLeft: row.servings_left,
          point: geoPointOf(row.public_point),
          createdAt: row.created_at,
          availableFrom: row.available_from,
          availableUntil: row.available_until,
          offeredUntil: row.offered_until,
          feedEnd: row.feed_end_at,
          diets: row.diets,
          allergens: row.allergens,
        },
  );
}
