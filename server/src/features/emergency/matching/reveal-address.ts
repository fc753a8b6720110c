import type { EmergencyRequest, RevealAddressBody } from '@openlarder/domain/emergency/request-contract.ts';
import { ADDRESS_VISIBLE_HOURS } from '@openlarder/domain/handovers/handover-states.ts';
import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { postSystemMessage } from '#server/features/messaging/messages/send-message.ts';
import { isAcrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { announceChange } from '../emergency.events.ts';
import { factsOf, type LockedRequest, requireAllowed } from '../requests/request-facts.ts';
import { withRequest } from '../requests/request-locks.internal.ts';
import { requestAfterAction, requireOwnRequest } from '../requests/request-queries.ts';
import * as store from '../requests/requests.store.ts';

/** Where to meet: a meeting point, this address, or the profile's if both are absent. */
type Revealed = Partial<RevealAddressBody>;

/**
 * Reveals the requester's exact address to the helper until the match ends, or, with `meetingPoint`, only where to
 * meet. Only from now on is the address stored. Idempotent; 422 for `address` if none is given or known.
 */
export async function revealRequestAddress(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  revealed: Revealed = {},
): Promise<EmergencyRequest> {
  const { meetingPoint = '' } = revealed;
  await requireOwnRequest(ctx, caller, requestId);
  const match = await withRequest(ctx, requestId, async (tx, locked) => {
    requireAllowed('name_meeting_point', factsOf(locked, caller.userId, tx.clock.now()));
    if (meetingPoint !== '') await nameMeetingPoint(tx, locked, meetingPoint);
    else if (locked.match) await storeAddress(tx, locked.row, revealed);
    return locked.match;
  });
  if (match && meetingPoint === '') await revealAddress(ctx, caller, match.conversation_id);
  return requestAfterAction(ctx, caller, requestId);
}

async function storeAddress(
  tx: TxContext,
  { id, requester_id }: store.RequestRow,
  { address = '', latitude = null, longitude = null }: Revealed,
): Promise<void> {
  const subject = { type: 'request', id } as const;
  if (address === '') {
    await places.requireExactLocation(tx, subject, requester_id);
    return;
  }
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  const exact = { point, address, instructions: '', phone: null };
  await places.writeExactLocation(tx, subject, requester_id, exact);
}

/** Deletes the addresses and meeting points of requests that helpers may not read any more; returns their number. */
export async function forgetAddresses(ctx: AppContext): Promise<number> {
  const fulfilledAfter = new Date(ctx.clock.now().getTime() - ADDRESS_VISIBLE_HOURS * HOUR_MS);
  const addresses = await store.deleteUnreadableAddresses(ctx.db, fulfilledAfter);
  return addresses + (await store.deleteUnreadableMeetingPoints(ctx.db, fulfilledAfter));
}

async function nameMeetingPoint(
  tx: TxContext,
  { row, match }: LockedRequest,
  meetingPoint: string,
): Promise<void> {
  if (!match || row.meeting_point === meetingPoint) return;
  if (await isAcrossBlock(tx, row.requester_id, { id: row.id, otherId: match.helper_id }))
    throw conflict('conversation-closed');
  const changed = await store.setMeetingPoint(tx.db, row.id, meetingPoint);
  await postSystemMessage(tx, match.conversation_id, 'meeting_point_named', row.requester_id);
  await notifications.notify(tx, {
    personId: match.helper_id,
    kind: 'place_shared',
    subject: { type: 'conversation', id: match.conversation_id },
    actorId: row.requester_id,
    listingTitle: row.title,
  });
  await announceChange(tx, changed, match.helper_id);
}
