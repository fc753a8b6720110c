import * as listings from '#server/features/listings/listings.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { requestClaimHook } from '../claims.hooks.ts';
import * as store from '../claims.store.ts';

/** A claim and its listing, both locked. */
export type LockedClaim = { readonly claim: store.ClaimRow; readonly listing: listings.ListingRow };

/*
 * The lock order of all features: requests by id, listings by id, then a claim, then (as messages are posted) its
 * conversation.
 */

/** Locks requests that claims answer, in the order of their ids. */
export async function lockRequests(tx: TxContext, ids: readonly (string | null)[]): Promise<void> {
  for (const id of inOrder(ids))
    for (const { lockRequest } of requestClaimHook.handlersOf(tx)) await lockRequest(tx, id);
}

/** Runs `step` in a transaction on the claim, with the claim, its listing and the request that it answers locked. */
export async function withClaim<Result>(
  ctx: AppContext,
  key: store.ClaimKey,
  step: (tx: TxContext, locked: LockedClaim) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async (tx) => {
    await lockRequests(tx, [key.request_id]);
    const listing = await listings.lockListing(tx, key.listing_id);
    return step(tx, { claim: await store.lockClaim(tx.db, key.id), listing });
  });
}

/** Runs `step` on each of several claims that is still open, with all their requests and listings locked first. */
export async function forEachOpenClaim(
  tx: TxContext,
  keys: readonly store.ClaimKey[],
  step: (locked: LockedClaim) => Promise<void>,
): Promise<void> {
  await lockRequests(
    tx,
    keys.map(({ request_id }) => request_id),
  );
  for (const id of inOrder(keys.map(({ listing_id }) => listing_id))) await listings.lockListing(tx, id);
  for (const { id, listing_id } of keys) {
    const claim = await store.lockClaim(tx.db, id);
    if (claim.status !== 'open') continue;
    // read again: the claim before may have changed it
    await step({ claim, listing: await listings.lockListing(tx, listing_id) });
  }
}

/** The same for one claim: the result of `step`; false if the claim has ended or does not exist. */
export async function withOpenClaim(
  tx: TxContext,
  claimId: string,
  step: (locked: LockedClaim) => Promise<boolean>,
): Promise<boolean> {
  const key = await store.selectClaimKey(tx.db, claimId);
  let isDone = false;
  await forEachOpenClaim(tx, key ? [key] : [], async (locked) => {
    isDone = await step(locked);
  });
  return isDone;
}

const inOrder = (ids: readonly (string | null)[]): string[] =>
  [...new Set(ids)].filter((id) => id !== null).toSorted();
