import type { HandoverOwner, HandoverSubject } from '#server/features/handovers/handovers.hooks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { followHandover } from '../requests/end-request.ts';
import { lockRequest } from '../requests/request-locks.internal.ts';
import { selectMatchesByHandover, selectSubjectsOf } from './matches.store.ts';
import { ADDRESS_VISIBLE_HOURS } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { HandoverRow } from '#server/features/handovers/handovers.tables.ts';
import * as messaging from '#server/features/messaging/messages/send-message.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { announceChange } from '../emergency.events.ts';
import * as store from '../requests/requests.store.ts';

export const matchHandovers: HandoverOwner = {
  lock: lockRequests,
  describe,
  onEnded: followHandover,
  nameMeetingPoint,
};

async function lockRequests(tx: TxContext, handoverIds: readonly string[]): Promise<void> {
  const rows = await selectMatchesByHandover(tx.db, handoverIds);
  const requestIds = new Set(rows.map(({ request_id }) => request_id));
  for (const id of [...requestIds].toSorted()) await lockRequest(tx, id);
}

async function describe(
  ctx: AppContext,
  handoverIds: readonly string[],
): Promise<Map<string, Partial<HandoverSubject>>> {
  const rows = await selectSubjectsOf(ctx.db, handoverIds);
  const now = ctx.clock.now();
  return new Map(
    rows.map(({ handover_id, request_id, title, expires_at }) => {
      // after the request's time the requester is notified that it has expired instead
      return [handover_id, { requestId: request_id, title, tellsReceiver: now < expires_at }];
    }),
  );
}

/** Deletes the addresses and meeting points of requests that helpers may not read any more; returns their number. */
export async function forgetAddresses(ctx: AppContext): Promise<number> {
  const fulfilledAfter = new Date(ctx.clock.now().getTime() - ADDRESS_VISIBLE_HOURS * HOUR_MS);
  const addresses = await store.deleteUnreadableAddresses(ctx.db, fulfilledAfter);
  return addresses + (await store.deleteUnreadableMeetingPoints(ctx.db, fulfilledAfter));
}

/** Names where the requester wants to meet the helper. */
async function nameMeetingPoint(tx: TxContext, handover: HandoverRow, meetingPoint: string): Promise<void> {
  const [match] = await selectMatchesByHandover(tx.db, [handover.id]);
  const locked = match && (await lockRequest(tx, match.request_id));
  if (!locked || locked.row.meeting_point === meetingPoint) return;
  // it writes to the helper
  await tx.rateLimits.spend('person-message', locked.row.requester_id);
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
