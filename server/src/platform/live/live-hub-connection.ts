import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { makeBoundsIndex } from '@openlarder/domain/live/bounds-index.ts';
import {
  RESTART_CLOSE_CODE,
  type ServerMessage,
  SIGNED_OUT_CLOSE_CODE,
} from '@openlarder/domain/live/live-protocol.ts';
import type { LogPosition } from '../events/event-log-position.ts';
import type { Viewer } from './live-topic.ts';

/** The other end of a socket, as the hub needs it. */
export type SocketTransport = {
  /** Sends a text, or one as its bytes, or drops a reader that has fallen too far behind. */
  send(text: string | Buffer): void;
  /** Closes with a code and reason; ends the connection by force when the other side does not answer. */
  close(code: number, reason: string): void;
};

/** Close codes, as the WebSocket protocol numbers them, and our own. */
export const CLOSE_CODES = {
  restart: RESTART_CLOSE_CODE,
  flood: 1008,
  signedOut: SIGNED_OUT_CLOSE_CODE,
} as const;

export type Connection = {
  /** With the bounds that `watchBounds` has set last, and the groups it is in. */
  viewer: Viewer;
  readonly end: SocketTransport;
  /** Whether the session still stands. */
  readonly isStillIn: () => Promise<boolean>;
  /** Held until it resumes; live when every new event reaches it in the tick in which it is told. */
  stage: 'held' | 'catching-up' | 'live' | 'closed';
  /** Everything up to here has been told to it, or was not for it. A live one has the log's own, or a later one. */
  position: LogPosition;
  /** The position is the browser's word, not yet looked up. */
  unproven: boolean;
  /** It may have missed something that cannot be replayed. */
  mustResync: boolean;
  readonly connectedAtMs: number;
  sessionCheckedAtMs: number;
  /** Frames are handled one after the other; these wait. */
  framesWaiting: number;
  frames: Promise<void>;
  /** What may still be sent at once, as it was at `allowanceAtMs`. */
  allowance: number;
  allowanceAtMs: number;
  holdTimer: NodeJS.Timeout | null;
};

/** Puts a socket's viewer into a group, or takes them out of it. */
export function setGroupMembership(connection: Connection, group: string, isIn: boolean): void {
  const groups = new Set(connection.viewer.groups);
  if (isIn) groups.add(group);
  else groups.delete(group);
  connection.viewer = { ...connection.viewer, groups };
}

export const isOpen = (connection: Connection): boolean => connection.stage !== 'closed';

export function send(connection: Connection, message: ServerMessage): void {
  sendText(connection, JSON.stringify(message));
}

/** Says what has been put into words already; what is for many is best given as bytes, which are made once then. */
export function sendText(connection: Connection, text: string | Buffer): void {
  if (isOpen(connection)) connection.end.send(text);
}

/** A page that is opened says a few things at once, and then one now and then. */
const FRAMES_AT_ONCE = 100;
const FRAMES_PER_SECOND = 5;

/** Counts one frame against what a socket may send at `nowMs`; false when that is used up. */
export function takeFrameToken(connection: Connection, nowMs: number): boolean {
  const regainedMs = Math.max(0, nowMs - connection.allowanceAtMs);
  const regained = connection.allowance + (regainedMs / 1000) * FRAMES_PER_SECOND;
  connection.allowance = Math.min(FRAMES_AT_ONCE, regained) - 1;
  connection.allowanceAtMs = nowMs;
  return connection.allowance >= 0;
}

/** A socket that has just come: held until it resumes, at the position where the log stands. */
export const newConnection = (
  parts: Pick<Connection, 'viewer' | 'end' | 'isStillIn' | 'position'>,
  nowMs: number,
): Connection => ({
  ...parts,
  stage: 'held',
  unproven: false,
  mustResync: false,
  // a session that ended while the socket opened is noticed before anything is told
  sessionCheckedAtMs: Number.NEGATIVE_INFINITY,
  framesWaiting: 0,
  frames: Promise.resolve(),
  allowance: FRAMES_AT_ONCE,
  allowanceAtMs: nowMs,
  connectedAtMs: nowMs,
  holdTimer: null,
});

/** All sockets of this process, found by person, by session and by the place they look at. */
export function makeConnections() {
  const all = new Set<Connection>();
  const byPerson = new Map<string, Set<Connection>>();
  const byPlace = makeBoundsIndex<Connection>();
  let changes = 0;

  return {
    /** How often a socket has come, gone, or looked elsewhere. */
    changes: (): number => changes,
    all: (): Iterable<Connection> => all,
    count: (): number => all.size,
    of: (userId: string): Iterable<Connection> => byPerson.get(userId) ?? [],
    ofSession: (sessionId: string): Connection[] =>
      [...all].filter(({ viewer }) => viewer.sessionId === sessionId),
    /** Those whose bounds hold the point; without a point, all that have bounds. */
    lookingAt: (point: GeoPoint | null): Iterable<Connection> =>
      point === null ? byPlace.keys() : byPlace.at(point),
    watchBounds(connection: Connection, bounds: GeoBounds): void {
      // a frame may still be at work when its socket goes
      if (!all.has(connection)) return;
      changes++;
      connection.viewer = { ...connection.viewer, bounds };
      byPlace.set(connection, bounds);
    },
    add(connection: Connection): void {
      changes++;
      all.add(connection);
      const theirs = byPerson.get(connection.viewer.userId) ?? new Set();
      byPerson.set(connection.viewer.userId, theirs.add(connection));
    },
    remove(connection: Connection): void {
      changes++;
      all.delete(connection);
      byPlace.set(connection, null);
      const theirs = byPerson.get(connection.viewer.userId);
      theirs?.delete(connection);
      if (theirs?.size === 0) byPerson.delete(connection.viewer.userId);
    },
  };
}
