import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idParams, idSchema } from '../kernel/ids.ts';
import { cursorQuery, limitQuery } from '../kernel/paging.ts';
import { MAX_TEXT_LENGTH, requiredText } from '../kernel/text.ts';
import { instantOut } from '../kernel/time.ts';

/** What happened to the claim, told in its conversation; the web has the words. */
export const MESSAGE_EVENTS = [
  'claimed',
  'place_shared',
  'released',
  'handover_confirmed',
  'completed',
  'account_closed',
] as const;
export const messageEventSchema = z.enum(MESSAGE_EVENTS);
export type MessageEvent = z.output<typeof messageEventSchema>;

/** A message of a person, or (with `event`) of the product about what `senderId` did. Oldest first. */
export const messageSchema = z.object({
  id: idSchema,
  conversationId: idSchema,
  senderId: z.nullable(idSchema),
  content: z.string(),
  event: z.nullable(messageEventSchema),
  createdAt: instantOut,
});
export type Message = z.output<typeof messageSchema>;

export const conversationSchema = z.object({
  id: idSchema,
  otherUser: z.object({
    id: idSchema,
    firstName: z.string(),
    lastName: z.string(),
    displayName: z.string(),
    initials: z.string(),
    /** Always null: nobody is shown another's address. */
    email: z.null(),
  }),
  foodListing: z.nullable(z.object({ id: idSchema, title: z.string() })),
  updatedAt: instantOut,
  lastMessage: z.nullable(messageSchema),
  unreadCount: z.number(),
  /** A released claim, or a block in either direction, closes the conversation for writing. */
  readOnly: z.boolean(),
});
export type Conversation = z.output<typeof conversationSchema>;

/** `Link: <…>; rel="next"` leads to older ones. */
export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  summary: 'My conversations, newest first',
  tag: 'messaging',
  access: 'person',
  query: z.object({ limit: limitQuery(200, 200), cursor: cursorQuery }),
  responses: { 200: z.array(conversationSchema) },
});

/** The newest page; `Link: <…>; rel="next"` leads to older ones. Within a page the oldest comes first. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/{id}/messages',
  summary: 'Messages of a conversation of mine',
  tag: 'messaging',
  access: 'person',
  params: idParams,
  query: z.object({ limit: limitQuery(50, 100), cursor: cursorQuery }),
  responses: { 200: z.array(messageSchema) },
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/{id}/messages',
  summary: 'Send a message',
  tag: 'messaging',
  access: 'person',
  params: idParams,
  body: z.object({ content: requiredText('Please write something first', MAX_TEXT_LENGTH) }),
  idempotent: true,
  responses: { 201: messageSchema },
});

export const readConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/{id}/read',
  summary: 'Mark all that is in a conversation as read',
  tag: 'messaging',
  access: 'person',
  params: idParams,
  responses: { 204: null },
});
