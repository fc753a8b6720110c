import type { Listing, ListingStatus } from '@openlarder/domain/listings/listing-contract.ts';

/** An answer that took longer than this to come is not waited for. */
const KEPT_MS = 120_000;

type HeardStates = {
  /** Listings as an answer to what was asked at `askedAtMs` has them, corrected by what was heard since. */
  correct(listings: readonly Listing[], askedAtMs: number): readonly Listing[];
  hear(listingId: string, status: ListingStatus, nowMs: number): void;
};

/**
 * What live news said of listings a moment ago. An answer that was on its way meanwhile was written before the news,
 * and would offer again what has just been claimed.
 */
export function makeHeardStates(): HeardStates {
  const heard = new Map<string, { readonly status: ListingStatus; readonly atMs: number }>();
  return {
    hear(listingId, status, nowMs) {
      // deleted first, so that the map stays in the order of hearing
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
        // that it is offered again does not say how much of it; the next answer does
        return news && news.atMs >= askedAtMs && news.status !== 'posted'
          ? { ...listing, status: news.status }
          : listing;
      });
    },
  };
}
