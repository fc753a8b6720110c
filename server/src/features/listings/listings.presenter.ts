import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { summaries } from '#server/features/accounts/profile/person-queries.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import { type ExactLocation, readExactLocation } from '#server/features/places/address-access.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { settledStock, stockOf } from './lifecycle/stock.ts';
import { urgencyAt } from './listing-times.ts';
import { selectPhotos } from './listings.store.ts';
import type { ListingRow } from './listings.tables.ts';
import { geoPointOf } from '#server/db/database.ts';

const iso = (at: Date): string => at.toISOString();

type PublicSide = Pick<ListingRow, 'public_point' | 'area_label' | 'place_is_public'>;
type Exact = ExactLocation | undefined;

/**
 * The exact point that `readExactLocation` gave the viewer, else the public one. An address without an exact point has
 * none: it is looked up by its words, and the public point is not where it is.
 */
const pointOf = (row: PublicSide, exact: Exact): GeoPoint | null =>
  exact ? exact.point : row.public_point && geoPointOf(row.public_point);

/** A listing's place for a viewer, at `pointOf`. */
export function shownPlace(row: PublicSide, exact: Exact) {
  const point = pointOf(row, exact);
  return {
    pickupLocation: exact?.address ?? row.area_label,
    pickupInstructions: exact?.instructions || null,
    contactPhone: exact?.phone ?? null,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    placeShared: exact !== undefined,
    placeIsPublic: row.place_is_public,
  } satisfies Partial<Listing>;
}

/** Whether the viewer sees the photos: former claimers still see withdrawn listings, without photos. */
export const showsPhotos = (row: Pick<ListingRow, 'status' | 'donor_id'>, viewerId: string): boolean =>
  row.status !== 'withdrawn' || row.donor_id === viewerId;

/**
 * Presents listings in the order of `rows`; the caller has checked that the viewer may see them. The exact location
 * comes from `readExactLocation` only, for the donor and people with a grant; others get the area label and the public
 * point. Distances are from `near`, else from the viewer's own place. A constant number of statements.
 */
export async function presentListings(
  ctx: AppContext,
  viewerId: string,
  rows: readonly ListingRow[],
  near: GeoPoint | null = null,
): Promise<Listing[]> {
  if (rows.length === 0) return [];
  const now = ctx.clock.now();
  const ids = rows.map((row) => row.id);
  const [donors, listingPhotos, exactLocations] = await Promise.all([
    summaries(ctx, [...new Set(rows.map((row) => row.donor_id))]),
    selectPhotos(ctx.db, ids),
    readExactLocation(
      ctx,
      [
        ...ids.map((id) => ({ type: 'listing' as const, id })),
        // the viewer's own place is the origin of distances
        { type: 'profile' as const, id: viewerId },
      ],
      viewerId,
      now,
    ),
  ]);
  const photoIds = [...listingPhotos.values()].flatMap((each) => each.map(({ photoId }) => photoId));
  const pictures = await photos.photosByIds(ctx, photoIds);
  const from = near ?? exactLocations.get(viewerId)?.point ?? null;
  return rows.flatMap((row) => {
    const donor = donors.get(row.donor_id);
    if (!donor) return [];
    const exact = exactLocations.get(row.id);
    const stock = row.donor_id === viewerId ? settledStock(row, now) : stockOf(row);
    const point = pointOf(row, exact);
    const attached = showsPhotos(row, viewerId) ? (listingPhotos.get(row.id) ?? []) : [];
    const shown = attached.flatMap(({ photoId, caption }) => {
      const picture = pictures.get(photoId);
      return picture ? { ...picture, caption } : [];
    });
    return {
      id: row.id,
      title: row.title,
      description: row.description,
      category: row.category,
      status: stock.status,
      donorId: row.donor_id,
      donor,
      ...shownPlace(row, exact),
      distanceKm: from && point ? distanceKm(from, point) : null,
      availableFrom: iso(row.available_from),
      availableUntil: iso(row.available_until),
      bestByDate: iso(row.best_by_date),
      expiryDate: row.expiry_date && iso(row.expiry_date),
      dateKind: row.date_kind,
      allergens: row.allergens,
      diets: row.diets,
      createdAt: iso(row.created_at),
      imageUrls: shown.map((photo) => photo.objectPath),
      photos: shown,
      estimatedServings: stock.estimatedServings,
      servingsLeft: stock.servingsLeft,
      ...(row.donor_id === viewerId && {
        offeredServings: row.offered_servings ?? row.estimated_servings,
      }),
      urgencyLevel: urgencyAt(row, now),
      isBulk: row.is_bulk,
      mayGoToOne: row.may_go_to_one,
      countedAs: row.counted_as,
      closingTime: row.closing_time,
      sharePlaceAtOnce: row.donor_id === viewerId ? row.share_place_at_once : null,
    };
  });
}
