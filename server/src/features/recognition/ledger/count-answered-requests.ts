import { calendarDay } from '@openlarder/domain/kernel/time.ts';
import { requestCountsFromMs, requestsCountedBeforeMs } from '@openlarder/domain/recognition/points.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { processDue } from '#server/platform/process-due.ts';
import * as ledger from './ledger.store.ts';
import { book, entryOf } from './recognize-handover.ts';
import * as store from './recognized-handovers.store.ts';

/**
 * Books what requests answered a week ago earned their helpers: all of one day at one instant, so that nothing leads back
 * to a request. Idempotent. Returns how many.
 */
export async function countAnsweredRequests(ctx: AppContext): Promise<number> {
  const before = new Date(requestsCountedBeforeMs(ctx.clock.now().getTime(), ctx.settings.timeZone));
  return processDue(
    (page) => store.selectWaiting(ctx.db, before, page),
    ({ id }) => countAnswer(ctx, id),
    'answered requests',
  );
}

async function countAnswer(ctx: AppContext, handoverId: string): Promise<boolean> {
  const { timeZone } = ctx.settings;
  return inTransaction(ctx, async (tx) => {
    const row = await store.selectRecognized(tx.db, handoverId);
    if (!row) return false;
    const open = await ledger.lockPeople(tx.db, [row.giver_id]);
    const earnedAt = new Date(requestCountsFromMs(row.completed_at.getTime(), timeZone));
    const day = calendarDay(earnedAt.getTime(), timeZone);
    if (!(await store.countWaiting(tx.db, handoverId, day))) return false;
    if (!row.giver_earns || !open.has(row.giver_id)) return true;
    const handover = { id: handoverId, servings: row.servings };
    const cause = 'request_answered';
    await book(tx, [entryOf(tx, { personId: row.giver_id, cause, handover, earnedAt, day })], day);
    return true;
  });
}
