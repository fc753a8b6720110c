import type { AppContext } from '#server/platform/app-context.ts';
import type { CompletedHandover, HandoverSubject } from './handovers.hooks.ts';
import * as store from './handovers.store.ts';
import { NOTHING, subjectsOf } from './lifecycle/handover-locks.ts';

/** A completed handover, for the hooks. */
export const completedOf = (
  row: store.HandoverRow,
  subject: Pick<HandoverSubject, 'listingId' | 'requestId' | 'servings'>,
): CompletedHandover => ({
  id: row.id,
  giverId: row.giver_id,
  receiverId: row.receiver_id,
  listingId: subject.listingId,
  servings: subject.servings,
  answersRequest: subject.requestId !== null,
  completedBy: row.completed_by ?? 'one_side',
  completedAt: row.ended_at ?? row.created_at,
});

/** Handovers that both sides completed and nobody disputed, in the order of time, after one of them. */
export async function completedHandovers(
  ctx: AppContext,
  after: { readonly endedAt: Date; readonly id: string } | null,
  limit: number,
): Promise<CompletedHandover[]> {
  const rows = await store.selectCompletedAfter(ctx.db, after, limit);
  const subjects = await subjectsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => completedOf(row, subjects.get(row.id) ?? NOTHING));
}
