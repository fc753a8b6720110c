import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';

/** What the feed shows, held still while the world changes. */
export type SettledFeed = {
  readonly shown: readonly Listing[];
  /** New ones that belong above something shown; they wait until the person asks for them. */
  readonly waiting: readonly Listing[];
  /** Shown, but no longer offered as far as we know. */
  readonly goneIds: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Brings `fresh`, the feed as it is now, into what is `shown`. While the person keeps their place, cards change
 * where they stand, further pages are added below, newcomers wait, and what is gone stays as gone. `hasMore` says
 * that the feed goes on below `fresh`: what is missing there may only have slid to a later page.
 */
export function settleFeed(
  shown: readonly Listing[],
  fresh: readonly Listing[],
  { keepsPlace, hasMore }: { readonly keepsPlace: boolean; readonly hasMore: boolean },
): SettledFeed {
  if (!keepsPlace || shown.length === 0) return { shown: fresh, waiting: [], goneIds: NONE };
  const freshById = new Map(fresh.map((listing) => [listing.id, listing]));
  const known = new Set(shown.map((listing) => listing.id));
  const lastKnown = fresh.findLastIndex((listing) => known.has(listing.id));
  const lastShown = shown.findLastIndex((listing) => freshById.has(listing.id));
  const gone = shown.filter(
    (listing, index) => !freshById.has(listing.id) && (!hasMore || index < lastShown),
  );
  const isNew = (listing: Listing) => !known.has(listing.id);
  return {
    shown: [
      ...shown.map((listing) => freshById.get(listing.id) ?? listing),
      ...fresh.slice(lastKnown + 1).filter(isNew),
    ],
    waiting: fresh.slice(0, lastKnown + 1).filter(isNew),
    goneIds: new Set(gone.map((listing) => listing.id)),
  };
}
