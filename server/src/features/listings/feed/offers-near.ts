import { earliestEndMs } from '@openlarder/domain/listings/freshness.ts';
import { servingsOfThings } from '@openlarder/domain/listings/listing-fields.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { blockedPeople } from '#server/features/moderation/blocks/block-conditions.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type Offer as StoredOffer, selectOffersNear } from './offers-near.store.ts';
import { geoPointOf } from '#server/db/database.ts';

/** The public data of an offer, for features that look for food that suits a person. */
export type Offer = {
  readonly id: string;
  readonly donorId: string;
  readonly category: StoredOffer['category'];
  readonly diets: StoredOffer['diets'];
  readonly allergens: StoredOffer['allergens'];
  /** In servings, whatever the listing counts. */
  readonly servingsLeft: number;
  readonly publicPoint: GeoPoint | null;
  readonly endMs: number;
};

/**
 * Offers of people other than `viewerId` within the circle `within`, nearest first, at most `limit`; without a circle
 * all offers, ordered by end. Nothing across a block, as in the feed.
 */
export async function offersNear(
  ctx: AppContext,
  viewerId: string,
  within: { readonly center: GeoPoint; readonly radiusKm: number } | null,
  limit: number,
): Promise<Offer[]> {
  const rows = await selectOffersNear(ctx.db, {
    viewerId,
    hiddenPeople: blockedPeople(viewerId),
    within,
    now: ctx.clock.now(),
    limit,
  });
  return rows.map(offerOf);
}

export function offerOf(row: StoredOffer): Offer {
  return {
    id: row.id,
    donorId: row.donor_id,
    category: row.category,
    diets: row.diets,
    allergens: row.allergens,
    servingsLeft: servingsOfThings(row.servings_left, row.counted_as),
    publicPoint: row.public_point && geoPointOf(row.public_point),
    endMs: earliestEndMs({
      expiryDate: row.expiry_date && row.expiry_date.toISOString(),
      bestByDate: row.best_by_date.toISOString(),
      availableUntil: row.available_until.toISOString(),
    }),
  };
}
