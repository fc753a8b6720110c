import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';

/** Somebody at a socket: who they are by their session, and what part of the map they look at. */
export type Viewer = {
  readonly userId: string;
  readonly sessionId: string;
  /** Set by the frame that subscribes to an area; null until then. */
  bounds: GeoBounds | null;
};

type WithoutId<Message> = Message extends { id: string } ? Omit<Message, 'id'> : never;
/** What a topic says to a viewer; its id, the place in the log, is added at delivery. */
export type LiveMessage = WithoutId<Exclude<ServerMessage, { type: 'hello' | 'resync' | 'error' }>>;

export type Audience = 'everyone' | { readonly people: readonly string[] };

/** One kind of event in the log, and what becomes of it at the sockets. Make it with `liveTopic`. */
export type LiveTopic<Payload = unknown, Context = unknown> = {
  /** The event's kind in the log. */
  readonly kind: string;
  /** Whose sockets it may concern at all; only they cost anything more. */
  audience(payload: Payload): Audience;
  /** Once an event, before its viewers: what has to be looked up (blocks, membership), as it is at delivery. */
  prepare?(payload: Payload): Promise<Context>;
  /** The message for this viewer, or null when it is not for them. Decided at delivery, also on replay. */
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

/**
 * What a kind of frame does: null when it is accepted, else one sentence that says why not. A `userId` in a frame
 * is the session's own by the time a handler sees it.
 */
export type FrameHandler<Frame = unknown> = (frame: Frame, viewer: Viewer) => Promise<string | null>;

type Typed = { readonly type: string };
/** A handler for each type of frame, except `resume`, which is the hub's own. */
export type FrameHandlers<Frame extends Typed> = {
  readonly [Type in Exclude<Frame['type'], 'resume'>]: FrameHandler<Extract<Frame, { type: Type }>>;
};
