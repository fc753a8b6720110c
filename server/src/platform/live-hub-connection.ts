import { type ServerMessage, SIGNED_OUT_CLOSE_CODE } from '@openlarder/domain/live/live-protocol.ts';
import type { Position } from './event-log-position.ts';
import type { Viewer } from './live-topic.ts';

/** The other end of a socket, as the hub needs it. */
export type SocketEnd = {
  /** Sends a text, or drops a reader that has fallen too far behind. */
  send(text: string): void;
  /** Closes with a code and reason; ends the connection by force when the other side does not answer. */
  close(code: number, reason: string): void;
};

/** Close codes, as the WebSocket protocol numbers them, and our own. */
export const CLOSE = { restart: 1012, flood: 1008, signedOut: SIGNED_OUT_CLOSE_CODE } as const;

export type Connection = {
  readonly viewer: Viewer;
  readonly end: SocketEnd;
  /** Whether the session still stands. */
  readonly isStillIn: () => Promise<boolean>;
  /** Held until it resumes; live when every new event reaches it in the tick in which it is told. */
  stage: 'held' | 'catching-up' | 'live' | 'closed';
  /** Everything up to here has been told to it, or was not for it. A live one has the log's own, or a later one. */
  position: Position;
  /** The position is the browser's word, not yet looked up. */
  unproven: boolean;
  /** It may have missed something that cannot be replayed. */
  mustResync: boolean;
  sessionCheckedAtMs: number;
  /** Frames are handled one after the other; these wait. */
  framesWaiting: number;
  frames: Promise<void>;
  holdTimer: NodeJS.Timeout | null;
};

export const isOpen = (connection: Connection): boolean => connection.stage !== 'closed';

export function say(connection: Connection, message: ServerMessage): void {
  if (isOpen(connection)) connection.end.send(JSON.stringify(message));
}

/** All sockets of this process, found by person and by session. */
export function makeConnections() {
  const all = new Set<Connection>();
  const byPerson = new Map<string, Set<Connection>>();

  return {
    all: (): Iterable<Connection> => all,
    count: (): number => all.size,
    of: (userId: string): Iterable<Connection> => byPerson.get(userId) ?? [],
    ofSession: (sessionId: string): Connection[] =>
      [...all].filter(({ viewer }) => viewer.sessionId === sessionId),
    add(connection: Connection): void {
      all.add(connection);
      const theirs = byPerson.get(connection.viewer.userId) ?? new Set();
      byPerson.set(connection.viewer.userId, theirs.add(connection));
    },
    remove(connection: Connection): void {
      all.delete(connection);
      const theirs = byPerson.get(connection.viewer.userId);
      theirs?.delete(connection);
      if (theirs?.size === 0) byPerson.delete(connection.viewer.userId);
    },
  };
}
