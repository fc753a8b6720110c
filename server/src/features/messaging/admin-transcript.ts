import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { MESSAGE_SENT, type MessageSent, peopleOf } from './messaging.events.ts';
import type { MessagingParts } from './messaging.parts.ts';
import * as store from './messaging.store.ts';

/** As much of a conversation as shows what a report is about. */
const TRANSCRIPT_MESSAGES = 30;

/** Part of a conversation for those who run the community, who have a report of it to judge. */
export type Transcript = {
  readonly conversationId: string;
  /** By the names the two know each other by. */
  readonly people: readonly { readonly id: string; readonly displayName: string }[];
  /** Oldest first. */
  readonly messages: readonly {
    readonly id: string;
    readonly saidAt: string;
    readonly senderId: string | null;
    readonly content: string;
    readonly event: MessageEvent | null;
    readonly hasPhoto: boolean;
  }[];
};

type OverseeingParts = Pick<MessagingParts, 'accounts' | 'eventLog' | 'photos'>;

/** What those who run the community may see and do of what two people say. Whoever calls this has asked who they are. */
export function makeOverseeing({ accounts, eventLog, photos }: OverseeingParts) {
  return {
    /** The last messages of a conversation; null where there is none. */
    async adminTranscript(dbOrTx: DbOrTx, conversationId: string): Promise<Transcript | null> {
      const conversation = await store.selectConversation(dbOrTx, conversationId);
      if (!conversation) return null;
      const rows = await store.selectNewest(dbOrTx, conversationId, null, TRANSCRIPT_MESSAGES);
      const names = await accounts.fullNames(dbOrTx, peopleOf(conversation));
      return {
        conversationId,
        people: [...names.values()].map(({ id, displayName }) => ({ id, displayName })),
        messages: rows.toReversed().map((row) => ({
          id: row.id,
          saidAt: row.created_at.toISOString(),
          senderId: row.sender_id,
          content: row.content,
          event: row.event,
          hasPhoto: row.photo_id !== null,
        })),
      };
    },

    /** The conversation that a message was said in; null where there is none. */
    async conversationOfMessage(dbOrTx: DbOrTx, messageId: string): Promise<string | null> {
      const [row] = await store.selectMessages(dbOrTx, [messageId]);
      return row?.conversation_id ?? null;
    },

    /**
     * Takes away what a person said: words and photo are gone for good, `removed` stands in their place, and both
     * people's browsers fetch it anew. False where there is no such message of a person's.
     */
    async removeMessage(tx: Tx, messageId: string): Promise<boolean> {
      const removed = await store.blankMessage(tx, messageId);
      const conversation = removed && (await store.selectConversation(tx, removed.conversation_id));
      if (!conversation) return false;
      if (removed.photo_id !== null) await photos.detachPhotos(tx, [removed.photo_id]);
      const sent: MessageSent = {
        conversationId: conversation.id,
        messageId,
        people: peopleOf(conversation),
      };
      await eventLog.append(tx, MESSAGE_SENT, sent);
      return true;
    },
  };
}
