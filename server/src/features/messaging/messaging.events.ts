import type { TxContext } from '#server/platform/app-context.ts';
import type { ConversationRow } from './conversations/conversations.store.ts';

export const MESSAGE_SENT = 'message_sent';
export type MessageSent = {
  readonly conversationId: string;
  readonly messageId: string;
  readonly people: readonly string[];
};

export const CONVERSATION_READ = 'conversation_read';
export type ConversationWasRead = {
  readonly conversationId: string;
  readonly personId: string;
  readonly people: readonly string[];
};

/** The two people of a conversation, who receive its events. */
export const peopleOf = (conversation: ConversationRow): string[] => [
  conversation.giver_id,
  conversation.receiver_id,
];

export async function announceMessage(
  tx: TxContext,
  conversation: ConversationRow,
  messageId: string,
): Promise<void> {
  const sent: MessageSent = {
    conversationId: conversation.id,
    messageId,
    people: peopleOf(conversation),
  };
  await tx.eventLog.append(tx, MESSAGE_SENT, sent, {
    topics: ['conversations', 'messages', 'requests'],
    people: sent.people,
  });
}
