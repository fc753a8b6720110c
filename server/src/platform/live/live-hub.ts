import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { ReadableEventLog } from '../events/event-log.ts';
import { isAfter, makeEventIds } from '../events/event-log-position.ts';
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
import { errorFrame, type FrameOptions, receiveFrame } from './live-hub-frames.ts';
import { watchSessions } from './live-hub-sessions.ts';
import type { SocketSubscriptions, LiveTopic } from './live-topic.ts';
import type { Caller } from '../http/caller.ts';
import type { EventIdsFor } from '../http/live-events-header.ts';

/** The hub's own kind of event: a session has ended. */
const SESSION_ENDED = 'session-ended';
const sessionEndedSchema = z.object({ sessionId: z.string() });
/** A phone on a slow line answers hello after the pictures that are on their way to it. */
const HOLD_MS = 5000;
const SESSION_TRUSTED_MS = 30_000;
const FRAMES_WAITING_AT_MOST = 64;
const SOCKETS_PER_PERSON = 20;

export type LiveHubOptions = {
  readonly eventLog: ReadableEventLog;
  readonly topics: readonly LiveTopic[];
  /** Get every event before the sockets do, so that what a socket fetches next is current. */
  readonly followers?: readonly Follower[];
  readonly frames: FrameOptions;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Signs the ids of events for each account. */
  readonly idSecret: string;
  /** Since when a person has had their account; null if it is closed. */
  readonly memberSince: (personId: string) => Promise<Date | null>;
  /** Returns the sessions that have ended; called often, for all sockets together. */
  readonly findEndedSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
  /** 20 by default, in each process; Infinity for no limit. One more closes the oldest. */
  readonly socketsPerPerson?: number;
  /** Shorten the waits in tests. */
  readonly sessionTrustedMs?: number;
  readonly holdMs?: number;
};

export type LiveHub = {
  /** Follows the event log; resolves when its position is known. */
  start(): Promise<void>;
  /** Closes every socket for a restart (1012) and stops following the log. */
  stop(): Promise<void>;
  /** Adds a socket of `caller` and sends hello; `isSessionValid` checks the session. */
  connect(end: SocketTransport, caller: Caller, isSessionValid: () => Promise<boolean>): LiveConnection;
  /** The ids under which sockets of `caller` may receive these events; empty before the start. */
  eventIdsFor: EventIdsFor;
  /** The position from which `caller` resumes to get all events from now on; null before the start. */
  positionFor(caller: Caller): string | null;
  /** Closes the sockets of a session in all processes. */
  closeSession(sessionId: string): Promise<void>;
};

export type LiveConnection = {
  receive(text: string): void;
  /** Takes a token for a ping of the client; returns false if none is left. */
  mayPing(): boolean;
  /** Sends `alive` with the position up to which everything was delivered. */
  heartbeat(): void;
  disconnected(): void;
};

/** Makes the hub: delivers events of the log to the sockets they concern, and frames to their handlers. */
export function makeLiveHub(parts: LiveHubOptions): LiveHub {
  const { eventLog, frames, log, followers = [], sessionTrustedMs = SESSION_TRUSTED_MS } = parts;
  const { socketsPerPerson = SOCKETS_PER_PERSON, holdMs = HOLD_MS } = parts;
  const connections = makeConnections();
  const ids = makeEventIds(parts.idSecret, () => eventLog.epoch());
  const { prepare, replay, audienceOf, idsFor } = makeDelivery({
    ids,
    topics: parts.topics,
    log,
    connections,
    // the session is checked first, and the event decided again
    deferToCatchUp(connection) {
      if (connection.stage !== 'live' || isSessionTrusted(connection)) return false;
      catchUp(connection);
      return true;
    },
  });
  const catchUp = makeCatchUp({
    eventLog,
    log,
    memberSince: parts.memberSince,
    checkSession,
    replay,
    deliver: async (event, connection) => void (await prepare(event))(connection),
    resync: (connection) => send(connection, { type: 'resync', id: idOf(connection) }),
  });
  let isStopped = false;
  let stopWatching = async (): Promise<void> => {};

  const idOf = ({ position, viewer }: Connection): string => ids.of(position, viewer.userId);

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
    if (!(await connection.isSessionValid())) close(connection, CLOSE_CODES.signedOut, 'signed out');
    connection.sessionCheckedAtMs = startedMs;
    return isOpen(connection);
  }

  /** Prepares an event for the live sockets it concerns; the others read it when they catch up. */
  async function prepareForAll(event: LogEvent): Promise<() => void> {
    if (event.kind === SESSION_ENDED) {
      const ended = z.safeParse(sessionEndedSchema, event.payload);
      return () => ended.success && closeHere(ended.data.sessionId);
    }
    const notes = await Promise.all(followers.map((follower) => follower.prepare(event)));
    const before = eventLog.position();
    // no lookup if it concerns no socket here
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

  /** Holds events until `resume`, at most for `holdMs` after the last frame. */
  function hold(connection: Connection): void {
    if (connection.holdTimer) clearTimeout(connection.holdTimer);
    connection.holdTimer = setTimeout(() => {
      if (connection.stage !== 'held') return;
      if (connection.framesWaiting > 0) hold(connection);
      else catchUp(connection);
    }, holdMs);
  }

  function resume(connection: Connection, lastEventId: string | null): void {
    if (connection.stage !== 'held') {
      // too late to replay in order; without a position the browser fetches everything after hello
      if (lastEventId === null || !isOpen(connection)) return;
      connection.mustResync = true;
      if (connection.stage === 'live') catchUp(connection);
      return;
    }
    if (lastEventId !== null) {
      const seen = ids.read(lastEventId, connection.viewer.userId);
      if (seen === null || eventLog.isStuck()) connection.mustResync = true;
      else {
        connection.position = seen;
        connection.isReturning = true;
      }
    }
    catchUp(connection);
  }

  const lineOf = (connection: Connection): SocketSubscriptions => ({
    watchBounds(bounds) {
      connections.watchBounds(connection, bounds);
      // from here on fetched data and events together are complete
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
    else if (outcome.refusal !== null) send(connection, errorFrame(outcome.refusal));
  }

  function receive(connection: Connection, text: string): void {
    if (!isOpen(connection)) return;
    if (
      connection.framesWaiting >= FRAMES_WAITING_AT_MOST ||
      !takeFrameToken(connection, performance.now())
    ) {
      close(connection, CLOSE_CODES.flood, 'too many messages in a short time');
      return;
    }
    if (connection.stage === 'held') hold(connection);
    connection.framesWaiting++;
    connection.frames = connection.frames
      .then(() => handleFrame(connection, text))
      .catch((error: unknown) => {
        log.warn({ error }, 'a session could not be checked');
        send(connection, errorFrame('database-away'));
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
    // a live socket has got everything in the log, or more
    if (isAfter(eventLog.position(), connection.position)) connection.position = eventLog.position();
    send(connection, { type: 'alive', id: idOf(connection) });
  }

  /** Closes the sockets of ended sessions, and trusts the others for a while. */
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
    connect(end, caller, isSessionValid) {
      const viewer = {
        userId: caller.userId,
        sessionId: caller.sessionId,
        bounds: null,
        groups: new Set<string>(),
      };
      const position = eventLog.position();
      const connection = newConnection({ viewer, end, isSessionValid, position }, performance.now());
      if (isStopped) {
        close(connection, CLOSE_CODES.restart, 'restarting');
      } else {
        connections.add(connection);
        for (const oldest of connections.beyond(viewer.userId, socketsPerPerson))
          close(oldest, CLOSE_CODES.displaced, 'too many sockets');
        send(connection, { type: 'hello', id: idOf(connection) });
        hold(connection);
      }
      return {
        receive: (text) => receive(connection, text),
        mayPing: () => mayPing(connection),
        heartbeat: () => heartbeat(connection),
        disconnected: () => forget(connection),
      };
    },
    eventIdsFor: ({ userId }, events) => (eventLog.epoch() === '' ? [] : idsFor(userId, events)),
    positionFor: ({ userId }) => (eventLog.epoch() === '' ? null : ids.of(eventLog.position(), userId)),
    async closeSession(sessionId) {
      closeHere(sessionId);
      // if it fails, the other processes still check the session before their next delivery
      await eventLog
        .publish(SESSION_ENDED, { sessionId })
        .catch((error: unknown) => log.warn({ error }, 'the end of a session could not be told'));
    },
  };
}
