import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { anonymousRequesters } from '../matching/anonymous-requesters.ts';
import { hasEverHelped, selectMatchesOf } from '../matching/matches.store.ts';
import { findReadableRequest } from './request-queries.ts';

/**
 * Blocks the requester of a request. While it is pending, or where the caller cannot know who made it, by this request
 * only: that hides it, and ends a match of the two for it. Else, for who helped with it and has met them, the person.
 * Idempotent.
 */
export async function blockRequester(ctx: AppContext, caller: Caller, id: string): Promise<void> {
  const row = await findReadableRequest(ctx, caller.userId, id);
  if (!row || row.requester_id === caller.userId) throw notFound();
  const requesterId = row.requester_id;
  const isNamed =
    row.status !== 'pending' &&
    (await hasEverHelped(ctx.db, id, caller.userId)) &&
    (await handovers.metBy(ctx, caller.userId, [requesterId])).has(requesterId);
  if (isNamed) return moderation.blockPerson(ctx, caller, requesterId);
  await moderation.blockByRequest(ctx, caller, { requestId: id, requesterId }, (tx) =>
    endMatches(tx, id, caller.userId),
  );
}

/** The same by a helper who knows the requester by the request's id only; 404 for any other id. */
export async function blockNeighbor(ctx: AppContext, caller: Caller, requestId: string): Promise<void> {
  if (!(await anonymousRequesters(ctx, caller.userId, [requestId])).has(requestId)) throw notFound();
  await blockRequester(ctx, caller, requestId);
}

/** Ends a helper's match of a request, and closes the conversations that they have about it. */
async function endMatches(tx: TxContext, requestId: string, helperId: string): Promise<void> {
  const all = await selectMatchesOf(tx.db, [{ request_id: requestId, helper_id: helperId }]);
  await handovers.endHandovers(
    tx,
    all.filter(({ status }) => status === 'open').map(({ handover_id }) => handover_id),
    'giver_id',
  );
  for (const conversationId of new Set(all.map(({ conversation_id }) => conversation_id)))
    await messaging.closeConversation(tx, conversationId);
}
