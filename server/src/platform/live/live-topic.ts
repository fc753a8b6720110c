import { boundsHold, type GeoBounds, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';

/** Somebody at a socket: who they are by their session, and what part of the map they look at. */
export type Viewer = {
  readonly userId: string;
  readonly sessionId: string;
  /** What the frame that subscribes to an area has said; null until then. */
  readonly bounds: GeoBounds | null;
  /** What frames of this socket have joined, by names that the topics agree on with them. */
  readonly groups: ReadonlySet<string>;
};

type WithoutId<Message> = Message extends { id: string } ? Omit<Message, 'id'> : never;
/** What a topic says to a viewer; its id, the place in the log, is added at delivery. */
export type LiveMessage = WithoutId<Exclude<ServerMessage, { type: 'hello' | 'resync' | 'error' }>>;

/**
 * Whom an event may concern: these people, and with `at` whoever looks at that place, found without asking anybody
 * who looks elsewhere. What has no place (null) is for whoever looks at any.
 */
export type Audience = 'everyone' | { readonly people: readonly string[]; readonly at?: GeoPoint | null };

/** Whether somebody is among those whom an event may concern. */
export function isInAudience(audience: Audience, { userId, bounds }: Viewer): boolean {
  if (audience === 'everyone' || audience.people.includes(userId)) return true;
  if (audience.at === undefined || bounds === null) return false;
  return audience.at === null || boundsHold(bounds, audience.at);
}

/** One kind of event in the log, and what becomes of it at the sockets. Make it with `liveTopic`. */
export type LiveTopic<Payload = unknown, Context = unknown> = {
  /** The event's kind in the log. */
  readonly kind: string;
  /** Whose sockets it may concern at all; only they cost anything more. */
  audience(payload: Payload): Audience;
  /** Once an event, before its viewers: what has to be looked up (blocks, membership), as it is at delivery. */
  prepare?(payload: Payload): Promise<Context>;
  /**
   * The message for this viewer, or null when it is not for them. Decided at delivery, also on replay. What is the same
   * for many is best made in `prepare` and given to each: it is put into words once.
   */
  message(payload: Payload, viewer: Viewer, context: Context): LiveMessage | null;
};

/**
 * Types a topic by the payload its service appends: `liveTopic<ListingChanged>()({ kind, audience, prepare,
 * message })`; `context` is whatever `prepare` found, undefined without one.
 */
export const liveTopic =
  <Payload extends object>() =>
  <Context = undefined>(topic: LiveTopic<Payload, Context>): LiveTopic =>
    topic;

/** What a frame may change about the socket by which it came. */
export type Line = {
  /** From now on it is told of what happens within these bounds, and no longer of what is outside. */
  watchBounds(bounds: GeoBounds): void;
  /** From now on its viewer is in this group, until it leaves; a socket that comes back joins anew. */
  join(group: string): void;
  leave(group: string): void;
};

/**
 * What a kind of frame does: null when it is accepted, else one sentence that says why not. A `userId` in a frame
 * is the session's own by the time a handler sees it.
 */
export type FrameHandler<Frame = unknown> = (
  frame: Frame,
  viewer: Viewer,
  line: Line,
) => Promise<string | null>;

type Typed = { readonly type: string };
/** A handler for each type of frame, except `resume`, which is the hub's own. */
export type FrameHandlers<Frame extends Typed> = {
  readonly [Type in Exclude<Frame['type'], 'resume'>]: FrameHandler<Extract<Frame, { type: Type }>>;
};
