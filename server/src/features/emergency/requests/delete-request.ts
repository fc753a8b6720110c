import type { Tx } from '#server/db/database.ts';
import { REMOVED_TITLE } from '#server/features/listings/listings.service.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import * as store from './requests.store.ts';
import type { Endings } from './end-request.ts';
import { selectConversationsOf } from '../matching/matches.store.ts';
import type { RequestLocks } from './request-locks.ts';

type RemovalParts = EmergencyParts & Pick<RequestLocks, 'lock'> & { readonly endings: Endings };

/** What those who run the community take away. Whoever calls this has asked who they are. */
export function makeRemoval(parts: RemovalParts) {
  const { clock, places, messaging, notifications, alerts, lock, endings } = parts;

  return {
    /** Takes a request back, with its words and whoever was to see where it is. False where there is none. */
    async deleteRequest(tx: Tx, id: string): Promise<boolean> {
      const now = await lock(tx, id);
      if (!now) return false;
      const isOpen = now.row.status === 'pending' || now.row.status === 'matched';
      if (isOpen) await endings.cancel(tx, now);
      await places.endAllGrants(tx, { type: 'request', id }, clock.now());
      await store.forgetWords(tx, { id }, REMOVED_TITLE);
      await messaging.updateRequestTitle(tx, id, REMOVED_TITLE);
      // also where a listing was given: a meeting point was told there by the request's name
      await notifications.retitle(tx, [id, ...(await selectConversationsOf(tx, id))], REMOVED_TITLE);
      const removed = await store.selectRequest(tx, id);
      if (removed && !isOpen) await alerts.tellChange(tx, removed, null);
      return true;
    },
  };
}
