import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import * as store from './surplus/surplus.store.ts';
import { deleteHoursOf } from './surplus/surplus.store.ts';
import { hoursOf } from './hours/opening-hours.ts';
import { surplusFields } from './surplus/recurring-surplus.ts';

export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await deleteHoursOf(tx.db, personId);
  await store.deleteAllOf(tx.db, personId);
}

/** Opening hours, recurring surplus, and the questions about it, oldest first. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const [{ hours }, surplus, questions] = await Promise.all([
    hoursOf(ctx, personId),
    store.selectSurplusOf(ctx.db, personId),
    store.selectAllQuestionsOf(ctx.db, personId),
  ]);
  return {
    openingHours: hours,
    recurringSurplus: surplus.map((row) => ({
      id: row.id,
      ...surplusFields(row),
      pausedAt: row.paused_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
    questions: questions.map((row) => ({
      surplusId: row.surplus_id,
      day: row.day,
      state: row.state,
      askedAt: row.asked_at?.toISOString() ?? null,
      answeredAt: row.answered_at?.toISOString() ?? null,
      listingId: row.listing_id,
    })),
  };
}
