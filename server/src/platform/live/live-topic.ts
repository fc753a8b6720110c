import type { ErrorTextKey } from '@openlarder/domain/kernel/error-texts.ts';
import { boundsContain, type GeoBounds, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';

/** The person at a socket, by their session, and the part of the map they watch. */
export type Viewer = {
  readonly userId: string;
  readonly sessionId: string;
  /** The watched bounds; null without a subscription. */
  readonly bounds: GeoBounds | null;
  /** The groups that frames of this socket have joined; topics and frames agree on the names. */
  readonly groups: ReadonlySet<string>;
};

type WithoutId<Message> = Message extends { id: string } ? Omit<Message, 'id'> : never;
/** A message of a topic; the id of its event is added on delivery. */
export type LiveMessage = WithoutId<Exclude<ServerMessage, { type: 'hello' | 'resync' | 'error' }>>;

/**
 * The viewers that an event may concern: these people, and with `at` all who watch that point, found by an index. `at:
 * null` is for all who watch any bounds.
 */
export type Audience = 'everyone' | { readonly people: readonly string[]; readonly at?: GeoPoint | null };

/** Whether an event with this audience may concern the viewer. */
export function isInAudience(audience: Audience, { userId, bounds }: Viewer): boolean {
  if (audience === 'everyone' || audience.people.includes(userId)) return true;
  if (audience.at === undefined || bounds === null) return false;
  return audience.at === null || boundsContain(bounds, audience.at);
}

/** The replay of a past event: its message, null if it is not for the person, or `withheld` if they have to refetch. */
export type Replayed = LiveMessage | 'withheld' | null;

/**
 * Whether any socket of the person may receive an event with this audience. False for events to everyone, of which few
 * are for one person.
 */
export const mayReach = (audience: Audience, userId: string): boolean =>
  audience !== 'everyone' && (audience.people.includes(userId) || audience.at !== undefined);

/** One kind of event and how it is delivered to sockets. Made with `liveTopic`. */
export type LiveTopic<Payload = unknown, Context = unknown> = {
  /** The kind of the event in the log. */
  readonly kind: string;
  /** Selects the sockets that the event may concern; others are not looked at. */
  audience(payload: Payload): Audience;
  /** Runs once for an event, on delivery: loads what its viewers need (blocks, membership). */
  prepare?(payload: Payload): Promise<Context>;
  /**
   * The message for this viewer, decided on delivery; null if the event is not for them. A message that is the
   * same for many should be made in `prepare` and returned as the same object: it is serialized once.
   */
  message(payload: Payload, viewer: Viewer, context: Context): LiveMessage | null;
  /**
   * Replays past events of this kind, all with the viewer in their audience: one result for each, by what the viewer
   * may see now and with the current state. `withheld` if they may have it on their screen but may not see it any more;
   * null if they would not have received it, or get it by another event.
   */
  replay(payloads: readonly Payload[], viewer: Viewer): Promise<readonly Replayed[]>;
};

/**
 * Types a topic by the payload of its event: `liveTopic<ListingChanged>()({ kind, audience, prepare, message
 * })`; `context` is the result of `prepare`, undefined without one.
 */
export const liveTopic =
  <Payload extends object>() =>
  <Context = undefined>(topic: LiveTopic<Payload, Context>): LiveTopic =>
    topic;

/** What a frame can change about its socket. */
export type SocketSubscriptions = {
  /** Delivers events within these bounds from now on, instead of the bounds before. */
  watchBounds(bounds: GeoBounds): void;
  /** Adds the viewer to a group until they leave it; a reconnected socket has to join again. */
  join(group: string): void;
  leave(group: string): void;
};

/**
 * Handles a type of frame. Returns null if it is accepted, else the text that says why not. A `userId` in
 * a frame is checked before.
 */
export type FrameHandler<Frame = unknown> = (
  frame: Frame,
  viewer: Viewer,
  line: SocketSubscriptions,
) => Promise<ErrorTextKey | null>;

type Typed = { readonly type: string };
/** A handler for each type of frame, except `resume`, which the hub handles. */
export type FrameHandlers<Frame extends Typed> = {
  readonly [Type in Exclude<Frame['type'], 'resume'>]: FrameHandler<Extract<Frame, { type: Type }>>;
};
