import { markOfArea } from '@openlarder/domain/emergency/request-areas.ts';
import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { knownPeople } from '#server/features/accounts/trust/trust.ts';
import { selectAlerted } from './alerts/alerts.store.ts';
import { mayOfferBeside } from './matching/hidden-requests.ts';
import type { StoredArea } from './emergency.tables.ts';
import type { RequestRow } from './requests/requests.store.ts';

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

export const REQUEST_ALERTED = 'request_alerted';
export type RequestAlerted = {
  readonly requestId: string;
  readonly requesterId: string;
  readonly round: number;
  readonly wave: number;
  readonly donorIds: readonly string[];
};

/** Who else hears of a change: everyone; the known people among the alerted, to whom it was open; nobody. */
export type Audience = 'all' | 'known' | 'none';

/**
 * Appends REQUEST_CHANGED with the state of `row`, for its two people, the alerted donors and the viewers of its area;
 * for fewer if others do not see it yet, or never will. Not for alerted donors to whom it stays open beside someone not
 * known. Cancels the pending alert mails of those to whom it looks taken.
 */
export async function announceChange(
  tx: TxContext,
  row: RequestRow,
  helperId: string | null,
  audience: Audience = row.shown_status === null ? 'all' : 'none',
): Promise<void> {
  const isPublic = audience === 'all';
  const alerted = await selectAlerted(tx.db, row.id, row.round);
  const staysOpen = await mayOfferBeside(tx, row.id, alerted);
  const known = audience === 'known' ? new Set(await knownPeople(tx)) : null;
  if (row.public_status !== 'pending')
    await notifications.cancelPendingMails(
      tx,
      { type: 'request', id: row.id },
      ['emergency_alert'],
      staysOpen,
    );
  const changed: RequestChanged = {
    requestId: row.id,
    status: row.status,
    area: row.area,
    requesterId: row.requester_id,
    helperId,
    alertedIds: alerted.filter(
      (id) => id === helperId || (!staysOpen.has(id) && (isPublic || known?.has(id) === true)),
    ),
  };
  await tx.eventLog.append(tx, REQUEST_CHANGED, changed, {
    topics: ['requests', 'open-requests'],
    people: [changed.requesterId, ...(helperId === null ? [] : [helperId]), ...changed.alertedIds],
    ...(isPublic && { at: row.area && markOfArea(row.area) }),
  });
}
