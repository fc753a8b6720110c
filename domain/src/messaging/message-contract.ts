import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './message-schemas.ts';

export type Message = z.output<typeof schemas.messageSchema>;
export type Conversation = z.output<typeof schemas.conversationSchema>;

/**
 * `Link: <…>; rel="next"` leads to older ones. Header `X-Unread-Count`: the number of conversations with
 * unread messages.
 */
export const listConversations: Endpoint<typeof schemas.listConversationsSpec> = {
  method: 'GET',
  path: '/api/conversations',
  access: 'person',
  importance: 'talk',
  shows: ['conversations', 'people'],
};

/** The newest page; `Link: <…>; rel="next"` leads to older ones. Within a page the oldest comes first. */
export const listMessages: Endpoint<typeof schemas.listMessagesSpec> = {
  method: 'GET',
  path: '/api/conversations/{id}/messages',
  access: 'party of conversation',
  importance: 'act',
  shows: ['messages'],
};

/** 429 `wait-for-answer` after 20 messages in a row without a reply, 429 `too-many` after 60 in a minute. */
export const sendMessage: Endpoint<typeof schemas.sendMessageSpec> = {
  method: 'POST',
  path: '/api/conversations/{id}/messages',
  access: 'party of conversation',
  importance: 'talk',
  changes: ['conversations', 'messages', 'requests'],
};

/** `upTo` is the last message that was displayed; later ones stay unread. Without it, all are marked. */
export const readConversation: Endpoint<typeof schemas.readConversationSpec> = {
  method: 'POST',
  path: '/api/conversations/{id}/read',
  access: 'party of conversation',
  importance: 'talk',
  changes: ['conversations', 'notifications'],
};
