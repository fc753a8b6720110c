import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import { pointText } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import type { ExactSide, Places } from '#server/features/places/places.service.ts';
import { areaNamed, placeAt, pointGiven } from './listing-place.ts';
import type { ListingRow } from './listings.store.ts';

/** What the row knows of a place. */
type PlaceColumns = Partial<{ public_point: string; area_label: string; place_is_public: boolean }>;

const NOWHERE: ExactSide = { point: null, address: '', instructions: '', phone: null };

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
    const before = (await places.readExactSide(tx, [subject], row.donor_id, now)).get(row.id) ?? NOWHERE;
    const after: ExactSide = {
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
    await places.writeExactSide(tx, subject, row.donor_id, after);
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
