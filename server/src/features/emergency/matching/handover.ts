import type { MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import { conflict, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { Tx } from '#server/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import type { CancelReason, RequestRow } from '../requests/requests.store.ts';
import type { Endings } from '../requests/end-request.ts';
import * as matches from './matches.store.ts';
import type { Reading } from '../requests/request-queries.ts';
import { factsOf, type Matched, otherOf, type RequestNow } from '../requests/request-facts.ts';
import type { RequestLocks } from '../requests/request-locks.ts';
import { refuseUnless } from '../requests/request-refusals.ts';
import type { Witnessing } from '../requests/report-evidence.ts';

type MovingParts = EmergencyParts &
  Pick<RequestLocks, 'withRequest'> &
  Pick<Reading, 'ownRequest'> &
  Pick<Witnessing, 'wordsOf'> & { readonly endings: Endings };

/** What its two people do to a request. What is said twice by the same person is said once. */
export function makeMoving(parts: MovingParts) {
  const { db, clock, moderation, messaging, notifications, claims, alerts } = parts;
  const { endings, ownRequest, withRequest, wordsOf } = parts;

  const allowed = (move: Parameters<typeof refuseUnless>[0], now: RequestNow, caller: Caller): void =>
    refuseUnless(move, factsOf(now, caller.userId, clock.now()));

  /** What a helper says was not genuine goes to those who run the community, who may put it aside. */
  async function complain(tx: Tx, { row, match }: Matched): Promise<void> {
    await moderation.fileReport(tx, {
      reporterId: match.helper_id,
      subject: { type: 'request', id: row.id },
      reason: 'not_genuine',
      details: '',
      aboutId: row.requester_id,
      evidence: await wordsOf(tx, row),
    });
  }

  async function release(
    caller: Caller,
    requestId: string,
    reason: MatchReleaseReason | null,
  ): Promise<void> {
    await ownRequest(caller, requestId);
    await withRequest(requestId, async (tx, { row, match }) => {
      const isHelper = match?.helper_id === caller.userId;
      // whose match is over already has let it go, or was let go
      if (row.requester_id !== caller.userId && !isHelper) return;
      if (row.status === 'pending') return;
      allowed('release', { row, match }, caller);
      if (!match) return;
      await endings.letGo(tx, { row, match }, caller.userId, reason);
      if (isHelper && reason === 'not_genuine') await complain(tx, { row, match });
    });
  }

  async function cancel(caller: Caller, requestId: string, reason: CancelReason | null): Promise<void> {
    await ownRequest(caller, requestId);
    await withRequest(requestId, async (tx, now) => {
      if (now.row.requester_id === caller.userId && now.row.status === 'cancelled') return;
      allowed('cancel', now, caller);
      await endings.cancel(tx, now, reason);
    });
  }

  /** One side's word; with the other's it is fulfilled. */
  async function confirm(tx: Tx, matched: Matched, caller: Caller): Promise<void> {
    const { row, match } = matched;
    const isRequester = row.requester_id === caller.userId;
    if (isRequester ? match.requester_confirmed_at : match.helper_confirmed_at) return;
    allowed('fulfil', matched, caller);
    const by = { requester: isRequester, helper: !isRequester };
    await matches.confirmMatch(tx, match.id, by, clock.now());
    if (isRequester ? match.helper_confirmed_at : match.requester_confirmed_at)
      return endings.fulfil(tx, matched, caller.userId);
    await messaging.postSystemMessage(tx, match.conversation_id, 'handover_confirmed', caller.userId);
    await notifications.notify(tx, {
      personId: otherOf(matched, caller.userId),
      kind: 'request_confirmed',
      subject: { type: 'request', id: row.id },
      actorId: caller.userId,
      listingTitle: row.title,
    });
    await alerts.tellChange(tx, row, match.helper_id);
  }

  /** The ticket's code from the helper, which is both sides' word at once. Gives whether it is wrong. */
  async function fulfilByCode(tx: Tx, matched: Matched, caller: Caller, code: string): Promise<boolean> {
    allowed('fulfil_by_code', matched, caller);
    if (code !== matched.match.code) {
      await matches.countWrongCode(tx, matched.match.id);
      return true;
    }
    // the code is on the requester's ticket: telling it is their word
    await matches.confirmMatch(tx, matched.match.id, { requester: true, helper: true }, clock.now());
    await endings.fulfil(tx, matched, caller.userId);
    return false;
  }

  /** Whether it was this person's food, or their help. */
  async function isOneOfTwo(tx: Tx, row: RequestRow, personId: string): Promise<boolean> {
    const shown = (await matches.selectShownMatches(tx, [row.id])).get(row.id);
    return row.requester_id === personId || shown?.helper_id === personId;
  }

  async function fulfil(caller: Caller, requestId: string, code: string | null): Promise<void> {
    await ownRequest(caller, requestId);
    const open = await matches.selectOpenMatch(db, requestId);
    if (open?.claim_id) {
      await claims.completeClaim(caller, open.claim_id, code);
      return;
    }
    const isWrong = await withRequest(requestId, async (tx, { row, match }) => {
      if (row.status === 'fulfilled' && (await isOneOfTwo(tx, row, caller.userId))) return false;
      if (!match) {
        allowed('fulfil', { row, match }, caller);
        return false;
      }
      // the handover that the person meant is over, and another helper is on the way
      if (match.id !== open?.id) throw conflict('request-ended', 'Somebody else is helping now.');
      if (code !== null) return fulfilByCode(tx, { row, match }, caller, code);
      await confirm(tx, { row, match }, caller);
      return false;
    });
    // after the commit: a wrong try counts although it is refused
    if (isWrong) throw unprocessable({ code: 'That is not the code on the ticket.' });
  }

  return { release, cancel, fulfil };
}
