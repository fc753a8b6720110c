import { anonymousSummaries } from '#server/features/accounts/profile/anonymous-people.ts';
import { postSystemMessage } from '#server/features/messaging/messages/send-message.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import * as store from '../handovers.store.ts';
import type { HandoverRow } from '../handovers.tables.ts';
import { endCompletedByOneSide, endLapsed, endReleased } from './end-handover.internal.ts';
import { confirmationsOf, isConfirmed } from './handover-facts.ts';
import { forEachOpenHandover, type LockedHandover, subjectsOf, withHandover } from './handover-locks.ts';
import { automaticHandoverEnd } from '@openlarder/domain/handovers/handover-states.ts';
import { processDue } from '#server/platform/process-due.ts';
import { selectDueToEnd } from '../due-handovers.store.ts';

/**
 * Ends every open handover of a person who closes their account: completed where it is taken, else
 * released by the person. The other person is notified, in the conversation and live; one who knows a neighbor only, of
 * the end and not of its reason.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  const open = await store.selectOpenOf(tx.db, personId);
  await forEachOpenHandover(tx, idsOf(open), async (locked) => {
    const { row, subject } = locked;
    if (isTaken(locked)) return endCompletedByOneSide(tx, locked, personId);
    const takesBack = row.receiver_id === personId && subject.requestId !== null;
    await endReleased(tx, locked, personId, takesBack ? 'taken_back' : null);
    const isUnknown = (await anonymousSummaries(tx, row.giver_id, [row.id])).has(row.id);
    if (isUnknown && row.receiver_id === personId) return;
    // a completed handover's conversation stays open until messaging closes it, with this message
    await postSystemMessage(tx, row.conversation_id, 'account_closed', personId);
  });
}

/**
 * Ends every open handover between two people when `blockerId` blocks the other: completed where it is taken, else
 * released. To the other person it looks like an ordinary release. Handovers in which the other is anonymous
 * to the blocker stay open; returns the listings and requests that these are about.
 *
 * Locks requests, listings, handovers and conversations, in this order. The transaction holds the lock of the pair, so
 * that no handover between them is added, and must not have locked any of these or a person before.
 */
export async function endHandoversBetween(
  tx: TxContext,
  blockerId: string,
  blockedId: string,
): Promise<string[]> {
  const all = await store.selectBetween(tx.db, blockerId, blockedId);
  const anonymous = await anonymousSummaries(tx, blockerId, idsOf(all));
  const ended = all.filter(({ id, status }) => status === 'open' && !anonymous.has(id));
  await forEachOpenHandover(tx, idsOf(ended), (locked) => endForLeaver(tx, locked, blockerId));
  const subjects = await subjectsOf(tx, [...anonymous.keys()]);
  return [...subjects.values()].flatMap(({ listingId, requestId }) =>
    [listingId, requestId].filter((id) => id !== null),
  );
}

/** Ends handovers as `endHandoversBetween` does, for the side `leaverOf`; no error for those that have ended. */
export async function endHandovers(
  tx: TxContext,
  handoverIds: readonly string[],
  leaverOf: 'giver_id' | 'receiver_id',
): Promise<void> {
  await forEachOpenHandover(tx, handoverIds, (locked) => endForLeaver(tx, locked, locked.row[leaverOf]));
}

/** Ends a handover because the receiver withdraws the request. No error if it has ended. */
export async function takeBack(tx: TxContext, handoverId: string): Promise<void> {
  await forEachOpenHandover(tx, [handoverId], (locked) =>
    endReleased(tx, locked, locked.row.receiver_id, 'taken_back'),
  );
}

/**
 * Ends the open handover of a match because of silence. `isSilent` is called with the handover and its conversation
 * locked. Returns false if the handover has ended or it is not silent.
 */
export async function lapseSilent(
  tx: TxContext,
  handoverId: string,
  isSilent: (row: HandoverRow) => Promise<boolean>,
): Promise<boolean> {
  let hasLapsed = false;
  await forEachOpenHandover(tx, [handoverId], async (locked) => {
    await messaging.lockConversation(tx, locked.row.conversation_id);
    if (!(await isSilent(locked.row))) return;
    await endLapsed(tx, locked, 'silent');
    hasLapsed = true;
  });
  return hasLapsed;
}

const idsOf = (rows: readonly HandoverRow[]): string[] => rows.map(({ id }) => id);

/**
 * Whether one side's confirmation is enough when the two part. A helper's alone is not: the request would count as
 * fulfilled by someone who only said so.
 */
const isTaken = ({ row, subject }: LockedHandover): boolean =>
  subject.requestId === null ? isConfirmed(row) : row.receiver_confirmed_at !== null;

/** Completes a handover that is taken, since the other side will not answer; releases it otherwise. */
async function endForLeaver(tx: TxContext, locked: LockedHandover, leaverId: string): Promise<void> {
  if (isTaken(locked)) await endCompletedByOneSide(tx, locked, leaverId);
  else await endReleased(tx, locked, leaverId, null);
}

/** Ends every open handover whose time is over, each in its own transaction. Idempotent. Returns how many. */
export async function expireHandovers(ctx: AppContext): Promise<number> {
  return processDue(
    (page) => selectDueToEnd(ctx.db, ctx.clock.now(), page),
    ({ id }) => expireHandover(ctx, id),
    'handovers',
  );
}

/** Returns true if the handover, once locked, was still due. */
async function expireHandover(ctx: AppContext, id: string): Promise<boolean> {
  return withHandover(ctx, id, async (tx, locked) => {
    const { outcome, atMs } = automaticHandoverEnd(confirmationsOf(locked.row));
    // confirmed or extended in the meantime
    if (locked.row.status !== 'open' || tx.clock.now().getTime() < atMs) return false;
    if (outcome === 'completed') await endCompletedByOneSide(tx, locked);
    else await endLapsed(tx, locked);
    return true;
  });
}
