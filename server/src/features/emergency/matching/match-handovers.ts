import type { HandoverOwner, HandoverSubject } from '#server/features/handovers/handovers.hooks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { followHandover } from '../requests/end-request.ts';
import { lockRequest } from '../requests/request-locks.ts';
import { selectRequests } from '../requests/requests.store.ts';
import { selectMatchesByHandover } from './matches.store.ts';

/** What matches do for the handovers that they have. */
export const matchHandovers: HandoverOwner = { lock: lockRequests, describe, onEnded: followHandover };

async function lockRequests(tx: TxContext, handoverIds: readonly string[]): Promise<void> {
  const rows = await selectMatchesByHandover(tx.db, handoverIds);
  const requestIds = new Set(rows.map(({ request_id }) => request_id));
  for (const id of [...requestIds].toSorted()) await lockRequest(tx, id);
}

async function describe(
  ctx: AppContext,
  handoverIds: readonly string[],
): Promise<Map<string, Partial<HandoverSubject>>> {
  const rows = await selectMatchesByHandover(ctx.db, handoverIds);
  const requests = await selectRequests(
    ctx.db,
    rows.map(({ request_id }) => request_id),
  );
  const byId = new Map(requests.map((request) => [request.id, request]));
  return new Map(
    rows.flatMap(({ handover_id, request_id }): [string, Partial<HandoverSubject>][] => {
      const request = byId.get(request_id);
      if (!request) return [];
      // after the request's time the requester is told that it has expired
      const tellsReceiver = ctx.clock.now() < request.expires_at;
      return [[handover_id, { requestId: request_id, title: request.title, tellsReceiver }]];
    }),
  );
}
