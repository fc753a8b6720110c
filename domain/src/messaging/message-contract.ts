import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idParams, idSchema } from '../kernel/ids.ts';
import { cursorQuery, limitQuery } from '../kernel/paging.ts';
import { MAX_TEXT_LENGTH, optionalText } from '../kernel/text.ts';
import { instantOut } from '../kernel/time.ts';
import { objectPathSchema, photoSchema } from '../photos/photo-contract.ts';

/**
 * What happened to the claim, told in its conversation; the web has the words. `lapsed` and `completed_alone` are
 * time's doing and have no sender; `removed` stands for a message that those who run the community took away. A
 * request's conversation hears the same of its handover, and besides that somebody helps (`request_matched`), where to
 * meet, that a silent helper was let go by time (`helper_silent`), and that the requester takes it back.
 */
export const MESSAGE_EVENTS = [
  'claimed',
  'place_shared',
  'coming',
  'released',
  'no_food',
  'no_show',
  'handover_confirmed',
  'completed',
  'completed_alone',
  'lapsed',
  'disputed',
  'account_closed',
  'removed',
  'request_matched',
  'meeting_point_named',
  'helper_silent',
  'request_cancelled',
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
  /**
   * For the two people of the conversation alone, and neither's to the other across a block. Null without one; a
   * message of a person that has neither words nor a photo had one that is no longer there.
   */
  photo: z.nullable(photoSchema),
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
  /** The request for food that it is about, where no listing was given for it. */
  emergencyRequest: z.nullable(z.object({ id: idSchema, title: z.string() })),
  updatedAt: instantOut,
  lastMessage: z.nullable(messageSchema),
  unreadCount: z.number(),
  /** Up to when the other has read; since a block between the two it stands still. */
  otherReadAt: instantOut,
  /** A released claim, or a block in either direction, closes the conversation for writing. */
  readOnly: z.boolean(),
});
export type Conversation = z.output<typeof conversationSchema>;

/** `Link: <…>; rel="next"` leads to older ones. Header `X-Unread-Count`: how many of all have something unread. */
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

const NOTHING_SAID = 'Please write something first';

/** Words, a photo of one's own that was uploaded like a listing's, or both. */
export const messageBody = z
  .object({
    content: z._default(optionalText(MAX_TEXT_LENGTH), ''),
    photo: z.optional(z.nullable(objectPathSchema)),
  })
  .check(
    z.refine(({ content, photo }) => content !== '' || Boolean(photo), {
      error: NOTHING_SAID,
      path: ['content'],
    }),
  );

/** 429 `wait-for-answer` after 20 messages in a row that nobody answered, 429 `too-many` after 60 in a minute. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/{id}/messages',
  summary: 'Send a message',
  tag: 'messaging',
  access: 'person',
  params: idParams,
  body: messageBody,
  idempotent: true,
  responses: { 201: messageSchema },
});

/** `upTo` is the last message that was on the screen: what came since stays unread. Without it, all there is. */
export const readConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/{id}/read',
  summary: 'Mark what is in a conversation as read, up to a message or all of it',
  tag: 'messaging',
  access: 'person',
  params: idParams,
  body: z.optional(z.nullable(z.object({ upTo: z.optional(idSchema) }))),
  responses: { 204: null },
});
