import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import { completeHandover, releaseHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { REMOVED_TITLE } from '#server/features/listings/lifecycle/moderation-delete.ts';
import { updateRequestTitle } from '#server/features/messaging/messages/moderation-delete.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { endAllGrants } from '#server/features/places/address-access.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { announceChange } from '../emergency.events.ts';
import { selectConversationsOf, selectLatestMatchWith } from '../matching/matches.store.ts';
import { cancel } from './end-request.ts';
import { factsOf, requireAllowed } from './request-facts.ts';
import { lockRequest, withRequest } from './request-locks.internal.ts';
import { requestAfterAction, requireOwnRequest } from './request-queries.ts';
import * as store from './requests.store.ts';

/** Cancels the caller's own request. Idempotent. */
export async function cancelRequest(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  reason: store.CancelReason | null = null,
): Promise<EmergencyRequest> {
  await requireOwnRequest(ctx, caller, requestId);
  await withRequest(ctx, requestId, async (tx, now) => {
    if (now.row.requester_id === caller.userId && now.row.status === 'cancelled') return;
    requireAllowed('cancel', factsOf(now, caller.userId, tx.clock.now()));
    await cancel(tx, now, reason);
  });
  return requestAfterAction(ctx, caller, requestId);
}

/** Deletes a request for an admin: cancels it, deletes its texts and hides its address. False if it does not exist. */
export async function deleteRequest(tx: TxContext, id: string): Promise<boolean> {
  const now = await lockRequest(tx, id);
  if (!now) return false;
  const isOpen = now.row.status === 'pending' || now.row.status === 'matched';
  if (isOpen) await cancel(tx, now);
  await endAllGrants(tx, { type: 'request', id }, tx.clock.now());
  await store.deleteTexts(tx.db, { id }, REMOVED_TITLE);
  await updateRequestTitle(tx, id, REMOVED_TITLE);
  // also conversations about a listing: their notifications of a meeting point contain the request's title
  const conversationIds = await selectConversationsOf(tx.db, id);
  await notifications.updateTitle(tx, [id, ...conversationIds], REMOVED_TITLE);
  const deleted = await store.selectRequest(tx.db, id);
  if (deleted && !isOpen) await announceChange(tx, deleted, null);
  return true;
}

/*
 * The actions under the requests' own paths: each acts on the handover of the caller's latest match and returns the
 * request. 404 for everyone except its requester and its helpers.
 */

/** Releases a match, by either side: the request is open to others again while its time lasts. Idempotent. */
export async function releaseRequest(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  reason: ReleaseReason | null = null,
): Promise<EmergencyRequest> {
  const row = await requireOwnRequest(ctx, caller, requestId);
  // a pending request has no match that could be released
  if (row.status !== 'pending')
    await releaseHandover(ctx, caller, await ownHandoverId(ctx, caller, requestId), reason);
  return requestAfterAction(ctx, caller, requestId);
}

/**
 * Confirms the handover: the request is fulfilled with both sides' confirmation, or with the code from the helper. 422
 * for a wrong `code`, 409 `code-locked` after five of them.
 */
export async function fulfilRequest(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  code: string | null = null,
): Promise<EmergencyRequest> {
  await requireOwnRequest(ctx, caller, requestId);
  await completeHandover(ctx, caller, await ownHandoverId(ctx, caller, requestId), code);
  return requestAfterAction(ctx, caller, requestId);
}

async function ownHandoverId(ctx: AppContext, caller: Caller, requestId: string): Promise<string> {
  const match = await selectLatestMatchWith(ctx.db, requestId, caller.userId);
  if (!match) throw conflict('handover-ended.no-helper');
  return match.handover_id;
}
