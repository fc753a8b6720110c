import type { Tx } from '#server/db/database.ts';
import type { ReportEvidence } from '#server/features/moderation/moderation.parts.ts';
import type { Places } from '#server/features/places/places.service.ts';
import * as store from './messaging.store.ts';

/** How much of a conversation is kept with a report: what the other had written last. */
const LAST_MESSAGES = 20;

const lineOf = (row: store.MessageRow): string =>
  [row.created_at.toISOString(), row.content, row.photo_id && `Photo ${row.photo_id}`]
    .filter(Boolean)
    .join('  ');

/** What had been written when it was reported, to whoever it was written to. */
export function makeMessageWitness({ places }: { readonly places: Pick<Places, 'redactAddresses'> }) {
  async function testimony(
    tx: Tx,
    conversation: store.ConversationRow,
    aboutId: string,
    rows: readonly store.MessageRow[],
  ): Promise<ReportEvidence> {
    const words = rows.map((row) => `${lineOf(row)}  (message ${row.id})`).join('\n');
    const people = [conversation.host_id, conversation.guest_id];
    return { aboutId, words: await places.redactAddresses(tx, people, words) };
  }

  return {
    /** What the other of the two had written last. */
    async conversationEvidence(tx: Tx, id: string, reporterId: string): Promise<ReportEvidence | null> {
      const conversation = await store.selectOwnConversation(tx, id, reporterId);
      if (!conversation) return null;
      const otherId = store.otherOf(conversation, reporterId);
      const written = await store.selectLastBy(tx, id, otherId, LAST_MESSAGES);
      return testimony(tx, conversation, otherId, written);
    },

    /** One message of a conversation that the reporter is in. */
    async messageEvidence(tx: Tx, id: string, reporterId: string): Promise<ReportEvidence | null> {
      const [row] = await store.selectMessages(tx, [id]);
      if (!row?.sender_id || row.event !== null) return null;
      const conversation = await store.selectOwnConversation(tx, row.conversation_id, reporterId);
      return conversation ? testimony(tx, conversation, row.sender_id, [row]) : null;
    },
  };
}
