import type { ConversationRow } from './messaging.store.ts';

/** The event that there is a message, or another one in place of it. */
export const MESSAGE_SENT = 'message_sent';
export type MessageSent = {
  readonly conversationId: string;
  readonly messageId: string;
  readonly people: readonly string[];
};
/** The event that one of the two has read. */
export const CONVERSATION_READ = 'conversation_read';
export type ConversationWasRead = {
  readonly conversationId: string;
  readonly personId: string;
  readonly people: readonly string[];
};

/** The two people of a conversation, who hear of what happens in it. */
export const peopleOf = (conversation: ConversationRow): string[] => [
  conversation.host_id,
  conversation.guest_id,
];
