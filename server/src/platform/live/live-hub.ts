import { randomUUID } from 'node:crypto';
import { type Topic, TOPICS } from '@openlarder/domain/kernel/topics.ts';
import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import {
  DISPLACED_CLOSE_CODE,
  RESTART_CLOSE_CODE,
  SIGNED_OUT_CLOSE_CODE,
} from '@openlarder/domain/live/live-protocol.ts';
import type { FastifyBaseLogger } from 'fastify';
import { makeKeyedConcurrencyLimit } from '../concurrency-limit.ts';
import { isDatabaseUnavailable } from '../http/http-errors.ts';
import type { Caller } from '../http/caller.ts';
import { type ReadableEventLog, writerOf } from '../events/event-log.ts';
import {
  KEPT_HOURS,
  type LogPosition,
  type LogRow,
  makePositionCipher,
  readLatestMapRows,
  readMapRowsSince,
  readTopicsSince,
} from '../events/event-log-queries.ts';
import type { Follower } from '../events/event-log-reader.ts';
import {
  type Connection,
  errorFrame,
  type FrameOptions,
  makeConnections,
  newConnection,
  receiveFrame,
  send,
  sendText,
  type SocketTransport,
  takeFrameToken,
  watchSessions,
} from './live-hub-connection.ts';
import type { LiveMessage, LiveMessageOf, SocketSubscriptions } from './live-topic.ts';

/** The policy violation of the WebSocket protocol. */
const FLOOD_CLOSE_CODE = 1008;
const SESSION_TRUSTED_MS = 30_000;
const FRAMES_WAITING_AT_MOST = 64;
const SOCKETS_PER_PERSON = 20;
/** A map that is opened without a position is told of a change this recent. */
const JUST_CHANGED_S = 5;
/** With more changes on a map than this nobody looks whether one is hidden from the viewer. */
const MAP_ROWS = 100;
/** What a change at a place on the map can show differently there. */
const ON_MAP: readonly Topic[] = ['listings', 'open-requests'];

type Changed = { readonly type: 'changed'; readonly topics: readonly Topic[] };
type MessageFor = (connection: Connection) => LiveMessage | Changed | null;

/** For all whom a row concerns, if its message fails. */
const onMap = ({ topics }: LogRow): Changed => ({
  type: 'changed',
  topics: topics.filter((topic) => ON_MAP.includes(topic)),
});

export type LiveHubOptions = {
  readonly eventLog: ReadableEventLog;
  /** By kind of event; a kind without one is told by its topics alone. */
  readonly messages: readonly LiveMessageOf[];
  /** Get every event before the sockets do, so that what a socket fetches next is current. */
  readonly followers?: readonly Follower[];
  readonly frames: FrameOptions;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Encrypts positions. */
  readonly secret: string;
  /** Returns the sessions that have ended; called often, for all sockets together. */
  readonly findEndedSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
  /** 20 by default, in each process; Infinity for no limit. One more closes the oldest. */
  readonly socketsPerPerson?: number;
};

export type LiveHub = {
  /** Follows the event log; resolves when its position is known. */
  start(): Promise<void>;
  /** Closes every socket, and each that still comes, so that it connects to another process (1012); follows the log on. */
  dismiss(): void;
  /** Dismisses all sockets and stops following the log. */
  stop(): Promise<void>;
  /** Adds a socket of `caller`, whose session was just read, and sends hello. */
  connect(end: SocketTransport, caller: Caller): LiveConnection;
  /** The position before everything that is fetched from now on; null before the start. */
  position(): string | null;
};

export type LiveConnection = {
  receive(text: string): void;
  /** Takes a token for a ping of the client; returns false if none is left. */
  mayPing(): boolean;
  /** Sends `alive` with the position up to which everything was delivered. */
  heartbeat(): void;
  disconnected(): void;
};

/** Makes the hub: delivers rows of the log to the sockets they concern, and frames to their handlers. */
export function makeLiveHub(parts: LiveHubOptions): LiveHub {
  const { eventLog, frames, log, followers = [], socketsPerPerson = SOCKETS_PER_PERSON } = parts;
  const connections = makeConnections();
  const cipher = makePositionCipher(parts.secret);
  const messages = new Map(parts.messages.map((message) => [message.kind, message]));
  if (messages.size < parts.messages.length) throw new Error('two live messages have the same kind');
  let isDismissing = false;
  let stopWatching = async (): Promise<void> => {};

  const position = (): string | null => {
    const seen = eventLog.position();
    return seen && cipher.seal(seen);
  };

  /** Null for a position of nobody, or from before the oldest row that is kept. */
  function openPosition(text: string | null): LogPosition | null {
    const seen = text === null ? null : cipher.open(text);
    return seen && Date.now() - seen.atMs < KEPT_HOURS * 3_600_000 ? seen : null;
  }

  function close(connection: Connection, code: number, reason: string): void {
    if (!connection.isOpen) return;
    forget(connection);
    connection.end.close(code, reason);
  }

  function forget(connection: Connection): void {
    connection.isOpen = false;
    connections.remove(connection);
  }

  /** The message of a row for each viewer, null for none, once what it needs is loaded. */
  async function messageOf(row: LogRow): Promise<MessageFor> {
    const source = messages.get(row.kind);
    if (!source) return () => null;
    try {
      const context = await source.prepare?.(row.payload);
      return ({ viewer }) => {
        try {
          return source.message(row.payload, viewer, context);
        } catch (error) {
          log.error({ error, kind: row.kind }, 'an event could not be told');
          return onMap(row);
        }
      };
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ error, kind: row.kind }, 'an event could not be prepared');
      return () => onMap(row);
    }
  }

  /** The sockets that a row may concern, found by the indexes. */
  function audienceOf({ people, at }: LogRow): Set<Connection> {
    const found = new Set(at === undefined ? [] : connections.lookingAt(at));
    for (const id of people) for (const connection of connections.of(id)) found.add(connection);
    return found;
  }

  async function prepare(row: LogRow): Promise<() => void> {
    const notes = await Promise.all(followers.map((follower) => follower.prepare(row)));
    // a socket that opens meanwhile has not fetched anything yet
    const sockets = audienceOf(row);
    const message = sockets.size > 0 ? await messageOf(row) : () => null;
    return () => {
      for (const note of notes) note();
      deliver(row, sockets, message);
    };
  }

  function deliver(row: LogRow, sockets: Iterable<Connection>, message: MessageFor): void {
    const people = new Set(row.people);
    const changed: Changed | null = row.topics.length > 0 ? { type: 'changed', topics: row.topics } : null;
    const isPublic = messages.get(row.kind)?.isPublic === true;
    // what is the same object for many is serialized and encoded once
    let last: object | null = null;
    let text = Buffer.alloc(0);
    function tell(connection: Connection, said: LiveMessage | Changed): void {
      if (said !== last) text = Buffer.from(JSON.stringify({ ...said, row: row.id }));
      last = said;
      sendText(connection, text);
    }
    const nowMs = performance.now();
    for (const connection of sockets) {
      const { viewer, id } = connection;
      if (row.writer !== null && row.writer === writerOf(id, viewer.sessionId)) continue;
      if (!isTrusted(connection, nowMs)) continue;
      const said = message(connection);
      if (said !== null) tell(connection, said);
      if (changed && (said === null || isPublic) && people.has(viewer.userId)) tell(connection, changed);
    }
  }

  /** Whether the session was valid lately; else the socket closes, and its page asks again what it has missed. */
  function isTrusted(connection: Connection, nowMs: number): boolean {
    if (nowMs - connection.sessionCheckedAtMs < SESSION_TRUSTED_MS) return true;
    close(connection, RESTART_CLOSE_CODE, 'the session could not be checked');
    return false;
  }

  const changedSince = (topics: readonly Topic[], seen: LogPosition | null) => ({
    type: 'changed' as const,
    topics: [...topics],
    // in place of each row that it may be about, of whose number it must tell nothing
    row: randomUUID(),
    ...(seen && { position: cipher.seal(seen) }),
  });

  /** One answer at a time for each person, however many sockets ask. */
  const inTurn = makeKeyedConcurrencyLimit(1);

  async function answerSince(connection: Connection, asked: string | null): Promise<void> {
    const { userId } = connection.viewer;
    const since = openPosition(asked);
    const seen = eventLog.position();
    const found = since && (await inTurn(userId, () => readTopicsSince(eventLog.pool, since, userId)));
    const now = found && seen ? { ...seen, floor: found.floor } : seen;
    send(connection, changedSince(found?.topics ?? TOPICS, now));
  }

  /** Tells what has changed within bounds since a position, without it whether something just has. */
  async function answerMap(
    connection: Connection,
    bounds: GeoBounds,
    asked: string | undefined,
  ): Promise<void> {
    const { userId } = connection.viewer;
    if (asked === undefined) {
      for (const row of await readLatestMapRows(eventLog.pool, bounds, JUST_CHANGED_S, MAP_ROWS)) {
        const message = (await messageOf(row))(connection);
        if (message?.type === 'heat_map_update') return send(connection, { ...message, row: row.id });
      }
      return;
    }
    const since = openPosition(asked);
    const rows =
      since && (await inTurn(userId, () => readMapRowsSince(eventLog.pool, since, bounds, MAP_ROWS)));
    const topics = new Set<Topic>(!rows || rows.length === MAP_ROWS ? ON_MAP : []);
    for (const row of rows ?? [])
      if (row.topics.some((topic) => ON_MAP.includes(topic) && !topics.has(topic)))
        if ((await messageOf(row))(connection))
          for (const topic of row.topics) if (ON_MAP.includes(topic)) topics.add(topic);
    if (topics.size > 0) send(connection, changedSince([...topics], null));
  }

  const lineOf = (connection: Connection): SocketSubscriptions => ({
    async watchBounds(bounds, asked) {
      connections.watchBounds(connection, bounds);
      send(connection, { type: 'watching', bounds });
      await answerMap(connection, bounds, asked);
    },
    join: (group) => void connection.viewer.groups.add(group),
    leave: (group) => void connection.viewer.groups.delete(group),
    send: (message) => sendText(connection, JSON.stringify(message)),
  });

  async function handleFrame(connection: Connection, text: string): Promise<void> {
    if (!connection.isOpen || !isTrusted(connection, performance.now())) return;
    const outcome = await receiveFrame(frames, text, connection.viewer, lineOf(connection), log);
    if ('since' in outcome) await answerSince(connection, outcome.since);
    else if (outcome.refusal !== null) send(connection, errorFrame(outcome.refusal));
  }

  function receive(connection: Connection, text: string): void {
    if (!connection.isOpen) return;
    if (
      connection.framesWaiting >= FRAMES_WAITING_AT_MOST ||
      !takeFrameToken(connection, performance.now())
    ) {
      close(connection, FLOOD_CLOSE_CODE, 'too many messages in a short time');
      return;
    }
    connection.framesWaiting++;
    connection.frames = connection.frames
      .then(() => handleFrame(connection, text))
      .catch((error: unknown) => {
        const isAway = isDatabaseUnavailable(error);
        log[isAway ? 'warn' : 'error']({ error }, 'a frame could not be answered');
        send(connection, errorFrame(isAway ? 'database-away' : 'fault'));
        // without an answer the page does not know what it has missed
        close(connection, RESTART_CLOSE_CODE, 'try again');
      })
      .finally(() => connection.framesWaiting--);
  }

  function mayPing(connection: Connection): boolean {
    if (!connection.isOpen) return false;
    if (takeFrameToken(connection, performance.now())) return true;
    close(connection, FLOOD_CLOSE_CODE, 'too many pings');
    return false;
  }

  /** Closes the sockets of ended sessions, and trusts the others for a while. */
  function noteSessions(ended: readonly string[], askedAtMs: number): void {
    const over = new Set(ended);
    for (const connection of connections.all()) {
      if (over.has(connection.viewer.sessionId)) close(connection, SIGNED_OUT_CLOSE_CODE, 'signed out');
      else if (connection.connectedAtMs < askedAtMs) connection.sessionCheckedAtMs = askedAtMs;
    }
  }

  function dismiss(): void {
    isDismissing = true;
    for (const connection of connections.all()) close(connection, RESTART_CLOSE_CODE, 'restarting');
  }

  return {
    async start() {
      await eventLog.start({
        prepare,
        missed() {
          for (const follower of followers) follower.missed();
          for (const connection of connections.all())
            send(connection, changedSince(TOPICS, eventLog.position()));
        },
      });
      stopWatching = watchSessions({
        sessionIds: () => [...connections.all()].map(({ viewer }) => viewer.sessionId),
        findEnded: parts.findEndedSessions,
        ended: noteSessions,
        log,
      });
    },
    dismiss,
    async stop() {
      isDismissing = true;
      await stopWatching();
      dismiss();
      await eventLog.stop();
    },
    connect(end, caller) {
      const connection = newConnection(caller, end, performance.now());
      if (isDismissing) close(connection, RESTART_CLOSE_CODE, 'restarting');
      else {
        connections.add(connection);
        for (const oldest of connections.beyond(caller.userId, socketsPerPerson))
          close(oldest, DISPLACED_CLOSE_CODE, 'too many sockets');
        send(connection, { type: 'hello', socket: connection.id });
      }
      return {
        receive: (text) => receive(connection, text),
        mayPing: () => mayPing(connection),
        heartbeat() {
          const seen = position();
          if (seen !== null) send(connection, { type: 'alive', position: seen });
        },
        disconnected: () => forget(connection),
      };
    },
    position,
  };
}
