import * as handovers from '#server/features/handovers/handovers.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from './past-handovers.store.ts';
import { recognizeHandover } from './recognize-handover.ts';

const PAGE = 100;

/**
 * Enters the handovers from before there were points, in the order of time, each with what it earns by the rules of
 * today. Goes on where it was cut short, and does nothing when all are entered.
 */
export async function enterPastHandovers(ctx: AppContext): Promise<void> {
  for (;;) {
    const place = await store.selectPlace(ctx.db);
    if (!place) return;
    const page = await handovers.completedHandovers(ctx, place.after, PAGE);
    for (const handover of page)
      await inTransaction(ctx, async (tx) => {
        await recognizeHandover(tx, handover);
        await store.updatePlace(tx.db, { endedAt: handover.completedAt, id: handover.id });
      });
    if (page.length < PAGE) return store.deletePlace(ctx.db);
  }
}
