import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { factsOf, type MatchedRequest } from '../requests/request-facts.ts';
import { withRequest } from '../requests/request-locks.ts';
import { requestAfterAction, requireOwnRequest } from '../requests/request-queries.ts';
import { refuseUnless } from '../requests/request-refusals.ts';
import * as store from '../requests/requests.store.ts';
import { announceChange } from '../emergency.events.ts';

/**
 * Reveals the requester's exact address to the helper until the match ends, or, with `meetingPoint`, only where to meet.
 * Idempotent.
 */
export async function revealRequestAddress(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  meetingPoint = '',
): Promise<EmergencyRequest> {
  await requireOwnRequest(ctx, caller, requestId);
  await withRequest(ctx, requestId, async (tx, { row, match }) => {
    refuseUnless('share_place', factsOf({ row, match }, caller.userId, tx.clock.now()));
    if (!match) return;
    if (await moderation.isBlockedBetween(tx, row.requester_id, match.helper_id))
      throw conflict('conversation-closed', 'This conversation is closed.');
    if (meetingPoint === '') await grantAddress(tx, { row, match });
    else await setMeetingPoint(tx, { row, match }, meetingPoint);
  });
  return requestAfterAction(ctx, caller, requestId);
}

async function grantAddress(tx: TxContext, matched: MatchedRequest): Promise<void> {
  const { row, match } = matched;
  const now = tx.clock.now();
  const holders = await places.grantHolders(tx, 'request', [row.id], now);
  if (holders.get(row.id)?.has(match.helper_id)) return;
  await places.grantAddress(tx, { type: 'request', id: row.id }, match.helper_id, now);
  await notifyHelper(tx, matched, 'place_shared');
}

async function setMeetingPoint(
  tx: TxContext,
  { row, match }: MatchedRequest,
  meetingPoint: string,
): Promise<void> {
  if (row.meeting_point === meetingPoint) return;
  const changed = await store.setMeetingPoint(tx.db, row.id, meetingPoint);
  await notifyHelper(tx, { row: changed, match }, 'meeting_point_named');
}

async function notifyHelper(
  tx: TxContext,
  { row, match }: MatchedRequest,
  event: MessageEvent,
): Promise<void> {
  await messaging.postSystemMessage(tx, match.conversation_id, event, row.requester_id);
  await notifications.notify(tx, {
    personId: match.helper_id,
    kind: 'place_shared',
    subject: { type: 'conversation', id: match.conversation_id },
    actorId: row.requester_id,
    listingTitle: row.title,
  });
  await announceChange(tx, row, match.helper_id);
}
