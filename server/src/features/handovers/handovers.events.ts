import { HANDOVER_END_TOPICS, type Topic } from '@openlarder/domain/kernel/topics.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import type { HandoverRow } from './handovers.tables.ts';

const HANDOVER_CHANGED = 'handover_changed';
export type HandoverChanged = {
  readonly handoverId: string;
  readonly conversationId: string;
  readonly status: HandoverRow['status'];
  readonly people: readonly string[];
};

const handoverChangedOf = (row: HandoverRow): HandoverChanged => ({
  handoverId: row.id,
  conversationId: row.conversation_id,
  status: row.status,
  people: [row.giver_id, row.receiver_id],
});

/** What may differ for its two people; points are announced with their own event. */
const HANDOVER_HINT: readonly Topic[] = HANDOVER_END_TOPICS.filter((topic) => topic !== 'recognition');

/** Appends HANDOVER_CHANGED with the state of `row`. */
export async function announceChange(tx: TxContext, row: HandoverRow): Promise<void> {
  const changed = handoverChangedOf(row);
  await tx.eventLog.append(tx, HANDOVER_CHANGED, changed, {
    topics: HANDOVER_HINT,
    people: changed.people,
  });
}
