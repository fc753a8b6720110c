import * as z from 'zod/mini';
import { requestStatusSchema, requestUrgencySchema } from '../emergency/request-schemas.ts';
import { boundsSchema, idSchema, instantOut, maxLength } from '../kernel/wire-schemas.ts';
import { TOPICS } from '../kernel/topics.ts';
import { listingStatusSchema } from '../listings/listing-schemas.ts';

const position = z.string().check(maxLength(200));

const shortText = z.string().check(maxLength(100));

/**
 * Messages from the browser. `userId` is accepted because the specification has it, and must be the session's own.
 * A position is what an earlier message or the page gave; null for none.
 */
export const clientMessageSchema = z.discriminatedUnion('type', [
  /** Asks which topics have changed since the position. */
  z.object({ type: z.literal('since'), position: z.nullable(position) }),
  z.object({
    type: z.literal('join_conversation'),
    conversationId: idSchema,
    userId: z.optional(shortText),
  }),
  /** With a position, `changed` follows if something within the bounds has changed since. */
  z.object({
    type: z.literal('subscribe_heat_map_updates'),
    bounds: boundsSchema,
    position: z.optional(position),
  }),
  /**
   * The donor is available for alerts on this connection, until they unregister or it closes, and gets those that are
   * open for them.
   */
  z.object({ type: z.literal('register_emergency_donor'), userId: z.optional(shortText) }),
  z.object({ type: z.literal('unregister_emergency_donor'), userId: z.optional(shortText) }),
]);

/** The event that a message is about: GETs that follow name it, so that no process answers from before the message. */
const row = z.optional(idSchema);

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
  /** The first message: a write that names this socket is not told to it. */
  z.object({ type: z.literal('hello'), socket: idSchema }),
  /** The connection is alive, and everything up to this position has been sent. */
  z.object({ type: z.literal('alive'), position }),
  /**
   * What the receiver sees of these topics may be different now. As the answer to `since` it has the new position,
   * also if nothing has changed.
   */
  z.object({
    type: z.literal('changed'),
    topics: z.array(z.enum(TOPICS)),
    row,
    position: z.optional(position),
  }),
  z.object({
    type: z.literal('error'),
    code: z.optional(z.string()),
    reason: z.optional(z.string()),
    message: z.string(),
  }),
  /** From now on this socket receives events within these bounds. */
  z.object({ type: z.literal('watching'), bounds: boundsSchema }),
  z.object({ type: z.literal('new_food_listing'), row, data: listingChange }),
  z.object({
    type: z.literal('heat_map_update'),
    row,
    data: z.union([listingChange, requestChange, areaChange]),
  }),
  z.object({ type: z.literal('emergency_alert'), row, data: emergencyAlertSchema }),
  z.object({ type: z.literal('emergency_matched'), row, data: requestChange }),
  z.object({ type: z.literal('emergency_fulfilled'), row, data: requestChange }),
  z.object({
    type: z.literal('new_message'),
    row,
    data: z.object({ conversationId: idSchema, messageId: idSchema }),
  }),
]);
