import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  endAllGrants,
  type ExactLocation,
  readExactLocation,
} from '#server/features/places/address-access.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { isSameAddress } from '@openlarder/domain/places/same-address.ts';
import * as places from '#server/features/places/places.service.ts';
import { requireOwnLabel, resolvePublicLocation } from '#server/features/places/public-location.ts';
import * as publicLocation from '#server/features/places/public-location.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import type { ListingRow } from '../listings.tables.ts';
import { pointText } from '#server/db/database.ts';

type ListingPlace = {
  readonly exactPoint: GeoPoint | null;
  readonly publicPoint: GeoPoint | null;
  readonly areaLabel: string;
  /** True at a business, whose exact point is public. */
  readonly isPublic: boolean;
};

type GivenPlace = {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly areaLabel?: string | undefined;
  readonly pickupLocation: string;
};

const pointGiven = ({ latitude, longitude }: Pick<GivenPlace, 'latitude' | 'longitude'>): GeoPoint | null =>
  latitude === undefined || longitude === undefined ? null : { latitude, longitude };

/**
 * The public location of a donor's point. 422 on `areaLabel` if no area name is known there and none is given that
 * fits.
 */
async function placeAt(
  tx: TxContext,
  donorId: string,
  given: publicLocation.GivenPlace,
): Promise<ListingPlace> {
  const location = await resolvePublicLocation(tx, donorId, given);
  return {
    exactPoint: given.point,
    publicPoint: location.publicPoint,
    areaLabel: location.areaLabel,
    isPublic: location.isPublic,
  };
}

/** Where the food is: the given point, else as `placeOfAddress` says. */
export async function placeOfNewListing(
  tx: TxContext,
  donorId: string,
  given: GivenPlace,
  now: Date,
): Promise<ListingPlace> {
  const point = pointGiven(given);
  const { areaLabel, pickupLocation: address } = given;
  if (point) return placeAt(tx, donorId, { point, areaLabel, address });
  return placeOfAddress(tx, donorId, { areaLabel, address }, now);
}

/**
 * The place of an address without a point: the donor's own place, whose exact point goes with its address only, as who
 * names a public place does not reveal where they live. Of a business only its own address is public: food elsewhere is
 * shown around it like that of a home. Without a place a label without a point: the donor's, or the community's name.
 */
async function placeOfAddress(
  tx: TxContext,
  donorId: string,
  { areaLabel: ownLabel, address }: Omit<publicLocation.GivenPlace, 'point'>,
  now: Date,
): Promise<ListingPlace> {
  const own = (await places.profilePlaces(tx, [donorId])).get(donorId);
  const profile = { type: 'profile' as const, id: donorId };
  const exact = (await readExactLocation(tx, [profile], donorId, now)).get(donorId);
  const isThere = exact !== undefined && isSameAddress(exact.address, address);
  if (own && (isThere || !own.isPublic)) {
    const { publicPoint, areaLabel, isPublic } = own;
    return { exactPoint: isThere ? exact.point : null, publicPoint, areaLabel, isPublic };
  }
  const publicPoint = own?.publicPoint ? publicPointOf(own.publicPoint, tx.settings.cellM) : null;
  const unnamed = ownLabel ? undefined : tx.settings.appName;
  const areaLabel = await publicLocation.labelFor(tx, publicPoint, ownLabel, address, unnamed);
  return { exactPoint: null, publicPoint, areaLabel, isPublic: false };
}

/** The columns of `food_listing` about its place. */
type PlaceColumns = Partial<{ public_point: string; area_label: string; place_is_public: boolean }>;

const NO_LOCATION: ExactLocation = { point: null, address: '', instructions: '', phone: null };

const isSamePoint = (a: GeoPoint | null, b: GeoPoint | null): boolean =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude;

/**
 * Changes the address of a listing, with or without a new point. The exact point belongs to the address that it was given
 * with: another address without a point has none, and the public location stays, except from a business or to it.
 * Returns the changed columns of the public location, null if nothing changed. Calls `refuseMove` before the place itself
 * changes; instructions and phone may change any time.
 */
export async function changePlace(
  tx: TxContext,
  row: ListingRow,
  body: ChangeListing,
  now: Date,
  refuseMove: () => void,
): Promise<PlaceColumns | null> {
  const subject = { type: 'listing' as const, id: row.id };
  const before = (await readExactLocation(tx, [subject], row.donor_id, now)).get(row.id) ?? NO_LOCATION;
  const address = body.pickupLocation ?? before.address;
  const isMoved = !isSameAddress(address, before.address);
  const areaLabel = row.place_is_public ? body.areaLabel : undefined;
  const named =
    isMoved && !pointGiven(body) ? await placeOfAddress(tx, row.donor_id, { areaLabel, address }, now) : null;
  const elsewhere = row.place_is_public || named?.isPublic ? named : null;
  const after: ExactLocation = {
    point: pointGiven(body) ?? (isMoved ? (elsewhere?.exactPoint ?? null) : before.point),
    address,
    instructions: body.pickupInstructions ?? before.instructions,
    phone: body.contactPhone === undefined ? before.phone : body.contactPhone || null,
  };
  const hasNewPoint = !isSamePoint(before.point, after.point);
  // a point is labeled by its public area; the donor's own label counts only without a point
  const hasNewLabel =
    body.areaLabel !== undefined &&
    after.point === null &&
    row.public_point === null &&
    !row.place_is_public &&
    (await requireOwnLabel(tx, body.areaLabel, after.address)) !== row.area_label;
  if (hasNewPoint || hasNewLabel || after.address !== before.address) {
    refuseMove();
    // grants of earlier handovers last a day after them and are for the old address only
    await endAllGrants(tx, subject, now);
  } else if (after.instructions === before.instructions && after.phone === before.phone) return null;
  await places.writeExactLocation(tx, subject, row.donor_id, after);
  const location =
    elsewhere ??
    (hasNewPoint && after.point
      ? await placeAt(tx, row.donor_id, { point: after.point, areaLabel: body.areaLabel, address })
      : null);
  if (location)
    return {
      ...(location.publicPoint && { public_point: pointText(location.publicPoint) }),
      area_label: location.areaLabel,
      place_is_public: location.isPublic,
    };
  return hasNewLabel ? { area_label: await requireOwnLabel(tx, body.areaLabel, after.address) } : {};
}
