import { automaticHandoverEnd } from '@openlarder/domain/handovers/handover-states.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { processDue } from '#server/platform/process-due.ts';
import { selectDueToEnd } from '../due-handovers.store.ts';
import { endCompletedByOneSide, endLapsed } from './end-handover.internal.ts';
import { confirmationsOf } from './handover-facts.ts';
import { withHandover } from './handover-locks.ts';

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
