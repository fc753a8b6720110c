import * as z from 'zod/mini';
import { handoverStatusSchema } from '../handovers/handover-schemas.ts';
import { requestStatusSchema, requestUrgencySchema } from '../emergency/request-schemas.ts';
import { boundsSchema, idSchema, instantOut, maxLength } from '../kernel/wire-schemas.ts';
import { listingStatusSchema } from '../listings/listing-schemas.ts';
import { notificationKindSchema } from '../notifications/notification-schemas.ts';

const shortText = z.string().check(maxLength(100));

/**
 * Messages from the browser. After `hello` it sends its subscriptions, then `resume` with the id of the last
 * event it received (null on a first visit); events are held back until then, so that replayed ones come
 * first. `userId` is accepted because the specification has it, and must be the session's own.
 */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resume'), lastEventId: z.nullable(shortText) }),
  z.object({
    type: z.literal('join_conversation'),
    conversationId: idSchema,
    userId: z.optional(shortText),
  }),
  z.object({ type: z.literal('subscribe_heat_map_updates'), bounds: boundsSchema }),
  /** The donor is available for alerts on this connection, until they unregister or it closes. */
  z.object({ type: z.literal('register_emergency_donor'), userId: z.optional(shortText) }),
  z.object({ type: z.literal('unregister_emergency_donor'), userId: z.optional(shortText) }),
]);

/**
 * The opaque position in the event log that every event carries, signed for the account: of no use to another one, and
 * another for each account.
 */
const eventId = z.string();

const listingChange = z.object({
  listingId: idSchema,
  status: listingStatusSchema,
  /** The public point; null for food without a place. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
});

const requestChange = z.object({ requestId: idSchema, status: requestStatusSchema });

/** What everyone may know of a request that changed: its area; no bounds for the community as a whole. */
const areaChange = z.object({ bounds: z.array(boundsSchema) });

/** A request that a donor is alerted to, with the area's name for its place. */
export const emergencyAlertSchema = z.object({
  id: idSchema,
  title: z.string(),
  householdSize: z.number(),
  /**
   * From the donor's own place to the nearest edge of the area, in whole kilometers; null for the community as a whole.
   */
  distance: z.nullable(z.number()),
  urgencyLevel: requestUrgencySchema,
  pickupLocation: z.string(),
  createdAt: instantOut,
});

/**
 * Messages from the server. Except for an alert's title they contain no user text: the client fetches it,
 * subject to its permissions.
 */
export const serverMessageSchema = z.discriminatedUnion('type', [
  /** The first message: the current position of the event log. */
  z.object({ type: z.literal('hello'), id: eventId }),
  /** The connection is alive, and everything up to this id has been sent. */
  z.object({ type: z.literal('alive'), id: eventId }),
  /** Missed events cannot be replayed: fetch everything again. */
  z.object({ type: z.literal('resync'), id: eventId }),
  z.object({
    type: z.literal('error'),
    code: z.optional(z.string()),
    reason: z.optional(z.string()),
    message: z.string(),
  }),
  /** From now on this socket receives events within these bounds. It says nothing about earlier events. */
  z.object({ type: z.literal('watching'), bounds: boundsSchema }),
  z.object({ type: z.literal('new_food_listing'), id: eventId, data: listingChange }),
  z.object({
    type: z.literal('heat_map_update'),
    id: eventId,
    data: z.union([listingChange, requestChange, areaChange]),
  }),
  z.object({ type: z.literal('emergency_alert'), id: eventId, data: emergencyAlertSchema }),
  z.object({ type: z.literal('emergency_matched'), id: eventId, data: requestChange }),
  z.object({ type: z.literal('emergency_fulfilled'), id: eventId, data: requestChange }),
  z.object({
    type: z.literal('new_message'),
    id: eventId,
    data: z.object({ conversationId: idSchema, messageId: idSchema }),
  }),
  z.object({
    type: z.literal('conversation_read'),
    id: eventId,
    /** True if the receiver has read it, in this tab or another; false if the other person has. */
    data: z.object({ conversationId: idSchema, byMe: z.boolean() }),
  }),
  z.object({
    type: z.literal('handover_update'),
    id: eventId,
    data: z.object({ handoverId: idSchema, conversationId: idSchema, status: handoverStatusSchema }),
  }),
  /** An admin has paused or verified the account, or similar: fetch the own account again. */
  z.object({ type: z.literal('account_changed'), id: eventId }),
  /** The person's own points or badges changed: fetch them again. */
  z.object({ type: z.literal('recognition_changed'), id: eventId, data: z.object({}) }),
  /** The person's own expiry alerts changed: fetch them again. */
  z.object({ type: z.literal('expiry_alert'), id: eventId, data: z.object({}) }),
  /** The organization is asked about its surplus, or has answered: fetch the questions again. */
  z.object({ type: z.literal('surplus_question'), id: eventId, data: z.object({}) }),
  z.object({
    type: z.literal('notification'),
    id: eventId,
    data: z.object({ notificationId: z.nullable(idSchema), kind: z.nullable(notificationKindSchema) }),
  }),
]);
