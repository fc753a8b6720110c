import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { ReadableEventLog } from '../events/event-log.ts';
import { formatEventId, isAfter, parseEventId } from '../events/event-log-position.ts';
import type { LogEvent } from '../events/event-log-queries.ts';
import type { Follower } from '../events/event-log-reader.ts';
import { makeCatchUp } from './live-hub-catch-up.ts';
import {
  CLOSE_CODES,
  type Connection,
  isOpen,
  makeConnections,
  newConnection,
  setGroupMembership,
  type SocketTransport,
  send,
  takeFrameToken,
} from './live-hub-connection.ts';
import { makeDelivery } from './live-hub-delivery.ts';
import { type FrameParts, receiveFrame } from './live-hub-frames.ts';
import { watchSessions } from './live-hub-sessions.ts';
import type { Line, LiveTopic } from './live-topic.ts';
import type { Caller } from '../http/caller.ts';

/** The hub's own kind of event: a session has ended, wherever its sockets are. */
const SESSION_ENDED = 'session-ended';
const sessionEndedSchema = z.object({ sessionId: z.string() });
const HOLD_MS = 1000;
const SESSION_TRUSTED_MS = 30_000;
const REPLAY_AT_MOST = 2000;
const FRAMES_WAITING_AT_MOST = 64;
const UNREACHABLE = 'We cannot reach our records right now. Please try again in a moment.';

export type LiveHubParts = {
  readonly eventLog: ReadableEventLog;
  readonly topics: readonly LiveTopic[];
  /** Who is told of every event before any socket is, so that a socket finds news there. */
  readonly followers?: readonly Follower[];
  readonly frames: FrameParts;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Which of these sessions have ended; asked often, about all sockets together. */
  readonly findEndedSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
  /** For tests that do not want to wait as long as people do. */
  readonly sessionTrustedMs?: number;
};

export type LiveHub = {
  /** Begins to follow the event log; waits until its place in it is known. */
  start(): Promise<void>;
  /** Tells every socket that the server restarts (1012), and lets go of the log. */
  stop(): Promise<void>;
  /** Takes in a socket of `caller`, and says hello; `isStillIn` asks whether the session still stands. */
  connect(end: SocketTransport, caller: Caller, isStillIn: () => Promise<boolean>): LiveConnection;
  /** Closes the sockets of a session that has ended, in every process. */
  closeSession(sessionId: string): Promise<void>;
};

export type LiveConnection = {
  receive(text: string): void;
  /** A ping of the other side, which costs it a frame; false when it has sent too many. */
  mayPing(): boolean;
  /** Says that the line is there, and up to where everything has been told. */
  heartbeat(): void;
  gone(): void;
};

/** Carries what is in the event log to the sockets it concerns; what a frame says to whoever handles it. */
export function makeLiveHub(parts: LiveHubParts): LiveHub {
  const { eventLog, frames, log, followers = [], sessionTrustedMs = SESSION_TRUSTED_MS } = parts;
  const connections = makeConnections();
  const { prepare, concerns, audienceOf } = makeDelivery({
    eventLog,
    topics: parts.topics,
    log,
    connections,
    // the session is looked at again, and the event decided again behind that
    mustWait(connection) {
      if (connection.stage !== 'live' || isSessionTrusted(connection)) return false;
      catchUp(connection);
      return true;
    },
  });
  const catchUp = makeCatchUp({
    eventLog,
    log,
    replayAtMost: REPLAY_AT_MOST,
    checkSession,
    concerns,
    prepare,
  });
  let isStopped = false;
  let stopWatching = async (): Promise<void> => {};

  function close(connection: Connection, code: number, reason: string): void {
    if (!isOpen(connection)) return;
    forget(connection);
    connection.end.close(code, reason);
  }

  function forget(connection: Connection): void {
    connection.stage = 'closed';
    if (connection.holdTimer) clearTimeout(connection.holdTimer);
    connections.remove(connection);
  }

  const isSessionTrusted = (connection: Connection): boolean =>
    performance.now() - connection.sessionCheckedAtMs < sessionTrustedMs;

  async function checkSession(connection: Connection): Promise<boolean> {
    if (isSessionTrusted(connection)) return isOpen(connection);
    const startedMs = performance.now();
    if (!(await connection.isStillIn())) close(connection, CLOSE_CODES.signedOut, 'signed out');
    connection.sessionCheckedAtMs = startedMs;
    return isOpen(connection);
  }

  /** Looks an event up for the live sockets it concerns; those that are not live come upon it by themselves. */
  async function prepareForAll(event: LogEvent): Promise<() => void> {
    if (event.kind === SESSION_ENDED) {
      const ended = z.safeParse(sessionEndedSchema, event.payload);
      return () => ended.success && closeHere(ended.data.sessionId);
    }
    const notes = await Promise.all(followers.map((follower) => follower.prepare(event)));
    const before = eventLog.position();
    // what concerns nobody here costs no look-up
    const found = audienceOf(event);
    const changes = connections.changes();
    const tell = found.some(({ stage }) => stage === 'live') ? await prepare(event) : null;
    return () => {
      for (const note of notes) note();
      for (const connection of connections.changes() === changes ? found : audienceOf(event)) {
        if (connection.stage !== 'live' || !isAfter(event.position, connection.position)) continue;
        if (isAfter(before, connection.position)) connection.position = before;
        if (!tell) catchUp(connection);
        else if (tell(connection)) connection.position = event.position;
      }
    };
  }

  function resyncAll(): void {
    for (const follower of followers) follower.missed();
    for (const connection of connections.all()) {
      connection.mustResync = true;
      if (connection.stage === 'live') catchUp(connection);
    }
  }

  function closeHere(sessionId: string): void {
    for (const connection of connections.ofSession(sessionId))
      close(connection, CLOSE_CODES.signedOut, 'signed out');
  }

  /** Events wait for `resume`, but not for ever: every frame before it begins the wait anew. */
  function hold(connection: Connection): void {
    if (connection.holdTimer) clearTimeout(connection.holdTimer);
    connection.holdTimer = setTimeout(() => {
      if (connection.stage !== 'held') return;
      if (connection.framesWaiting > 0) hold(connection);
      else catchUp(connection);
    }, HOLD_MS);
  }

  function resume(connection: Connection, lastEventId: string | null): void {
    if (connection.stage !== 'held') {
      // too late to replay in order; who has seen nothing before has missed nothing
      if (lastEventId === null || !isOpen(connection)) return;
      connection.mustResync = true;
      if (connection.stage === 'live') catchUp(connection);
      return;
    }
    if (lastEventId !== null) {
      const seen = parseEventId(lastEventId);
      if (seen?.epoch !== eventLog.epoch() || eventLog.isStuck()) connection.mustResync = true;
      else {
        connection.position = seen.position;
        connection.unproven = true;
      }
    }
    catchUp(connection);
  }

  const lineOf = (connection: Connection): Line => ({
    watchBounds(bounds) {
      connections.watchBounds(connection, bounds);
      // what is fetched from here on and the news together miss nothing
      send(connection, { type: 'watching', bounds });
    },
    join: (group) => setGroupMembership(connection, group, true),
    leave: (group) => setGroupMembership(connection, group, false),
  });

  async function handleFrame(connection: Connection, text: string): Promise<void> {
    if (!isOpen(connection)) return;
    const outcome = (await checkSession(connection))
      ? await receiveFrame(frames, text, connection.viewer, lineOf(connection), log)
      : { refusal: null };
    if ('resumeFrom' in outcome) resume(connection, outcome.resumeFrom);
    else if (outcome.refusal !== null) send(connection, { type: 'error', message: outcome.refusal });
  }

  function receive(connection: Connection, text: string): void {
    if (!isOpen(connection)) return;
    if (
      connection.framesWaiting >= FRAMES_WAITING_AT_MOST ||
      !takeFrameToken(connection, performance.now())
    ) {
      close(connection, CLOSE_CODES.flood, 'too many messages at once');
      return;
    }
    if (connection.stage === 'held') hold(connection);
    connection.framesWaiting++;
    connection.frames = connection.frames
      .then(() => handleFrame(connection, text))
      .catch((error: unknown) => {
        log.warn({ error }, 'a session could not be checked');
        send(connection, { type: 'error', message: UNREACHABLE });
      })
      .finally(() => {
        connection.framesWaiting--;
      });
  }

  function mayPing(connection: Connection): boolean {
    if (!isOpen(connection)) return false;
    if (takeFrameToken(connection, performance.now())) return true;
    close(connection, CLOSE_CODES.flood, 'too many pings');
    return false;
  }

  function heartbeat(connection: Connection): void {
    if (connection.stage !== 'live') return;
    // a live one has been told all that the log has, or more
    if (isAfter(eventLog.position(), connection.position)) connection.position = eventLog.position();
    send(connection, { type: 'alive', id: formatEventId(eventLog.epoch(), connection.position) });
  }

  /** Closes the sockets of sessions that have ended, and trusts the others for a while. */
  function noteSessions(ended: readonly string[], askedAtMs: number): void {
    const over = new Set(ended);
    for (const connection of connections.all()) {
      if (over.has(connection.viewer.sessionId)) close(connection, CLOSE_CODES.signedOut, 'signed out');
      else if (connection.connectedAtMs < askedAtMs) connection.sessionCheckedAtMs = askedAtMs;
    }
  }

  return {
    async start() {
      await eventLog.start({ prepare: prepareForAll, missed: resyncAll });
      stopWatching = watchSessions({
        sessionIds: () => [...connections.all()].map(({ viewer }) => viewer.sessionId),
        findEnded: parts.findEndedSessions,
        ended: noteSessions,
        log,
      });
    },
    async stop() {
      isStopped = true;
      await stopWatching();
      for (const connection of connections.all()) close(connection, CLOSE_CODES.restart, 'restarting');
      await eventLog.stop();
    },
    connect(end, caller, isStillIn) {
      const viewer = {
        userId: caller.userId,
        sessionId: caller.sessionId,
        bounds: null,
        groups: new Set<string>(),
      };
      const position = eventLog.position();
      const connection = newConnection({ viewer, end, isStillIn, position }, performance.now());
      if (isStopped) {
        close(connection, CLOSE_CODES.restart, 'restarting');
      } else {
        connections.add(connection);
        send(connection, { type: 'hello', id: formatEventId(eventLog.epoch(), connection.position) });
        hold(connection);
      }
      return {
        receive: (text) => receive(connection, text),
        mayPing: () => mayPing(connection),
        heartbeat: () => heartbeat(connection),
        gone: () => forget(connection),
      };
    },
    async closeSession(sessionId) {
      closeHere(sessionId);
      // should it fail, the other processes look at the session again before they tell it anything more
      await eventLog
        .tell(SESSION_ENDED, { sessionId })
        .catch((error: unknown) => log.warn({ error }, 'the end of a session could not be told'));
    },
  };
}
