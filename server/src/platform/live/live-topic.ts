import type { ErrorTextKey } from '@openlarder/domain/kernel/error-texts.ts';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';

/** The person at a socket, by their session. */
export type Viewer = {
  readonly userId: string;
  readonly sessionId: string;
  /** The groups that frames of this socket have joined; messages and frames agree on the names. */
  readonly groups: ReadonlySet<string>;
};

type WithoutRow<Message> = Message extends { data: unknown } ? Omit<Message, 'row'> : never;
/** A message about an event; its row is added on delivery. */
export type LiveMessage = WithoutRow<ServerMessage>;

/**
 * The message of one kind of event. People in the event's audience who get none are told by `changed` which of its
 * topics to fetch. Made with `liveMessage`.
 */
export type LiveMessageOf<Payload = unknown, Context = unknown> = {
  /** The kind of the event in the log. */
  readonly kind: string;
  /** People in the audience get `changed` too: the message is for everyone, and says less than the topics. */
  readonly isPublic?: true;
  /** Runs once for an event, on delivery: loads what its viewers need (blocks, membership). */
  prepare?(payload: Payload): Promise<Context>;
  /**
   * The message for this viewer, decided on delivery; null if it is not for them. A message that is the same for many
   * should be made in `prepare` and returned as the same object: it is serialized once.
   */
  message(payload: Payload, viewer: Viewer, context: Context): LiveMessage | null;
};

/** Types a message by the payload of its event: `liveMessage<ListingChanged>()({ kind, prepare, message })`. */
export const liveMessage =
  <Payload extends object>() =>
  <Context = undefined>(message: LiveMessageOf<Payload, Context>): LiveMessageOf =>
    message;

/** What a frame can change about its socket. */
export type SocketSubscriptions = {
  /**
   * Delivers events within these bounds from now on, instead of the bounds before, and tells what has changed there
   * since the position.
   */
  watchBounds(bounds: GeoBounds, position: string | undefined): Promise<void>;
  /** Adds the viewer to a group until they leave it; a reconnected socket has to join again. */
  join(group: string): void;
  leave(group: string): void;
  send(message: LiveMessage): void;
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
/** A handler for each type of frame, except `since`, which the hub handles. */
export type FrameHandlers<Frame extends Typed> = {
  readonly [Type in Exclude<Frame['type'], 'since'>]: FrameHandler<Extract<Frame, { type: Type }>>;
};
