import type { Tx } from '#server/db/database.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { ClaimsParts } from './claims.parts.ts';
import * as store from './claims.store.ts';

/** A claim and its listing as they are while nobody else can change either. */
export type Locked = { readonly claim: store.ClaimRow; readonly listing: ListingRow };

/** What a claim is found by before it is locked; neither ever changes. */
export type ClaimKey = Pick<store.ClaimRow, 'id' | 'listing_id'>;

/** The order in which everybody locks: listings by id, then a claim, then (as things are said) its conversation. */
export function makeClaimLocks({ db, listings }: Pick<ClaimsParts, 'db' | 'listings'>) {
  /** Runs `step` in a transaction of its own on the claim as it is once nobody else can change it or its listing. */
  async function withClaim<Result>(
    key: ClaimKey,
    step: (tx: Tx, locked: Locked) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(db, async (tx) => {
      const listing = await listings.lockListing(tx, key.listing_id);
      return step(tx, { claim: await store.lockClaim(tx, key.id), listing });
    });
  }

  /** Runs `step` on each of several claims that is still open, all their listings locked first. */
  async function eachOpen(
    tx: Tx,
    keys: readonly ClaimKey[],
    step: (locked: Locked) => Promise<void>,
  ): Promise<void> {
    const listingIds = [...new Set(keys.map(({ listing_id }) => listing_id))].toSorted();
    for (const id of listingIds) await listings.lockListing(tx, id);
    for (const { id, listing_id } of keys) {
      const claim = await store.lockClaim(tx, id);
      if (claim.status !== 'open') continue;
      // as it is now: the claim before may have changed it
      await step({ claim, listing: await listings.lockListing(tx, listing_id) });
    }
  }

  return { withClaim, eachOpen };
}

export type ClaimLocks = ReturnType<typeof makeClaimLocks>;
