import type { HandoverOwner, HandoverSubject } from '#server/features/handovers/handovers.hooks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { followHandover } from '../requests/end-request.ts';
import { lockRequest } from '../requests/request-locks.internal.ts';
import { selectMatchesByHandover, selectSubjectsOf } from './matches.store.ts';
import { nameMeetingPoint } from './reveal-address.ts';

/** The handover owner of matches. */
export const matchHandovers: HandoverOwner = {
  lock: lockRequests,
  describe,
  onEnded: followHandover,
  nameMeetingPoint,
};

async function lockRequests(tx: TxContext, handoverIds: readonly string[]): Promise<void> {
  const rows = await selectMatchesByHandover(tx.db, handoverIds);
  const requestIds = new Set(rows.map(({ request_id }) => request_id));
  for (const id of [...requestIds].toSorted()) await lockRequest(tx, id);
}

async function describe(
  ctx: AppContext,
  handoverIds: readonly string[],
): Promise<Map<string, Partial<HandoverSubject>>> {
  const rows = await selectSubjectsOf(ctx.db, handoverIds);
  const now = ctx.clock.now();
  return new Map(
    rows.map(({ handover_id, request_id, title, expires_at }) => {
      // after the request's time the requester is notified that it has expired instead
      return [handover_id, { requestId: request_id, title, tellsReceiver: now < expires_at }];
    }),
  );
}
