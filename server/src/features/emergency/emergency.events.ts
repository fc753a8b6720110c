import { markOfArea } from '@openlarder/domain/emergency/request-areas.ts';
import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { selectAlerted } from './alerts/alerts.store.ts';
import type { StoredArea } from './emergency.tables.ts';
import type { RequestRow } from './requests/requests.store.ts';

/** A request was created or changed. */
export const REQUEST_CHANGED = 'request_changed';
export type RequestChanged = {
  readonly requestId: string;
  readonly status: RequestStatus;
  /** Null for the community as a whole. */
  readonly area: StoredArea | null;
  readonly requesterId: string;
  /** The current helper, or the one whose match has just ended. */
  readonly helperId: string | null;
  /** The donors alerted in its latest round. */
  readonly alertedIds: readonly string[];
};

/** A wave of alerts was sent. */
export const REQUEST_ALERTED = 'request_alerted';
export type RequestAlerted = {
  readonly requestId: string;
  readonly requesterId: string;
  readonly round: number;
  readonly wave: number;
  readonly donorIds: readonly string[];
};

/**
 * Appends REQUEST_CHANGED with the state of `row`, for its two people, the alerted donors and the viewers of its area;
 * for its two people alone if others do not see it yet, or never will. Cancels pending alert mails once it looks taken.
 */
export async function announceChange(
  tx: TxContext,
  row: RequestRow,
  helperId: string | null,
  { isPublic = row.shown_status === null }: { readonly isPublic?: boolean } = {},
): Promise<void> {
  if (row.public_status !== 'pending')
    await notifications.cancelPendingMails(tx, { type: 'request', id: row.id }, ['emergency_alert']);
  const alertedIds = await selectAlerted(tx.db, row.id, row.round);
  const changed: RequestChanged = {
    requestId: row.id,
    status: row.status,
    area: row.area,
    requesterId: row.requester_id,
    helperId,
    alertedIds: isPublic ? alertedIds : alertedIds.filter((id) => id === helperId),
  };
  await tx.eventLog.append(tx, REQUEST_CHANGED, changed, {
    topics: ['requests', 'open-requests'],
    people: [changed.requesterId, ...(helperId === null ? [] : [helperId]), ...changed.alertedIds],
    ...(isPublic && { at: row.area && markOfArea(row.area) }),
  });
}
