import type { TxContext } from '#server/platform/app-context.ts';
import { deleteAttemptsOf } from '../matching/matches.store.ts';
import { cancel } from './end-request.ts';
import { forEachLockedRequest } from './request-locks.ts';
import * as store from './requests.store.ts';

/**
 * Cancels the pending request of a person who closes their account; their handovers, and with them their matches, have
 * ended before. Deletes the texts of their requests, except for titles, which helpers keep.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await cancelPendingRequestsOf(tx, personId);
  await store.deleteTexts(tx.db, { requesterId: personId }, null);
  await store.deleteAlertsOf(tx.db, personId);
  await deleteAttemptsOf(tx.db, personId);
}

/** Cancels a person's pending request; a matched one goes on. */
export async function cancelPendingRequestsOf(tx: TxContext, personId: string): Promise<void> {
  const own = await store.selectOpenRequestOf(tx.db, personId);
  await forEachLockedRequest(tx, own ? [own.id] : [], async (locked) => {
    if (locked.row.status === 'pending') await cancel(tx, locked);
  });
}
