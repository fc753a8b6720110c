import type { Tx } from '#server/db/database.ts';
import type { ListingRow } from '#server/features/listings/listings.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import * as store from '../claims.store.ts';

/** A claim and its listing as they are while nobody else can change either. */
export type Locked = { readonly claim: store.ClaimRow; readonly listing: ListingRow };

const inOrder = (ids: readonly (string | null)[]): string[] =>
  [...new Set(ids)].filter((id) => id !== null).toSorted();

/**
 * The order in which everybody locks: requests by id, listings by id, then a claim, then (as things are said) its
 * conversation.
 */
export function makeClaimLocks({
  db,
  listings,
  requests,
}: Pick<ClaimsParts, 'db' | 'listings' | 'requests'>) {
  /**
   * Runs `step` in a transaction of its own on the claim as it is once nobody else can change it, its listing or the
   * request that it answers.
   */
  async function withClaim<Result>(
    key: store.ClaimKey,
    step: (tx: Tx, locked: Locked) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(db, async (tx) => {
      if (key.request_id !== null) await requests.lockRequest(tx, key.request_id);
      const listing = await listings.lockListing(tx, key.listing_id);
      return step(tx, { claim: await store.lockClaim(tx, key.id), listing });
    });
  }

  /** Runs `step` on each of several claims that is still open, all their requests and listings locked first. */
  async function eachOpen(
    tx: Tx,
    keys: readonly store.ClaimKey[],
    step: (locked: Locked) => Promise<void>,
  ): Promise<void> {
    for (const id of inOrder(keys.map(({ request_id }) => request_id))) await requests.lockRequest(tx, id);
    for (const id of inOrder(keys.map(({ listing_id }) => listing_id))) await listings.lockListing(tx, id);
    for (const { id, listing_id } of keys) {
      const claim = await store.lockClaim(tx, id);
      if (claim.status !== 'open') continue;
      // as it is now: the claim before may have changed it
      await step({ claim, listing: await listings.lockListing(tx, listing_id) });
    }
  }

  /** The same on one claim: what `step` says of it, false where it has ended or there is none. */
  async function withOpen(
    tx: Tx,
    claimId: string,
    step: (locked: Locked) => Promise<boolean>,
  ): Promise<boolean> {
    const key = await store.selectClaimKey(tx, claimId);
    let isDone = false;
    await eachOpen(tx, key ? [key] : [], async (locked) => {
      isDone = await step(locked);
    });
    return isDone;
  }

  return { withClaim, eachOpen, withOpen };
}

export type ClaimLocks = ReturnType<typeof makeClaimLocks>;
