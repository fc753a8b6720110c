import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Tx } from '#server/db/database.ts';
import type { Places } from '#server/features/places/places.service.ts';

/** Where a listing is: really, and as everybody may know it. */
export type ListingPlace = {
  readonly exactPoint: GeoPoint | null;
  readonly publicPoint: GeoPoint | null;
  readonly areaLabel: string;
  /** Whether it is a business's, which stands where everybody sees it. */
  readonly isPublic: boolean;
};

export type GivenPlace = {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly areaLabel?: string | undefined;
};

/** The coordinate in what a form sends; null without one. */
export const pointGiven = ({ latitude, longitude }: GivenPlace): GeoPoint | null =>
  latitude === undefined || longitude === undefined ? null : { latitude, longitude };

/** How a coordinate that a donor gives is seen. Refuses with 422 on `areaLabel` where nobody knows its name. */
export async function placeAt(
  tx: Tx,
  places: Places,
  donorId: string,
  point: GeoPoint,
  areaLabel: string | undefined,
): Promise<ListingPlace> {
  const side = await places.resolvePublicSide(tx, donorId, { point, areaLabel });
  return {
    exactPoint: point,
    publicPoint: side.publicPoint,
    areaLabel: side.areaLabel,
    isPublic: side.isPublic,
  };
}

/** A neighbourhood by its name alone, for food without a point. Refuses an empty one with 422. */
export function areaNamed(areaLabel: string | undefined): string {
  if (!areaLabel) throw unprocessable({ areaLabel: 'Please name your neighbourhood' });
  return areaLabel;
}

/** The given coordinate, else the donor's own place, else no point, and then the donor names the neighbourhood. */
export async function placeOfNewListing(
  tx: Tx,
  places: Places,
  donorId: string,
  given: GivenPlace,
  now: Date,
): Promise<ListingPlace> {
  const point = pointGiven(given);
  if (point) return placeAt(tx, places, donorId, point, given.areaLabel);
  const own = (await places.profilePlace(tx, [donorId])).get(donorId);
  if (!own)
    return {
      exactPoint: null,
      publicPoint: null,
      areaLabel: areaNamed(given.areaLabel),
      isPublic: false,
    };
  const profile = { type: 'profile' as const, id: donorId };
  const exact = (await places.readExactSide(tx, [profile], donorId, now)).get(donorId);
  const { publicPoint, areaLabel, isPublic } = own;
  return { exactPoint: exact?.point ?? null, publicPoint, areaLabel, isPublic };
}
