import * as z from 'zod/mini';
import { standingSchema } from '../accounts/account-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { MAX_TEXT_LENGTH } from '../kernel/text-limits.ts';
import {
  foodCorrectionSchema,
  cursorQuery,
  idParams,
  idSchema,
  instantOut,
  limitQuery,
  optionalLines,
} from '../kernel/wire-schemas.ts';
import { categorySchema } from '../listings/listing-schemas.ts';
import { MESSAGE_EVENTS } from './message-events.ts';
import { objectPathSchema, photoSchema } from '../photos/photo-schemas.ts';

export const messageEventSchema = z.enum(MESSAGE_EVENTS);

/** A message of a person, or (with `event`) a system message about what `senderId` did. Oldest first. */
export const messageSchema = z.object({
  id: idSchema,
  conversationId: idSchema,
  senderId: z.nullable(idSchema),
  /** Of a system message: its sentence, in the reader's language. */
  content: z.string(),
  event: z.nullable(messageEventSchema),
  /** What the receiver wrote with `thanked`; else null. */
  note: z.nullable(z.string()),
  /** The time that `time_proposed` or `time_agreed` is about. */
  eventTime: z.nullable(instantOut),
  /** With `food_corrected`. */
  correction: z.optional(foodCorrectionSchema),
  /**
   * Visible to the two people of the conversation only, and hidden across a block. A user message with
   * neither text nor photo had a photo that no longer exists.
   */
  photo: z.nullable(photoSchema),
  createdAt: instantOut,
});

export const conversationSchema = z.object({
  id: idSchema,
  otherUser: z.object({
    /** The request's id for a person who asks for food and has not told the caller their name. */
    id: idSchema,
    /** True if `id` is the request's: there is no profile to open. */
    isAnonymous: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    displayName: z.string(),
    initials: z.string(),
    /** Null for a person. */
    organizationName: z.nullable(z.string()),
    /** Empty for an anonymous person, and across a block. */
    standing: standingSchema,
    /** Always null: e-mail addresses are never shown to others. */
    email: z.null(),
  }),
  foodListing: z.nullable(
    z.object({
      id: idSchema,
      title: z.string(),
      category: categorySchema,
      /** Its first photo; hidden across a block. */
      photo: z.nullable(photoSchema),
    }),
  ),
  /** The emergency request it is about, if no listing was given for it. */
  emergencyRequest: z.nullable(z.object({ id: idSchema, title: z.string() })),
  updatedAt: instantOut,
  lastMessage: z.nullable(messageSchema),
  unreadCount: z.number(),
  /** Up to when the other person has read; does not change after a block. */
  otherReadAt: instantOut,
  /** A released claim, or a block in either direction, makes the conversation read-only. */
  readOnly: z.boolean(),
});

export const listConversationsSpec = {
  summary: 'My conversations, newest first',
  query: z.object({ limit: limitQuery(200, 200), cursor: cursorQuery }),
  responses: { 200: z.array(conversationSchema) },
  example: { query: { limit: '10' } },
  acrossBlock: { keeps: true },
} as const satisfies EndpointSpec;

export const listMessagesSpec = {
  summary: 'Messages of a conversation of mine',
  params: idParams,
  query: z.object({ limit: limitQuery(50, 100), cursor: cursorQuery }),
  responses: { 200: z.array(messageSchema) },
  example: { query: { limit: '10' } },
  acrossBlock: { keeps: true, known: { conversation: [200] } },
} as const satisfies EndpointSpec;

/** Text, an own uploaded photo, or both. */
export const messageBody = z
  .object({
    content: z._default(optionalLines(MAX_TEXT_LENGTH), ''),
    photo: z.optional(z.nullable(objectPathSchema)),
  })
  .check(
    z.refine(({ content, photo }) => content !== '' || Boolean(photo), {
      error: errorText('required.message'),
      path: ['content'],
    }),
  );

export const sendMessageSpec = {
  summary: 'Send a message',
  params: idParams,
  body: messageBody,
  idempotent: true,
  responses: { 201: messageSchema },
  errors: { 403: ['account-paused'], 409: ['conversation-closed'], 429: ['wait-for-answer'] },
  example: { body: { content: 'Six o’clock?', photo: null } },
  acrossBlock: { known: { conversation: [409] } },
} as const satisfies EndpointSpec;

export const readConversationSpec = {
  summary: 'Mark what is in a conversation as read, up to a message or all of it',
  params: idParams,
  body: z.optional(z.nullable(z.object({ upTo: z.optional(idSchema) }))),
  responses: { 204: null },
  example: { body: {} },
  acrossBlock: { known: { conversation: [204] } },
} as const satisfies EndpointSpec;
