import {
  addressHiddenAt,
  type CompletedBy,
  DISPUTE_HOURS,
  type HandoverStatus,
  type ReleaseReason,
} from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import * as trust from '#server/features/accounts/trust/trust.ts';
import { postSystemMessage } from '#server/features/messaging/messages/send-message.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { endGrant } from '#server/features/places/address-access.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { type HandoverNotice, notifyOfHandover } from '../handover-notices.internal.ts';
import { announceChange } from '../handovers.events.ts';
import { handoverCompleted, handoverOwner, type HandoverSubject } from '../handovers.hooks.ts';
import { completedOf } from '../handovers.queries.ts';
import * as store from '../handovers.store.ts';
import type { HandoverRow } from '../handovers.tables.ts';
import { otherOf, sideOf } from './handover-facts.ts';
import type { LockedHandover } from './handover-locks.ts';

/*
 * The ways in which an open handover ends. Callers have locked it and checked that it may end so. Each writes the
 * outcome, the messages and notifications, and until when the places are visible; then its owners follow.
 */

type HandoverEnd = {
  readonly status: Exclude<HandoverStatus, 'open'>;
  readonly releaseReason?: ReleaseReason | null;
  readonly completedBy?: CompletedBy;
  readonly event: MessageEvent;
  /** The acting person; null for a timeout. */
  readonly actorId: string | null;
  /** From when the conversation is read-only; null if it stays open. */
  readonly closesAt: Date | null;
  readonly notified: readonly string[];
  readonly notice: HandoverNotice;
  /** Until when exact places stay visible; now if absent. */
  readonly placesUntil?: Date;
};

/** The messages and notices of releases for special reasons; others have the default ones. */
const RELEASE_NEWS: Partial<Record<ReleaseReason, { event: MessageEvent; notice: HandoverNotice }>> = {
  no_food: { event: 'no_food', notice: 'no_food' },
  taken_back: { event: 'request_cancelled', notice: 'taken_back' },
  stopped_waiting: { event: 'stopped_waiting', notice: 'released' },
};

/** Ends it by a release, or by the report that there was no food. */
export async function endReleased(
  tx: TxContext,
  locked: LockedHandover,
  actorId: string,
  reason: ReleaseReason | null,
): Promise<void> {
  await end(tx, locked, {
    status: 'released',
    releaseReason: reason,
    ...((reason && RELEASE_NEWS[reason]) ?? { event: 'released', notice: 'released' }),
    actorId,
    closesAt: tx.clock.now(),
    notified: [otherOf(locked.row, actorId)],
  });
}

/** Ends it by the giver's report that the receiver did not come. */
export async function endNoShow(tx: TxContext, locked: LockedHandover): Promise<void> {
  await end(tx, locked, {
    status: 'no_show',
    event: 'no_show',
    actorId: locked.row.giver_id,
    // they may write for as long as it can be disputed
    closesAt: new Date(tx.clock.now().getTime() + DISPUTE_HOURS * HOUR_MS),
    notified: [locked.row.receiver_id],
    notice: 'no_show',
  });
}

/**
 * Ends it because neither side has confirmed it in time, or (`silent`) because one side of a match has not written.
 * After silence the conversation stays open, and closes with the request.
 */
export async function endLapsed(
  tx: TxContext,
  locked: LockedHandover,
  cause: 'time' | 'silent' = 'time',
): Promise<void> {
  const isSilent = cause === 'silent';
  await end(tx, locked, {
    status: 'lapsed',
    releaseReason: isSilent ? 'silent' : null,
    event: isSilent ? 'helper_silent' : 'lapsed',
    actorId: null,
    closesAt: isSilent ? null : tx.clock.now(),
    notified: bothOf(locked.row),
    notice: isSilent ? 'silent' : 'lapsed',
  });
}

/** Completes it by both sides' confirmation or by code. `actorId` confirmed last. */
export async function endCompleted(
  tx: TxContext,
  locked: LockedHandover,
  actorId: string,
  by: 'both' | 'code',
): Promise<void> {
  await end(tx, locked, {
    status: 'completed',
    completedBy: by,
    event: 'completed',
    actorId,
    closesAt: null,
    notified: [otherOf(locked.row, actorId)],
    notice: 'completed',
    placesUntil: addressHiddenAt(tx.clock.now()),
  });
}

/**
 * Completes it by one side's confirmation: the other side did not object in time, or `leaverId` leaves or blocks the
 * other. The leaver is not notified, and the places are hidden immediately.
 */
export async function endCompletedByOneSide(
  tx: TxContext,
  locked: LockedHandover,
  leaverId: string | null = null,
): Promise<void> {
  await end(tx, locked, {
    status: 'completed',
    completedBy: 'one_side',
    event: 'completed_alone',
    actorId: null,
    closesAt: null,
    notified: bothOf(locked.row).filter((personId) => personId !== leaverId),
    notice: 'completed',
    ...(leaverId === null && { placesUntil: addressHiddenAt(tx.clock.now()) }),
  });
}

export async function endDisputed(tx: TxContext, locked: LockedHandover, actorId: string): Promise<void> {
  await end(tx, locked, {
    status: 'disputed',
    event: 'disputed',
    actorId,
    closesAt: null,
    notified: [otherOf(locked.row, actorId)],
    notice: 'disputed',
  });
}

/** Disputes a handover that has ended. The places are hidden immediately, unless the two have another one open. */
export async function disputeEnded(tx: TxContext, locked: LockedHandover, actorId: string): Promise<void> {
  const { row, subject } = locked;
  const now = tx.clock.now();
  const disputed = await store.disputeHandover(tx.db, row.id, {
    disputed_at: now,
    disputed_by: sideOf(row, actorId),
  });
  await postSystemMessage(tx, row.conversation_id, 'disputed', actorId);
  const latest = await store.selectLatestIn(tx.db, row.conversation_id);
  if (latest?.status !== 'open') await endGrants(tx, locked, now);
  await notifyOfHandover(tx, subject, otherOf(row, actorId), 'disputed', actorId);
  await announceChange(tx, disputed);
}

async function end(tx: TxContext, { row, subject }: LockedHandover, ending: HandoverEnd): Promise<void> {
  const now = tx.clock.now();
  const endedBy =
    ending.actorId === null || ending.status === 'completed' ? null : sideOf(row, ending.actorId);
  const ended = await store.updateOpenHandover(tx.db, row.id, {
    status: ending.status,
    ended_at: now,
    ended_by: endedBy,
    release_reason: ending.releaseReason ?? null,
    completed_by: ending.completedBy ?? null,
    proposed_time: null,
    proposed_by: null,
    ...(ending.status === 'disputed' && { disputed_at: now, disputed_by: endedBy }),
  });
  await postSystemMessage(tx, row.conversation_id, ending.event, ending.actorId);
  if (ending.closesAt) await messaging.closeConversation(tx, row.conversation_id, ending.closesAt);
  await endGrants(tx, { row, subject }, ending.placesUntil ?? now);
  const isToldOtherwise =
    !subject.tellsReceiver && (ending.status === 'released' || ending.status === 'lapsed');
  for (const personId of ending.notified)
    if (personId !== row.receiver_id || !isToldOtherwise)
      await notifyOfHandover(tx, subject, personId, ending.notice, ending.actorId);
  await announceChange(tx, ended);
  for (const { onEnded } of handoverOwner.handlersOf(tx)) await onEnded(tx, ended);
  // last, as people are locked last
  if (ending.status !== 'completed' || ending.completedBy === 'one_side') return;
  await settleTrustOf(tx, row);
  const completed = completedOf(ended, subject);
  for (const follow of handoverCompleted.handlersOf(tx)) await follow(tx, completed);
}

/** Lets the two see each other's exact places until `until` at most. */
async function endGrants(
  tx: TxContext,
  { row, subject }: { readonly row: HandoverRow; readonly subject: HandoverSubject },
  until: Date,
): Promise<void> {
  const { listingId, requestId } = subject;
  if (listingId !== null) await endGrant(tx, { type: 'listing', id: listingId }, row.receiver_id, until);
  if (requestId !== null) await endGrant(tx, { type: 'request', id: requestId }, row.giver_id, until);
}

const bothOf = (row: HandoverRow): string[] => [row.giver_id, row.receiver_id];

async function settleTrustOf(
  tx: TxContext,
  { giver_id, receiver_id }: Pick<HandoverRow, 'giver_id' | 'receiver_id'>,
): Promise<void> {
  // in the order of the locks
  for (const personId of [giver_id, receiver_id].toSorted())
    await trust.settleTrust(tx, personId, async () => {
      const completed = await store.selectCompletedOf(tx.db, personId);
      const whatWas = await trust.whatOthersWere(
        tx,
        completed.map(({ other_id }) => other_id),
      );
      return completed.map(({ other_id, ended_at }) => ({
        otherId: other_id,
        otherWas: whatWas(other_id, ended_at),
        completedAtMs: ended_at.getTime(),
      }));
    });
}
