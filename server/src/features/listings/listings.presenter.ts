import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { DbOrTx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Photos } from '#server/features/photos/photos.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import { urgencyAt } from './listing-times.ts';
import { type ListingRow, selectPhotos } from './listings.store.ts';

type PresenterParts = {
  readonly accounts: Pick<Accounts, 'summaries'>;
  readonly places: Pick<Places, 'readExactLocation'>;
  readonly photos: Pick<Photos, 'photosByIds'>;
};

const iso = (at: Date): string => at.toISOString();

/**
 * The only JSON shape of a listing. What belongs to its exact side comes from `readExactLocation` alone, for the donor
 * and for whom the donor has shared it with; everybody else gets the area's label and the public point. Distances
 * are from `near`, else from the viewer's own place. However many rows, the same few statements.
 */
export function makeListingPresenter({ accounts, places, photos }: PresenterParts) {
  return async function presentListings(
    db: DbOrTx,
    viewerId: string,
    rows: readonly ListingRow[],
    asked: { readonly now: Date; readonly near?: GeoPoint | null },
  ): Promise<Listing[]> {
    if (rows.length === 0) return [];
    const ids = rows.map((row) => row.id);
    const [donors, listingPhotos, exactSides] = await Promise.all([
      accounts.summaries(db, [...new Set(rows.map((row) => row.donor_id))]),
      selectPhotos(db, ids),
      places.readExactLocation(
        db,
        [
          ...ids.map((id) => ({ type: 'listing' as const, id })),
          // one's own place is the viewer's to see, and where distances start
          { type: 'profile' as const, id: viewerId },
        ],
        viewerId,
        asked.now,
      ),
    ]);
    const photoIds = [...listingPhotos.values()].flatMap((each) => each.map(({ photoId }) => photoId));
    const pictures = await photos.photosByIds(db, photoIds);
    const from = asked.near ?? exactSides.get(viewerId)?.point ?? null;
    return rows.flatMap((row) => {
      const donor = donors.get(row.donor_id);
      if (!donor) return [];
      const exact = exactSides.get(row.id);
      const point = exact?.point ?? (row.public_point && geoPointOf(row.public_point));
      // who let their claim go before still has it in their list
      const isTakenBack = row.status === 'withdrawn' && row.donor_id !== viewerId;
      const shown = (isTakenBack ? [] : (listingPhotos.get(row.id) ?? [])).flatMap(({ photoId, caption }) => {
        const picture = pictures.get(photoId);
        return picture ? { ...picture, caption } : [];
      });
      return {
        id: row.id,
        title: row.title,
        description: row.description,
        category: row.category,
        status: row.status,
        donorId: row.donor_id,
        donor,
        pickupLocation: exact?.address ?? row.area_label,
        pickupInstructions: exact?.instructions || null,
        contactPhone: exact?.phone ?? null,
        latitude: point?.latitude ?? null,
        longitude: point?.longitude ?? null,
        placeShared: exact !== undefined,
        placeIsPublic: row.place_is_public,
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
        estimatedServings: row.estimated_servings,
        servingsLeft: row.servings_left,
        urgencyLevel: urgencyAt(row, asked.now),
        isBulk: row.is_bulk,
        closingTime: row.closing_time,
        sharePlaceAtOnce: row.donor_id === viewerId ? row.share_place_at_once : null,
      };
    });
  };
}
