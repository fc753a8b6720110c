import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { handoversById } from '#server/features/handovers/handovers.queries.ts';
import { endHandovers } from '#server/features/handovers/lifecycle/end-all-handovers.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { blockByRequest, blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { endGrant } from '#server/features/places/address-access.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { anonymousRequesters, sharedHistory } from '../matching/anonymous-requesters.ts';
import { hasEverHelped, selectMatchesOf, selectOpenMatch } from '../matching/matches.store.ts';
import { findReadableRequest } from './request-queries.ts';

/**
 * Blocks the requester of a request. While it is pending, or if the caller may not know who the requester is, the block
 * is by this request only: it hides the request, and ends a match of the two for it. A helper who was told the
 * requester's name blocks the person. Idempotent.
 */
export async function blockRequester(ctx: AppContext, caller: Caller, id: string): Promise<void> {
  const row = await findReadableRequest(ctx, caller.userId, id);
  if (!row || row.requester_id === caller.userId) throw notFound();
  const requesterId = row.requester_id;
  const isHelper = (await selectOpenMatch(ctx.db, id))?.helper_id === caller.userId;
  const isNamed =
    (isHelper ? row.status : row.public_status) !== 'pending' &&
    (await hasEverHelped(ctx.db, id, caller.userId)) &&
    !(await anonymousRequesters(ctx, caller.userId, [id])).has(id);
  if (isNamed) return blockPerson(ctx, caller, requesterId);
  const block = { requestId: id, blockedId: requesterId, isByRequester: false };
  await blockByRequest(ctx, caller, block, (tx) => endMatches(tx, id, caller.userId, 'giver_id'));
}

/** The same by a helper who knows the requester by the request's id only; 404 for any other id. */
export async function blockNeighbor(ctx: AppContext, caller: Caller, requestId: string): Promise<void> {
  if (!(await anonymousRequesters(ctx, caller.userId, [requestId])).has(requestId)) throw notFound();
  await blockRequester(ctx, caller, requestId);
}

/**
 * Blocks a helper of the caller's requests who does not know the caller: by each of these requests, so that the caller
 * stays anonymous. Returns false if there is none, or if the two know each other by name from something else.
 */
export async function blockHelper(ctx: AppContext, caller: Caller, helperId: string): Promise<boolean> {
  const { requestIds, isKnown } = await sharedHistory(ctx, helperId, caller.userId);
  if (requestIds.length === 0 || isKnown) return false;
  for (const requestId of requestIds)
    await blockByRequest(ctx, caller, { requestId, blockedId: helperId, isByRequester: true }, (tx) =>
      endMatches(tx, requestId, helperId, 'receiver_id'),
    );
  return true;
}

/**
 * Ends a helper's match of a request, for the side that leaves, closes the conversations that they have about it, and
 * hides the places that they have shown each other for it.
 */
async function endMatches(
  tx: TxContext,
  requestId: string,
  helperId: string,
  leaverOf: 'giver_id' | 'receiver_id',
): Promise<void> {
  const now = tx.clock.now();
  const all = await selectMatchesOf(tx.db, [{ request_id: requestId, helper_id: helperId }]);
  await endHandovers(
    tx,
    all.filter(({ status }) => status === 'open').map(({ handover_id }) => handover_id),
    leaverOf,
  );
  const about = await handoversById(
    tx,
    helperId,
    all.map(({ handover_id }) => handover_id),
  );
  for (const { conversation_id, handover_id, requester_id } of all) {
    await messaging.closeConversation(tx, conversation_id);
    const listingId = about.get(handover_id)?.listingId;
    if (listingId) await endGrant(tx, { type: 'listing', id: listingId }, requester_id, now);
  }
  await endGrant(tx, { type: 'request', id: requestId }, helperId, now);
}
