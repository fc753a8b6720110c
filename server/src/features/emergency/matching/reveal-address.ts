import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { Tx } from '#server/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import * as store from '../requests/requests.store.ts';
import type { Reading } from '../requests/request-queries.ts';
import { factsOf, type Matched } from '../requests/request-facts.ts';
import type { RequestLocks } from '../requests/request-locks.ts';
import { refuseUnless } from '../requests/request-refusals.ts';

type SharingParts = EmergencyParts & Pick<RequestLocks, 'withRequest'> & Pick<Reading, 'ownRequest'>;

/** How a helper comes to know where to go: only ever by the requester, who need not show where they live. */
export function makeSharing(parts: SharingParts) {
  const { clock, places, moderation, messaging, notifications, alerts, ownRequest, withRequest } = parts;

  async function tellHelper(tx: Tx, { row, match }: Matched, event: MessageEvent): Promise<void> {
    await messaging.postSystemMessage(tx, match.conversation_id, event, row.requester_id);
    await notifications.notify(tx, {
      personId: match.helper_id,
      kind: 'place_shared',
      subject: { type: 'conversation', id: match.conversation_id },
      actorId: row.requester_id,
      listingTitle: row.title,
    });
    await alerts.tellChange(tx, row, match.helper_id);
  }

  async function shareAddress(tx: Tx, matched: Matched): Promise<void> {
    const { row, match } = matched;
    const now = clock.now();
    const holders = await places.grantHolders(tx, 'request', [row.id], now);
    if (holders.get(row.id)?.has(match.helper_id)) return;
    await places.grantAddress(tx, { type: 'request', id: row.id }, match.helper_id, now);
    await tellHelper(tx, matched, 'place_shared');
  }

  async function nameMeetingPoint(tx: Tx, { row, match }: Matched, meetingPoint: string): Promise<void> {
    if (row.meeting_point === meetingPoint) return;
    const named = await store.setMeetingPoint(tx, row.id, meetingPoint);
    await tellHelper(tx, { row: named, match }, 'meeting_point_named');
  }

  return {
    /** Shows the helper where the requester is, or with words only where to meet. Again is the same. */
    async sharePlace(caller: Caller, requestId: string, meetingPoint: string): Promise<void> {
      await ownRequest(caller, requestId);
      await withRequest(requestId, async (tx, { row, match }) => {
        refuseUnless('share_place', factsOf({ row, match }, caller.userId, clock.now()));
        if (!match) return;
        if (await moderation.isBlockedBetween(tx, row.requester_id, match.helper_id))
          throw conflict('conversation-closed', 'This conversation is closed.');
        if (meetingPoint === '') await shareAddress(tx, { row, match });
        else await nameMeetingPoint(tx, { row, match }, meetingPoint);
      });
    },
  };
}
