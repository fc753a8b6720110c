import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';

/** Statuses older than this are dropped; a response that takes longer is not expected. */
const KEPT_MS = 120_000;

type HeardStates = {
  /** The listings of a response to a request sent at `askedAtMs`, with statuses that were received since. */
  correct(listings: readonly Listing[], askedAtMs: number): readonly Listing[];
  hear(listingId: string, status: ListingStatus, nowMs: number): void;
};

/**
 * Statuses of listings received over the live socket a moment ago. A response that was under way at the time
 * is older than they are, and would offer again what has just been claimed.
 */
export function createLiveStatusOverlay(): HeardStates {
  const heard = new Map<string, { readonly status: ListingStatus; readonly atMs: number }>();
  return {
    hear(listingId, status, nowMs) {
      // deleted first, so that the map stays in order of arrival
      heard.delete(listingId);
      heard.set(listingId, { status, atMs: nowMs });
      for (const [id, { atMs }] of heard) {
        if (nowMs - atMs <= KEPT_MS) break;
        heard.delete(id);
      }
    },
    correct(listings, askedAtMs) {
      return listings.map((listing) => {
        const news = heard.get(listing.id);
        // `posted` again does not say how many servings are left; the next response does
        return news && news.atMs >= askedAtMs && news.status !== 'posted'
          ? { ...listing, status: news.status }
          : listing;
      });
    },
  };
}
