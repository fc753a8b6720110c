import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { thanksRefusal } from '@openlarder/domain/handovers/thanks.ts';
import { AppError, conflict } from '@openlarder/domain/kernel/app-error.ts';
import { postThanks } from '#server/features/messaging/messages/send-message.ts';
import { lockPairAgainstBlock } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceChange } from '../handovers.events.ts';
import { getHandover, requireOwnHandover } from '../handovers.queries.ts';
import * as store from '../handovers.store.ts';
import { sideOf } from './handover-facts.ts';
import { subjectsOf } from './handover-locks.ts';

/**
 * The receiver thanks the giver, once, with an optional note that only the giver reads: a message of their
 * conversation, with the same conditions. Idempotent: the first thanks are kept. 403 to the giver, 409
 * `not-handed-over` unless it is completed and not disputed, 409 `conversation-closed` across a block and to a closed
 * account.
 */
export async function thankForHandover(
  ctx: AppContext,
  caller: Caller,
  id: string,
  note = '',
): Promise<Handover> {
  const { giver_id, receiver_id } = await requireOwnHandover(ctx, caller, id);
  await inTransaction(ctx, async (tx) => {
    await lockPairAgainstBlock(tx, giver_id, receiver_id);
    const row = await store.lockHandover(tx.db, id);
    const side = sideOf(row, caller.userId);
    const refusal = thanksRefusal({ status: row.status, side, isThanked: row.thanked_at !== null });
    if (refusal === 'already-done') return;
    if (refusal === 'not-yours') throw new AppError(403, 'not-yours.giver');
    if (refusal !== null) throw conflict(refusal);
    await postThanks(tx, row.conversation_id, receiver_id, note);
    const thanked = await store.markThanked(tx.db, id, tx.clock.now());
    await notifications.notify(tx, {
      personId: giver_id,
      kind: 'thanked',
      subject: { type: 'conversation', id: row.conversation_id },
      actorId: receiver_id,
      listingTitle: (await subjectsOf(tx, [id])).get(id)?.title ?? null,
    });
    await announceChange(tx, thanked);
  });
  return getHandover(ctx, caller, id);
}
