import * as claims from '#server/features/claims/claims.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as alerts from '../alerts/alerts.ts';
import * as matches from '../matching/matches.store.ts';
import * as ends from './end-request.ts';
import { isConfirmed, type MatchedRequest, type LockedRequest } from './request-facts.ts';
import { forEachLockedRequest } from './request-locks.ts';
import * as store from './requests.store.ts';

/**
 * Ends the open request and matches of a person who closes their account: a handover that one side has confirmed is
 * fulfilled, their own request is cancelled, and a request they help with is open to others again. Deletes the texts of
 * their requests, except for titles, which helpers keep.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  const own = await store.selectOpenRequestOf(tx.db, personId);
  const helped = await matches.selectOpenHelpOf(tx.db, personId);
  await forEachLockedRequest(tx, [...(own ? [own.id] : []), ...helped], async (now) => {
    const isTheirs = now.row.requester_id === personId || now.match?.helper_id === personId;
    if (isTheirs) await leave(tx, now, personId);
  });
  await store.deleteTexts(tx.db, { requesterId: personId }, null);
  await store.deleteAlertsOf(tx.db, personId);
}

/**
 * Ends what is open between two people when `blockerId` blocks the other: a handover that one side has confirmed is
 * fulfilled, else the match is released. The other person sees nothing beyond an ordinary release. Withdraws the alerts
 * between the two.
 */
export async function endMatchesBetween(tx: TxContext, blockerId: string, blockedId: string): Promise<void> {
  await forEachLockedRequest(
    tx,
    await matches.selectOpenBetween(tx.db, blockerId, blockedId),
    async ({ row, match }) => {
      const people = [row.requester_id, match?.helper_id];
      if (match && people.includes(blockerId) && people.includes(blockedId))
        await endMatchForLeaver(tx, { row, match }, blockerId);
    },
  );
  // listings and claims are locked before notifications: end the claims here, not in the later handler
  await claims.endClaimsBetween(tx, blockerId, blockedId);
  await alerts.withdrawAlertsBetween(tx, blockerId, blockedId);
}

async function leave(tx: TxContext, { row, match }: LockedRequest, personId: string): Promise<void> {
  const wasConfirmed = match !== undefined && isConfirmed(match);
  if (match && (wasConfirmed || row.requester_id !== personId))
    await endMatchForLeaver(tx, { row, match }, personId);
  else if (row.status === 'pending' || match) await ends.cancel(tx, { row, match });
  // a fulfilled match's conversation stays open until messaging closes it, with this message
  if (match && !wasConfirmed)
    await messaging.postSystemMessage(tx, match.conversation_id, 'account_closed', personId);
}

/** What one side has confirmed stands, since the other will not answer; else the leaver releases the match. */
async function endMatchForLeaver(tx: TxContext, matched: MatchedRequest, leaverId: string): Promise<void> {
  if (matched.match.claim_id) await claims.endClaimForPerson(tx, matched.match.claim_id, leaverId);
  else if (isConfirmed(matched.match)) await ends.fulfilMatchByOneSide(tx, matched, leaverId);
  else await ends.releaseMatch(tx, matched, leaverId);
}
