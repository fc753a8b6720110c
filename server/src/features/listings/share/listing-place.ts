import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Tx } from '#server/db/database.ts';
import type { ExactLocation, Places } from '#server/features/places/places.service.ts';
import { pointText } from '#server/db/point-column.ts';
import type { ListingRow } from '../listings.store.ts';

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
  const side = await places.resolvePublicLocation(tx, donorId, { point, areaLabel });
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
  const own = (await places.profilePlaces(tx, [donorId])).get(donorId);
  if (!own)
    return {
      exactPoint: null,
      publicPoint: null,
      areaLabel: areaNamed(given.areaLabel),
      isPublic: false,
    };
  const profile = { type: 'profile' as const, id: donorId };
  const exact = (await places.readExactLocation(tx, [profile], donorId, now)).get(donorId);
  const { publicPoint, areaLabel, isPublic } = own;
  return { exactPoint: exact?.point ?? null, publicPoint, areaLabel, isPublic };
}

/** What the row knows of a place. */
type PlaceColumns = Partial<{ public_point: string; area_label: string; place_is_public: boolean }>;

const NOWHERE: ExactLocation = { point: null, address: '', instructions: '', phone: null };

const isSamePoint = (a: GeoPoint | null, b: GeoPoint | null): boolean =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude;

/**
 * Makes the function that changes both sides of a listing's place: the address alone, or with a point. It gives the
 * columns of the public side that are other than before, null when nothing of the place is. `refuseMove` is asked
 * before the place itself changes: how to ring the bell and whom to call may change at any time.
 */
export function makeChangePlace(places: Places) {
  return async function changePlace(
    tx: Tx,
    row: ListingRow,
    body: ChangeListing,
    now: Date,
    refuseMove: () => void,
  ): Promise<PlaceColumns | null> {
    const subject = { type: 'listing' as const, id: row.id };
    const before = (await places.readExactLocation(tx, [subject], row.donor_id, now)).get(row.id) ?? NOWHERE;
    const after: ExactLocation = {
      point: pointGiven(body) ?? before.point,
      address: body.pickupLocation ?? before.address,
      instructions: body.pickupInstructions ?? before.instructions,
      phone: body.contactPhone === undefined ? before.phone : body.contactPhone || null,
    };
    const hasNewPoint = !isSamePoint(before.point, after.point);
    // a point has the name of where everybody sees it; only without one do the donor's own words say where it is
    const hasNewName =
      body.areaLabel !== undefined &&
      after.point === null &&
      !row.place_is_public &&
      areaNamed(body.areaLabel) !== row.area_label;
    if (hasNewPoint || hasNewName || after.address !== before.address) {
      refuseMove();
      // a handover of before shows where that was for a day, not where the next one will be
      await places.endAllGrants(tx, subject, now);
    } else if (after.instructions === before.instructions && after.phone === before.phone) return null;
    await places.writeExactLocation(tx, subject, row.donor_id, after);
    if (hasNewPoint && after.point) {
      const side = await placeAt(tx, places, row.donor_id, after.point, body.areaLabel);
      return {
        ...(side.publicPoint && { public_point: pointText(side.publicPoint) }),
        area_label: side.areaLabel,
        place_is_public: side.isPublic,
      };
    }
    return hasNewName ? { area_label: areaNamed(body.areaLabel) } : {};
  };
}
