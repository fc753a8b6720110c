import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from './rebuild-points.store.ts';

/** How many rows were not what the ledger says. */
export type RebuiltPoints = {
  readonly totals: number;
  readonly months: number;
  readonly histogram: number;
};

/**
 * Works totals, months and the histogram out of the ledger again, and says how many rows that changed: none when all is
 * well. Nothing is booked meanwhile.
 */
export const rebuildPoints = (ctx: AppContext): Promise<RebuiltPoints> =>
  inTransaction(ctx, async (tx) => {
    await store.lockLedger(tx.db);
    return {
      totals: await store.rebuildTotals(tx.db),
      months: await store.rebuildMonths(tx.db),
      histogram: await store.rebuildHistogram(tx.db),
    };
  });
