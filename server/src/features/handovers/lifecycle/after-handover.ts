import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { afterHandoverRefusal } from '@openlarder/domain/handovers/thanks.ts';
import { AppError, conflict } from '@openlarder/domain/kernel/app-error.ts';
import { postAfterHandover } from '#server/features/messaging/messages/send-message.ts';
import { lockPairAgainstBlock } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceChange } from '../handovers.events.ts';
import { getHandover, requireOwnHandover } from '../handovers.queries.ts';
import * as store from '../handovers.store.ts';
import type { HandoverRow } from '../handovers.tables.ts';
import { refuseAcrossBlock } from './handover-actions.ts';
import { sideOf } from './handover-facts.ts';
import { subjectsOf } from './handover-locks.ts';

/*
 * What the receiver says to the giver after the handover, once: a message of their conversation, with the same
 * conditions. Idempotent. 403 to the giver, 409 `not-handed-over` unless it is completed and not disputed, 409
 * `conversation-closed` across a block and to a closed account.
 */

/** Thanks the giver, with an optional note that only they read. The first thanks are kept. */
export const thankForHandover = (ctx: AppContext, caller: Caller, id: string, note = ''): Promise<Handover> =>
  sayOnce(ctx, caller, id, 'not-handed-over', async (tx, row) => {
    if (row.thanked_at !== null) return null;
    return async () => {
      await postAfterHandover(tx, row, 'thanked', note);
      await notifications.notify(tx, {
        personId: row.giver_id,
        kind: 'thanked',
        subject: { type: 'conversation', id: row.conversation_id },
        actorId: row.receiver_id,
        listingTitle: (await subjectsOf(tx, [id])).get(id)?.title ?? null,
      });
      return 'thanked_at';
    };
  });

/** Tells the giver who the receiver is, who asked for food as a neighbor. Nothing is left to tell of a claim. */
export const tellName = (ctx: AppContext, caller: Caller, id: string): Promise<Handover> =>
  sayOnce(ctx, caller, id, 'not-handed-over.name', async (tx, row) => {
    const answersRequest = (await subjectsOf(tx, [id])).get(id)?.requestId != null;
    if (row.receiver_named_at !== null || !answersRequest) return null;
    return async () => {
      await postAfterHandover(tx, row, 'name_told');
      return 'receiver_named_at';
    };
  });

type Say = () => Promise<'thanked_at' | 'receiver_named_at'>;

/** Says it if it is allowed; `find` returns null if it was said already. */
async function sayOnce(
  ctx: AppContext,
  caller: Caller,
  id: string,
  tooEarly: 'not-handed-over' | 'not-handed-over.name',
  find: (tx: TxContext, row: HandoverRow) => Promise<Say | null>,
): Promise<Handover> {
  const { giver_id, receiver_id } = await requireOwnHandover(ctx, caller, id);
  await inTransaction(ctx, async (tx) => {
    await lockPairAgainstBlock(tx, giver_id, receiver_id);
    const row = await store.lockHandover(tx.db, id);
    const say = await find(tx, row);
    const side = sideOf(row, caller.userId);
    const refusal = afterHandoverRefusal({ status: row.status, side, isDone: say === null });
    if (refusal === 'not-yours') throw new AppError(403, 'not-yours.giver');
    await refuseAcrossBlock(tx, row);
    if (refusal === 'not-handed-over') throw conflict(tooEarly);
    if (say === null) return;
    const column = await say();
    await announceChange(tx, await store.markAfterwards(tx.db, id, column, tx.clock.now()));
  });
  return getHandover(ctx, caller, id);
}
