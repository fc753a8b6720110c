import { ADDRESS_VISIBLE_HOURS } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { HandoverRow } from '#server/features/handovers/handovers.tables.ts';
import * as messaging from '#server/features/messaging/messages/send-message.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { announceChange } from '../emergency.events.ts';
import { lockRequest } from '../requests/request-locks.internal.ts';
import * as store from '../requests/requests.store.ts';
import { selectMatchesByHandover } from './matches.store.ts';

/** Deletes the addresses and meeting points of requests that helpers may not read any more; returns their number. */
export async function forgetAddresses(ctx: AppContext): Promise<number> {
  const fulfilledAfter = new Date(ctx.clock.now().getTime() - ADDRESS_VISIBLE_HOURS * HOUR_MS);
  const addresses = await store.deleteUnreadableAddresses(ctx.db, fulfilledAfter);
  return addresses + (await store.deleteUnreadableMeetingPoints(ctx.db, fulfilledAfter));
}

/** Names where the requester wants to meet the helper. */
export async function nameMeetingPoint(
  tx: TxContext,
  handover: HandoverRow,
  meetingPoint: string,
): Promise<void> {
  const [match] = await selectMatchesByHandover(tx.db, [handover.id]);
  const locked = match && (await lockRequest(tx, match.request_id));
  if (!locked || locked.row.meeting_point === meetingPoint) return;
  const { requester_id, title } = locked.row;
  const changed = await store.setMeetingPoint(tx.db, locked.row.id, meetingPoint);
  await messaging.postSystemMessage(tx, handover.conversation_id, 'meeting_point_named', requester_id);
  await notifications.notify(tx, {
    personId: match.helper_id,
    kind: 'place_shared',
    subject: { type: 'conversation', id: handover.conversation_id },
    actorId: requester_id,
    listingTitle: title,
  });
  await announceChange(tx, changed, match.helper_id);
}
