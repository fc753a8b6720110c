import { MAX_CODE_TRIES, addressHiddenAt } from '@openlarder/domain/claims/claim-states.ts';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { ClaimRow } from './claims.store.ts';

/**
 * The only JSON shape of a claim, for one of its two people. Its listing comes from the listings' own presenter, so that
 * one rule decides who sees the exact address; across a block the claimer never does.
 */
export async function presentClaims(
  ctx: AppContext,
  viewerId: string,
  rows: readonly ClaimRow[],
  now: Date,
): Promise<Claim[]> {
  if (rows.length === 0) return [];
  const listingIds = [...new Set(rows.map((row) => row.listing_id))];
  const [people, listingRows, holders, lastingHolders, blocked] = await Promise.all([
    accounts.summaries(ctx, [...new Set(rows.flatMap((row) => [row.donor_id, row.claimer_id]))]),
    listings.listingsById(ctx, listingIds),
    places.grantHolders(ctx, 'listing', listingIds, now),
    places.grantHolders(ctx, 'listing', listingIds, addressHiddenAt(now)),
    moderation.blockedWith(ctx, viewerId),
  ]);
  const isAcrossBlock = (row: ClaimRow): boolean => row.donor_id !== viewerId && blocked.has(row.donor_id);
  const titles = await messaging.titlesWhenClaimed(
    ctx,
    rows.filter(isAcrossBlock).map((row) => row.conversation_id),
  );
  const presented = await listings.presentListings(ctx, viewerId, [...listingRows.values()]);
  const shown = new Map(presented.map((listing) => [listing.id, listing]));
  return rows.flatMap((row) => {
    const [donor, claimer] = [people.get(row.donor_id), people.get(row.claimer_id)];
    const [listing, listingRow] = [shown.get(row.listing_id), listingRows.get(row.listing_id)];
    if (!donor || !claimer || !listing || !listingRow) return [];
    const isDonor = row.donor_id === viewerId;
    const sharedWith = row.status === 'open' ? lastingHolders : holders;
    const isHeld = sharedWith.get(row.listing_id)?.has(row.claimer_id) ?? false;
    return {
      id: row.id,
      status: row.status,
      servings: row.servings,
      side: isDonor ? ('donor' as const) : ('claimer' as const),
      donor,
      claimer,
      conversationId: row.conversation_id,
      emergencyRequestId: row.request_id,
      createdAt: row.created_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      donorConfirmedAt: row.donor_confirmed_at?.toISOString() ?? null,
      claimerConfirmedAt: row.claimer_confirmed_at?.toISOString() ?? null,
      completedBy: row.completed_by,
      endedBy: row.ended_by,
      releaseReason: row.release_reason,
      comingAt: row.coming_at?.toISOString() ?? null,
      disputedAt: row.disputed_at?.toISOString() ?? null,
      disputedBy: row.disputed_by,
      code: !isDonor && row.status === 'open' ? row.code : null,
      codeLocked: row.code_tries >= MAX_CODE_TRIES,
      listing: {
        id: listing.id,
        // the donor's later titles do not pass a block
        title: titles.get(row.conversation_id) ?? listing.title,
        category: listing.category,
        status: listing.status,
        availableFrom: listing.availableFrom,
        availableUntil: listing.availableUntil,
        photo: isAcrossBlock(row) ? null : (listing.photos[0] ?? null),
        ...(isAcrossBlock(row) ? publicPlace(listingRow) : placeOf(listing)),
        ...(isDonor && { placeShared: isHeld }),
      },
    };
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
