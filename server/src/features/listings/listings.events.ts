import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';

/** A listing was created or changed. */
export const LISTING_CHANGED = 'listing_changed';
export type ListingChanged = {
  readonly listingId: string;
  readonly donorId: string;
  readonly status: ListingStatus;
  readonly isNew: boolean;
  /** The public point. */
  readonly point: GeoPoint | null;
};

/** A donor changed a listing with open claims; clients fetch its new state. */
export const LISTING_EDITED = 'listing_edited';
export type ListingEdited = { readonly listingId: string };
