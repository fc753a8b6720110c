import type { CompletedHandover } from '#server/features/handovers/handovers.hooks.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as ledger from './ledger.store.ts';
import { announce, rowOf } from './recognize-handover.ts';
import * as store from './recognized-handovers.store.ts';

/**
 * Takes back what a handover earned, in the month in which it was earned; badges stay. A handover that is not entered
 * yet, or waits for its week, never earns anything then.
 */
export async function undoHandover(tx: TxContext, handover: CompletedHandover): Promise<void> {
  const now = tx.clock.now();
  await ledger.lockPeople(tx.db, [handover.giverId, handover.receiverId]);
  await store.markUndone(tx.db, {
    ...rowOf(handover),
    giver_earns: false,
    receiver_earns: false,
    giver_was_known: false,
    receiver_was_known: false,
    counted_on: null,
    undone_at: now,
  });
  const earned = await ledger.selectStandingEntries(tx.db, handover.id);
  if (earned.length === 0) return;
  await ledger.bookEntries(
    tx.db,
    earned.map(({ id, personId, points, month }) => ({
      id: tx.newId(),
      personId,
      cause: 'reversal',
      subjectId: id,
      points: -points,
      month,
      earnedAt: now,
      bookedAt: now,
      reversesId: id,
    })),
  );
  await announce(tx, [...new Set(earned.map(({ personId }) => personId))]);
}
