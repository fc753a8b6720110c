import {
  HELPER_SILENT_MINUTES,
  matchEnd,
  statusAfterRelease,
} from '@openlarder/domain/emergency/request-states.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import type { HandoverRow } from '#server/features/handovers/handovers.tables.ts';
import {
  endHandovers,
  lapseSilent,
  takeBack,
} from '#server/features/handovers/lifecycle/end-all-handovers.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { insertReport } from '#server/features/moderation/reports/create-report.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { processDue } from '#server/platform/process-due.ts';
import * as alerts from '../alerts/alerts.ts';
import { announceChange } from '../emergency.events.ts';
import { matchMessages } from '../matching/match-messages.ts';
import {
  deleteAttemptsOf,
  type MatchRow,
  selectMatchesByHandover,
  selectMatchesMadeBy,
} from '../matching/matches.store.ts';
import {
  closeWaitingConversations,
  openWaitingConversations,
} from '../matching/waiting-conversations.internal.ts';
import { requestText } from './report-evidence.ts';
import type { LockedRequest } from './request-facts.ts';
import { forEachLockedRequest, lockRequest, withRequest } from './request-locks.internal.ts';
import * as store from './requests.store.ts';
import { isActive, shownUntilLikeOthers } from './show-later.ts';
import { laterMoment } from '#server/platform/clock.ts';

/* The ways in which a request ends, or opens again. Callers have locked it and checked that it may end so. */

type CancelOptions = {
  readonly reason?: store.CancelReason | null;
  /** Others see a pending request until then: something public of its author changes now. */
  readonly shownUntil?: Date | null;
};

/** The requester cancels; a helper is notified. */
export async function cancel(
  tx: TxContext,
  { row, match }: LockedRequest,
  { reason = null, shownUntil = null }: CancelOptions = {},
): Promise<void> {
  if (match?.receiver_confirmed_at) {
    // confirmed by the requester: the handover is completed, which fulfils the request; an admin is deleting it
    await endHandovers(tx, [match.handover_id], 'receiver_id');
    return;
  }
  // first, so that the end of the match does not open the request again
  await endRequest(tx, row, 'cancelled', match?.helper_id ?? null, {
    reason,
    shown: shownUntil && { status: 'pending', until: shownUntil },
  });
  if (match) await takeBack(tx, match.handover_id);
  // not shown, since it is the person's own action; it cancels the pending mails that it outdates
  await notify(tx, row, 'request_cancelled', row.requester_id);
}

async function expire(tx: TxContext, row: store.RequestRow, helperId: string | null = null): Promise<void> {
  await endRequest(tx, row, 'expired', helperId);
  await notify(tx, row, 'request_expired', null);
}

/** Follows the end of a match's handover: fulfils the request, or opens it to other helpers again. */
export async function followHandover(tx: TxContext, handover: HandoverRow): Promise<void> {
  const [match] = await selectMatchesByHandover(tx.db, [handover.id]);
  if (!match) return;
  const locked = await lockRequest(tx, match.request_id);
  if (!locked) return;
  const { row } = locked;
  if (handover.release_reason === 'not_genuine') await reportNotGenuine(tx, row, match.helper_id);
  if (row.status !== 'matched') return;
  // a request whose requester has confirmed the food is not reopened by the helper's dispute
  const isSaid = handover.status === 'disputed' && handover.receiver_confirmed_at !== null;
  if (handover.status === 'completed' || isSaid)
    return endRequest(tx, row, 'fulfilled', match.helper_id, {
      // its listing changes now, or one of the two leaves
      shown:
        match.claim_id !== null || handover.completed_by === 'one_side'
          ? { status: 'matched', until: laterMoment(tx.clock.now()) }
          : null,
    });
  await forgetWhatWasNamed(tx, row, handover);
  // another helper has taken its place
  if (locked.match) return announceChange(tx, row, match.helper_id, 'none');
  if (handover.release_reason === 'taken_back')
    return endRequest(tx, row, 'cancelled', match.helper_id, { isLeaving: true });
  await reopen(tx, row, match.helper_id);
}

async function reportNotGenuine(tx: TxContext, row: store.RequestRow, helperId: string): Promise<void> {
  await insertReport(tx, {
    reporterId: helperId,
    subject: { type: 'request', id: row.id },
    reason: 'not_genuine',
    details: '',
    aboutId: row.requester_id,
    evidence: await requestText(tx, row),
  });
}

/**
 * Ends a request. What others see of that: a helped one has left their lists before, except those of known donors beside
 * someone who is not, and only its fulfilment is told; what is shown later stays so.
 */
async function endRequest(
  tx: TxContext,
  row: store.RequestRow,
  status: 'fulfilled' | 'expired' | 'cancelled',
  helperId: string | null,
  {
    reason = null,
    shown = null,
    isLeaving = false,
  }: {
    readonly reason?: store.CancelReason | null;
    readonly shown?: store.Shown | null;
    /** Its author's account closes: no donor is told at that moment. */
    readonly isLeaving?: boolean;
  } = {},
): Promise<void> {
  const columns = { status, ended_at: tx.clock.now(), cancel_reason: reason };
  // those who wait see the end with the others
  const closesAt = shown?.status === 'pending' ? (row.shown_until ?? shown.until) : undefined;
  await closeWaitingConversations(tx, row.id, null, closesAt);
  const ended = await store.endRequest(tx.db, row.id, columns, row.shown_status === null ? shown : null);
  if (ended.public_status !== 'pending') await alerts.markAlertsRead(tx, ended);
  const isSeen = row.public_status === 'pending' || status === 'fulfilled';
  const isOpenToKnown =
    !isLeaving && helperId !== null && (await trustOf(tx, [helperId])).get(helperId) !== 'known';
  const audience = isSeen ? 'all' : isOpenToKnown ? 'known' : 'none';
  await announceChange(tx, ended, helperId, ended.shown_status === null ? audience : 'none');
}

/** Deletes a meeting point that was named to a helper, who alone was to read it. */
async function forgetWhatWasNamed(
  tx: TxContext,
  { id, meeting_point, requester_id }: store.RequestRow,
  { conversation_id, created_at }: HandoverRow,
): Promise<void> {
  const named = { conversationId: conversation_id, personId: requester_id, since: created_at };
  if (meeting_point !== '' && (await messaging.placesShown(tx, [named])).size > 0)
    await store.setMeetingPoint(tx.db, id, '');
}

/** Reopens a request whose match ended without food, with a new round of alerts; expires it if its time is over. */
async function reopen(tx: TxContext, row: store.RequestRow, helperId: string): Promise<void> {
  const next = statusAfterRelease({
    expiresAtMs: row.expires_at.getTime(),
    nowMs: tx.clock.now().getTime(),
  });
  if (next === 'expired') return expire(tx, row, helperId);
  if (!(await isActive(tx, row.requester_id))) return endRequest(tx, row, 'cancelled', helperId);
  await alerts.markAlertsRead(tx, row);
  const reopened = await store.reopenRequest(tx.db, row.id);
  await openWaitingConversations(tx, reopened);
  await alerts.startRound(tx, reopened, [helperId]);
  await announceChange(tx, reopened, helperId);
}

const notify = (
  tx: TxContext,
  row: store.RequestRow,
  kind: NotificationKind,
  actorId: string | null,
): Promise<void> =>
  notifications.notify(tx, {
    personId: row.requester_id,
    kind,
    subject: { type: 'request', id: row.id },
    actorId,
    listingTitle: row.title,
  });

/**
 * Cancels the pending request of a person who closes their account; their handovers, and with them their matches, have
 * ended before. Deletes the texts of their requests, except for titles, which helpers keep.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await cancelPendingRequestsOf(tx, personId);
  await store.keepFirstName(tx.db, personId);
  await store.deleteTexts(tx.db, { requesterId: personId }, null);
  await store.deleteAlertsOf(tx.db, personId);
  await deleteAttemptsOf(tx.db, personId);
}

/**
 * Cancels a person's pending request; a matched one continues. Others see the end at a moment that is drawn from
 * how long others' lasted, since their listings disappear now.
 */
export async function cancelPendingRequestsOf(tx: TxContext, personId: string): Promise<void> {
  const own = await store.selectOpenRequestOf(tx.db, personId);
  await forEachLockedRequest(tx, own ? [own.id] : [], async (locked) => {
    if (locked.row.status !== 'pending') return;
    await cancel(tx, locked, { shownUntil: await shownUntilLikeOthers(tx, locked.row) });
  });
}

type Key = { readonly id: string };

/**
 * Ends every match in silence and every request whose time is over, each in its own transaction. Idempotent. Returns
 * how many.
 */
export async function expireRequests(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  const silentSince = new Date(now.getTime() - HELPER_SILENT_MINUTES * MINUTE_MS);
  const ended = await processDue(
    (page) => selectMatchesMadeBy(ctx.db, silentSince, page),
    (key) => endSilentMatch(ctx, key),
    'matches',
  );
  const expired = await processDue(
    (page) => store.selectOverdue(ctx.db, now, page),
    (key) => expireDueRequest(ctx, key),
    'requests',
  );
  return ended + expired;
}

/** Returns true if the request, once locked, was still due. */
async function expireDueRequest(ctx: AppContext, { id }: Key): Promise<boolean> {
  return withRequest(ctx, id, async (tx, { row }) => {
    if (row.status !== 'pending' || tx.clock.now() < row.expires_at) return false;
    await expire(tx, row);
    return true;
  });
}

/** Returns true if the match of a request, once locked, was still silent. */
async function endSilentMatch(ctx: AppContext, { id }: Key): Promise<boolean> {
  return withRequest(ctx, id, async (tx, { match }) => {
    if (!match || !(await isSilent(tx, match))) return false;
    // a message may have been written in the meantime, or the handover confirmed
    return lapseSilent(tx, match.handover_id, ({ agreed_at, giver_confirmed_at, receiver_confirmed_at }) =>
      isSilent(tx, { ...match, agreed_at, giver_confirmed_at, receiver_confirmed_at }),
    );
  });
}

/** Returns true if an open match has been without a message for too long. */
async function isSilent(ctx: AppContext, match: MatchRow): Promise<boolean> {
  const said = (await matchMessages(ctx, [match])).get(match.id);
  const end = said ? matchEnd(said) : null;
  return end !== null && ctx.clock.now().getTime() >= end.atMs;
}
