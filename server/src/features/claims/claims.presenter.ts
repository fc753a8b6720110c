import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ClaimSide } from '@openlarder/domain/claims/claim-schemas.ts';
import type { HandoverSide } from '@openlarder/domain/handovers/handover-states.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { ClaimRow } from './claims.store.ts';

/** The side of a claim that each side of its handover is. */
export const CLAIM_SIDE: Readonly<Record<HandoverSide, ClaimSide>> = { giver: 'donor', receiver: 'claimer' };

/** The side of this person in the claim. */
export const claimSideOf = (claim: Pick<ClaimRow, 'donor_id'>, personId: string): ClaimSide =>
  claim.donor_id === personId ? 'donor' : 'claimer';

/**
 * The only JSON shape of a claim, for one of its two people. Its listing comes from the listings' own presenter, so that
 * one rule decides who sees the exact address; across a block the claimer never does.
 */
export async function presentClaims(
  ctx: AppContext,
  viewerId: string,
  rows: readonly ClaimRow[],
): Promise<Claim[]> {
  if (rows.length === 0) return [];
  const listingIds = [...new Set(rows.map((row) => row.listing_id))];
  const [handoversById, listingRows, blocked] = await Promise.all([
    handovers.handoversById(
      ctx,
      viewerId,
      rows.map((row) => row.handover_id),
    ),
    listings.listingsById(ctx, listingIds),
    moderation.blockedWith(ctx, viewerId),
  ]);
  const isAcrossBlock = (row: ClaimRow): boolean => row.donor_id !== viewerId && blocked.has(row.donor_id);
  const presented = await listings.presentListings(ctx, viewerId, [...listingRows.values()]);
  const shown = new Map(presented.map((listing) => [listing.id, listing]));
  return rows.flatMap((row): Claim[] => {
    const handover = handoversById.get(row.handover_id);
    const [listing, listingRow] = [shown.get(row.listing_id), listingRows.get(row.listing_id)];
    if (!handover || !listing || !listingRow) return [];
    return [
      {
        id: row.id,
        status: row.status,
        servings: row.servings,
        side: claimSideOf(row, viewerId),
        donor: handover.giver,
        claimer: handover.receiver,
        conversationId: row.conversation_id,
        emergencyRequestId: row.request_id,
        createdAt: row.created_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
        handover,
        listing: {
          id: listing.id,
          // across a block the title is the handover's, which the donor's later ones do not reach
          title: handover.title,
          category: listing.category,
          status: listing.status,
          availableFrom: listing.availableFrom,
          availableUntil: listing.availableUntil,
          photo: isAcrossBlock(row) ? null : (listing.photos[0] ?? null),
          ...(isAcrossBlock(row) ? publicPlace(listingRow) : placeOf(listing)),
          ...(row.donor_id === viewerId && { placeShared: handover.ownPlace === 'revealed' }),
        },
      },
    ];
  });
}

type ShownPlace = Pick<
  Claim['listing'],
  | 'pickupLocation'
  | 'pickupInstructions'
  | 'contactPhone'
  | 'latitude'
  | 'longitude'
  | 'placeShared'
  | 'placeIsPublic'
>;

const placeOf = (listing: Listing): ShownPlace => ({
  pickupLocation: listing.pickupLocation,
  pickupInstructions: listing.pickupInstructions,
  contactPhone: listing.contactPhone,
  latitude: listing.latitude,
  longitude: listing.longitude,
  placeShared: listing.placeShared,
  placeIsPublic: listing.placeIsPublic,
});

function publicPlace(row: listings.ListingRow): ShownPlace {
  const point = row.public_point && geoPointOf(row.public_point);
  return {
    pickupLocation: row.area_label,
    pickupInstructions: null,
    contactPhone: null,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    placeShared: false,
    placeIsPublic: row.place_is_public,
  };
}
