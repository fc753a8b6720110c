import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import type { ListingRow } from './listings.tables.ts';
import { geoPointOf } from '#server/db/database.ts';

export const LISTING_CHANGED = 'listing_changed';
export type ListingChanged = {
  readonly listingId: string;
  readonly donorId: string;
  readonly status: ListingStatus;
  readonly isNew: boolean;
  /** The public point. */
  readonly point: GeoPoint | null;
};

/** A donor changed a listing with open claims, for its claimers. */
export const LISTING_EDITED = 'listing_edited';
export type ListingEdited = { readonly listingId: string };

export async function announceChange(tx: TxContext, row: ListingRow, isNew = false): Promise<void> {
  const changed: ListingChanged = {
    listingId: row.id,
    donorId: row.donor_id,
    status: row.status,
    isNew,
    point: row.public_point && geoPointOf(row.public_point),
  };
  await tx.eventLog.append(tx, LISTING_CHANGED, changed, {
    topics: ['listings', 'giving'],
    people: [row.donor_id],
    at: changed.point,
  });
}
