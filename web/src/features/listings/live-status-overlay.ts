import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';

/** Statuses older than this are dropped; a response that takes longer is not expected. */
const MAX_AGE_MS = 120_000;

type LiveStatusOverlay = {
  /** The listings of a response to a request sent at `requestedAtMs`, with statuses that were received since. */
  correct(listings: readonly Listing[], requestedAtMs: number): readonly Listing[];
  record(listingId: string, status: ListingStatus, nowMs: number): void;
};

/**
 * Statuses of listings received over the live socket a moment ago. A response that was under way at the time
 * is older than they are, and would offer again what has just been claimed.
 */
export function createLiveStatusOverlay(): LiveStatusOverlay {
  const recorded = new Map<string, { readonly status: ListingStatus; readonly atMs: number }>();
  return {
    record(listingId, status, nowMs) {
      // deleted first, so that the map stays in order of arrival
      recorded.delete(listingId);
      recorded.set(listingId, { status, atMs: nowMs });
      for (const [id, { atMs }] of recorded) {
        if (nowMs - atMs <= MAX_AGE_MS) break;
        recorded.delete(id);
      }
    },
    correct(listings, requestedAtMs) {
      return listings.map((listing) => {
        const latest = recorded.get(listing.id);
        // `posted` again does not say how many servings are left; the next response does
        return latest && latest.atMs >= requestedAtMs && latest.status !== 'posted'
          ? { ...listing, status: latest.status }
          : listing;
      });
    },
  };
}
