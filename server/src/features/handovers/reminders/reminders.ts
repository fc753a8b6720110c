import {
  automaticHandoverEnd,
  type HandoverSide,
  otherSide,
  travelingSide,
} from '@openlarder/domain/handovers/handover-states.ts';
import {
  isOnMyWayQuestionDue,
  isOutcomeQuestionDue,
  isReminderDue,
} from '@openlarder/domain/handovers/handover-times.ts';
import type { DbOrTx } from '#server/db/database.ts';
import { isAcrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type DuePage, processDue } from '#server/platform/process-due.ts';
import * as store from '../due-handovers.store.ts';
import { type HandoverNotice, notifyOfHandover } from '../handover-notices.internal.ts';
import { announceChange } from '../handovers.events.ts';
import { updateOpenHandover } from '../handovers.store.ts';
import type { HandoverRow } from '../handovers.tables.ts';
import { confirmationsOf, isConfirmed, timesOf } from '../lifecycle/handover-facts.ts';
import { type LockedHandover, withHandover } from '../lifecycle/handover-locks.ts';

/** A notification that is due once for each handover, and again when its time changes. */
type DueNotification = {
  readonly notice: HandoverNotice;
  readonly find: (db: DbOrTx, now: Date, page: DuePage) => Promise<readonly { readonly id: string }[]>;
  readonly isDue: (row: HandoverRow, nowMs: number) => boolean;
  /** In the order in which they are notified. */
  readonly recipients: (locked: LockedHandover) => readonly HandoverSide[];
  readonly sentColumn: 'reminded_at' | 'asked_at' | 'outcome_asked_at';
};

const travelerFirst = ({ subject }: LockedHandover): HandoverSide[] => {
  const traveler = travelingSide({ hasListing: subject.listingId !== null });
  return [traveler, otherSide(traveler)];
};

const REMINDER: DueNotification = {
  notice: 'pickup_soon',
  find: store.selectReminderDue,
  isDue: (row, nowMs) =>
    isReminderDue(
      { ...timesOf(row), remindedAtMs: row.reminded_at?.getTime() ?? null, isSaid: isConfirmed(row) },
      nowMs,
    ),
  recipients: travelerFirst,
  sentColumn: 'reminded_at',
};

const ON_MY_WAY_QUESTION: DueNotification = {
  notice: 'on_my_way_question',
  find: store.selectOnMyWayQuestionDue,
  isDue: (row, nowMs) => isOnMyWayQuestionDue({ ...timesOf(row), isSaid: isConfirmed(row) }, nowMs),
  // a counter is staffed while it is open: no one there is on the way
  recipients: (locked) => travelerFirst(locked).slice(0, locked.subject.placeIsPublic ? 1 : 2),
  sentColumn: 'asked_at',
};

const OUTCOME_QUESTION: DueNotification = {
  notice: 'outcome_question',
  find: store.selectOutcomeQuestionDue,
  isDue: (row, nowMs) =>
    isOutcomeQuestionDue(
      {
        ...timesOf(row),
        outcomeAskedAtMs: row.outcome_asked_at?.getTime() ?? null,
        endsAtMs: automaticHandoverEnd(confirmationsOf(row)).atMs,
      },
      nowMs,
    ),
  // only those who have not confirmed
  recipients: (locked) =>
    travelerFirst(locked).filter(
      (side) =>
        (side === 'giver' ? locked.row.giver_confirmed_at : locked.row.receiver_confirmed_at) === null,
    ),
  sentColumn: 'outcome_asked_at',
};

/** Reminds both sides of every handover that is soon. Idempotent, also across processes. Returns how many. */
export const sendPickupReminders = (ctx: AppContext): Promise<number> => sendAllDue(ctx, REMINDER);

/** Asks both sides, at a business's counter the one who comes, at the meeting time whether they are on their way. Idempotent, also across processes. */
export const sendOnMyWayQuestions = (ctx: AppContext): Promise<number> => sendAllDue(ctx, ON_MY_WAY_QUESTION);

/**
 * Asks the sides that have not confirmed, after the meeting time, whether it happened. Idempotent, also across
 * processes.
 */
export const sendHandoverQuestions = (ctx: AppContext): Promise<number> => sendAllDue(ctx, OUTCOME_QUESTION);

async function sendAllDue(ctx: AppContext, due: DueNotification): Promise<number> {
  return processDue(
    (page) => due.find(ctx.db, ctx.clock.now(), page),
    ({ id }) => send(ctx, due, id),
    'handovers',
  );
}

/** Returns true if the notification, with the handover locked, was still due. Never sent across a block. */
async function send(ctx: AppContext, due: DueNotification, id: string): Promise<boolean> {
  return withHandover(ctx, id, async (tx, locked) => {
    const { row, subject } = locked;
    const now = tx.clock.now();
    if (row.status !== 'open' || !due.isDue(row, now.getTime())) return false;
    if (await isAcrossBlock(tx, row.giver_id, { id, otherId: row.receiver_id })) return false;
    const sent = await updateOpenHandover(tx.db, row.id, { [due.sentColumn]: now });
    for (const side of due.recipients(locked))
      await notifyOfHandover(
        tx,
        subject,
        side === 'giver' ? row.giver_id : row.receiver_id,
        due.notice,
        null,
      );
    // an open page asks the question too
    await announceChange(tx, sent);
    return true;
  });
}
