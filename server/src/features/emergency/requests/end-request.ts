import { addressHiddenAt } from '@openlarder/domain/claims/claim-states.ts';
import type { MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import { type MatchStatus, statusAfterRelease } from '@openlarder/domain/emergency/request-states.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import type { RequestClaimEnd } from '#server/features/claims/claims.hooks.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as alerts from '../alerts/alerts.ts';
import * as matches from '../matching/matches.store.ts';
import { type MatchedRequest, otherOf, type LockedRequest } from './request-facts.ts';
import { lockRequest } from './request-locks.ts';
import * as store from './requests.store.ts';
import { announceChange } from '../emergency.events.ts';

/*
 * The ways in which a request and its match end. Callers have locked the request and checked that it may end so. Each
 * writes the outcome, the messages and notifications, and until when the address is visible. Where a claim carries the
 * handover, the claim's end posts the messages, and the request only follows.
 */

/** One of the two releases the match. */
export async function releaseMatch(
  tx: TxContext,
  matched: MatchedRequest,
  actorId: string,
  reason: MatchReleaseReason | null = null,
): Promise<void> {
  await endMatch(tx, matched, { status: 'released', actorId, reason });
  if (matched.match.claim_id) await claims.releaseForPerson(tx, matched.match.claim_id, actorId);
  else
    await announceEnd(tx, matched, {
      event: 'released',
      actorId,
      closes: true,
      notified: notifiedOfRelease(tx, matched, [otherOf(matched, actorId)]),
      kind: 'request_released',
    });
  await reopen(tx, matched);
}

/** The helper has not written anything for too long. */
export async function releaseSilentMatch(tx: TxContext, matched: MatchedRequest): Promise<void> {
  await endMatch(tx, matched, { status: 'silent', actorId: null });
  const notified = notifiedOfRelease(tx, matched, peopleOf(matched));
  if (matched.match.claim_id) {
    await claims.lapseForSilentDonor(tx, matched.match.claim_id);
    for (const personId of notified) await notify(tx, matched.row, personId, 'request_released', null);
  } else
    await announceEnd(tx, matched, {
      event: 'helper_silent',
      actorId: null,
      closes: true,
      notified,
      kind: 'request_released',
    });
  await reopen(tx, matched);
}

/** Neither side has confirmed the handover in time. */
export async function lapseMatch(tx: TxContext, matched: MatchedRequest): Promise<void> {
  await endMatch(tx, matched, { status: 'released', actorId: null });
  await announceEnd(tx, matched, {
    event: 'lapsed',
    actorId: null,
    closes: true,
    notified: notifiedOfRelease(tx, matched, peopleOf(matched)),
    kind: 'request_released',
  });
  await reopen(tx, matched);
}

/** Both sides have confirmed, or the code has. `actorId` confirmed last. */
export async function fulfilMatch(tx: TxContext, matched: MatchedRequest, actorId: string): Promise<void> {
  const placeUntil = addressHiddenAt(tx.clock.now());
  await endMatch(tx, matched, { status: 'fulfilled', actorId: null, placeUntil });
  await announceEnd(tx, matched, {
    event: 'completed',
    actorId,
    closes: false,
    notified: [otherOf(matched, actorId)],
    kind: 'request_fulfilled',
  });
  await endRequest(tx, matched.row.id, 'fulfilled', matched.match.helper_id);
}

/**
 * One side has confirmed and the other can no longer object: after the time for that, or because `leaverId` leaves or
 * blocks the other. The leaver is not notified, and the address is hidden at once.
 */
export async function fulfilMatchByOneSide(
  tx: TxContext,
  matched: MatchedRequest,
  leaverId: string | null = null,
): Promise<void> {
  await endMatch(tx, matched, {
    status: 'fulfilled',
    actorId: null,
    ...(leaverId === null && { placeUntil: addressHiddenAt(tx.clock.now()) }),
  });
  await announceEnd(tx, matched, {
    event: 'completed_alone',
    actorId: null,
    closes: false,
    notified: peopleOf(matched).filter((personId) => personId !== leaverId),
    kind: 'request_fulfilled',
  });
  await endRequest(tx, matched.row.id, 'fulfilled', matched.match.helper_id);
}

/** The requester cancels, or leaves; a helper is notified. */
export async function cancel(
  tx: TxContext,
  { row, match }: LockedRequest,
  reason: store.CancelReason | null = null,
): Promise<void> {
  const requesterId = row.requester_id;
  if (match) {
    const matched = { row, match };
    await endMatch(tx, matched, { status: 'cancelled', actorId: requesterId });
    if (match.claim_id) await claims.endClaimForPerson(tx, match.claim_id, requesterId);
    await announceEnd(tx, matched, {
      event: 'request_cancelled',
      actorId: requesterId,
      closes: true,
      // the helper has been notified of a claim's end
      notified: match.claim_id ? [] : [match.helper_id],
      kind: 'request_cancelled',
    });
  }
  // shown to no one, since it is their own act, but it cancels pending mails that it overtakes
  await notify(tx, row, requesterId, 'request_cancelled', requesterId);
  await endRequest(tx, row.id, 'cancelled', match?.helper_id ?? null, reason);
}

/** The request's time is over. */
export async function expire(
  tx: TxContext,
  row: store.RequestRow,
  helperId: string | null = null,
): Promise<void> {
  await endRequest(tx, row.id, 'expired', helperId);
  await notify(tx, row, row.requester_id, 'request_expired', null);
}

/** The claim that carried the handover has ended, and its messages are posted. */
export async function endMatchWithClaim(tx: TxContext, end: RequestClaimEnd): Promise<void> {
  const now = await lockRequest(tx, end.requestId);
  // a match that ended before its claim has ended the claim itself
  if (now?.match?.claim_id !== end.claimId) return;
  const matched = { row: now.row, match: now.match };
  if (end.outcome === 'let_go') {
    await endMatch(tx, matched, { status: 'released', actorId: end.endedById });
    return reopen(tx, matched);
  }
  const placeUntil = addressHiddenAt(tx.clock.now());
  await endMatch(tx, matched, { status: 'fulfilled', actorId: null, placeUntil });
  await endRequest(tx, matched.row.id, 'fulfilled', matched.match.helper_id);
}

type MatchEnd = {
  readonly status: Exclude<MatchStatus, 'open'>;
  /** Whose act it was; null if both sides or time ended it. */
  readonly actorId: string | null;
  readonly reason?: MatchReleaseReason | null;
  /** Until when the exact address stays visible; now if absent. */
  readonly placeUntil?: Date;
};

async function endMatch(tx: TxContext, matched: MatchedRequest, end: MatchEnd): Promise<void> {
  const { row, match } = matched;
  const now = tx.clock.now();
  await matches.endMatch(tx.db, match.id, {
    status: end.status,
    ended_at: now,
    ended_by: sideOfActor(matched, end.actorId),
    release_reason: end.reason ?? null,
  });
  const place = { type: 'request' as const, id: row.id };
  await places.endGrant(tx, place, match.helper_id, end.placeUntil ?? now);
}

type Announcement = {
  /** The system message in the conversation. */
  readonly event: MessageEvent;
  readonly actorId: string | null;
  /** Whether the conversation becomes read-only. */
  readonly closes: boolean;
  readonly notified: readonly string[];
  readonly kind: NotificationKind;
};

async function announceEnd(
  tx: TxContext,
  { row, match }: MatchedRequest,
  { event, actorId, closes, notified, kind }: Announcement,
): Promise<void> {
  await messaging.postSystemMessage(tx, match.conversation_id, event, actorId);
  if (closes) await messaging.closeConversation(tx, match.conversation_id);
  for (const personId of notified) await notify(tx, row, personId, kind, actorId);
}

async function endRequest(
  tx: TxContext,
  id: string,
  status: 'fulfilled' | 'expired' | 'cancelled',
  helperId: string | null,
  reason: store.CancelReason | null = null,
): Promise<void> {
  const columns = { status, ended_at: tx.clock.now(), cancel_reason: reason };
  await announceChange(tx, await store.endRequest(tx.db, id, columns), helperId);
}

/** The match has ended without food: a new round of alerts begins, or the request expires with its time. */
async function reopen(tx: TxContext, { row, match }: MatchedRequest): Promise<void> {
  const helperId = match.helper_id;
  const next = statusAfterRelease({
    expiresAtMs: row.expires_at.getTime(),
    nowMs: tx.clock.now().getTime(),
  });
  if (next === 'expired') return expire(tx, row, helperId);
  if (!(await isActive(tx, row.requester_id))) return endRequest(tx, row.id, 'cancelled', helperId);
  const reopened = await store.reopenRequest(tx.db, row.id);
  await alerts.startRound(tx, reopened, [helperId]);
  await announceChange(tx, reopened, helperId);
}

/** Whether the person may have an open request: not while they are paused. */
async function isActive(tx: TxContext, personId: string): Promise<boolean> {
  try {
    await accounts.requireActive(tx, personId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const notify = (
  tx: TxContext,
  row: store.RequestRow,
  personId: string,
  kind: NotificationKind,
  actorId: string | null,
): Promise<void> =>
  notifications.notify(tx, {
    personId,
    kind,
    subject: { type: 'request', id: row.id },
    actorId,
    listingTitle: row.title,
  });

/** Who of these is notified of a release: after the request's time, the requester is told that it has expired. */
const notifiedOfRelease = (tx: TxContext, { row }: MatchedRequest, people: readonly string[]): string[] =>
  people.filter((personId) => personId !== row.requester_id || tx.clock.now() < row.expires_at);

const peopleOf = ({ row, match }: MatchedRequest): string[] => [row.requester_id, match.helper_id];

function sideOfActor({ row }: MatchedRequest, actorId: string | null): 'requester' | 'helper' | null {
  if (actorId === null) return null;
  return row.requester_id === actorId ? 'requester' : 'helper';
}
