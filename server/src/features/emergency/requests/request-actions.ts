import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { endAllGrants } from '#server/features/places/address-access.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { announceChange } from '../emergency.events.ts';
import { selectConversationsOf } from '../matching/matches.store.ts';
import { cancel } from './end-request.ts';
import { factsOf, requireAllowed } from './request-facts.ts';
import { lockRequest, withRequest } from './request-locks.internal.ts';
import { requestAfterAction, requireOwnRequest } from './request-queries.ts';
import * as store from './requests.store.ts';
import { show } from './show-later.ts';
import { REMOVED_TITLE } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { updateRequestTitle } from '#server/features/messaging/messages/report-evidence.ts';

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
    await cancel(tx, now, { reason });
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
  if (deleted?.shown_status) await show(tx, deleted, null);
  else if (deleted && !isOpen) await announceChange(tx, deleted, null);
  return true;
}
