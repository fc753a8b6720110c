import { randomUUID } from 'node:crypto';
import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { makeBoundsIndex } from '@openlarder/domain/live/bounds-index.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { Caller } from '../http/caller.ts';
import type { FrameHandler, SocketSubscriptions, Viewer } from './live-topic.ts';
import { codeOf } from '@openlarder/domain/kernel/app-error.ts';
import { type ErrorTextKey, errorTexts } from '@openlarder/domain/kernel/error-texts.ts';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { isDatabaseUnavailable } from '../http/http-errors.ts';
import { translateInto } from '../texts/translate.ts';
import { setTimeout as sleep } from 'node:timers/promises';

export type SocketTransport = {
  /** Sends a text, which may be encoded already; drops a reader that has fallen too far behind. */
  send(text: string | Buffer): void;
  /** Closes with a code and reason; terminates the connection if the client does not answer. */
  close(code: number, reason: string): void;
};

export type Connection = {
  /** What `hello` names: a write that names it is not told to its own socket. */
  readonly id: string;
  readonly viewer: Viewer & { readonly groups: Set<string> };
  readonly end: SocketTransport;
  isOpen: boolean;
  readonly connectedAtMs: number;
  /** When the session was last known to be valid. */
  sessionCheckedAtMs: number;
  /** The chain of frames: they are handled one by one. */
  framesWaiting: number;
  frames: Promise<void>;
  /** The tokens left at `allowanceAtMs`. */
  allowance: number;
  allowanceAtMs: number;
};

export function send(connection: Connection, message: ServerMessage): void {
  sendText(connection, JSON.stringify(message));
}

/** Sends a message that is serialized already, and for many also encoded. */
export function sendText(connection: Connection, text: string | Buffer): void {
  if (connection.isOpen) connection.end.send(text);
}

/** A page sends a burst of frames when it opens, and few later. */
const FRAMES_AT_ONCE = 100;
const FRAMES_PER_SECOND = 5;

/** Takes a token for one frame at `nowMs`; returns false if none is left. */
export function takeFrameToken(connection: Connection, nowMs: number): boolean {
  const regainedMs = Math.max(0, nowMs - connection.allowanceAtMs);
  const regained = connection.allowance + (regainedMs / 1000) * FRAMES_PER_SECOND;
  connection.allowance = Math.min(FRAMES_AT_ONCE, regained) - 1;
  connection.allowanceAtMs = nowMs;
  return connection.allowance >= 0;
}

/** A new socket, whose session was read as it opened. */
export const newConnection = (caller: Caller, end: SocketTransport, nowMs: number): Connection => ({
  id: randomUUID(),
  viewer: { ...caller, groups: new Set() },
  end,
  isOpen: true,
  sessionCheckedAtMs: nowMs,
  framesWaiting: 0,
  frames: Promise.resolve(),
  allowance: FRAMES_AT_ONCE,
  allowanceAtMs: nowMs,
  connectedAtMs: nowMs,
});

/** The sockets of this process, indexed by person, session and watched bounds. */
export function makeConnections() {
  const all = new Set<Connection>();
  const byPerson = new Map<string, Set<Connection>>();
  const byPlace = makeBoundsIndex<Connection>();

  return {
    all: (): Iterable<Connection> => all,
    of: (userId: string): Iterable<Connection> => byPerson.get(userId) ?? [],
    /** The person's oldest sockets, if they have more than `most`. */
    beyond: (userId: string, most: number): Connection[] => {
      const theirs = [...(byPerson.get(userId) ?? [])];
      return theirs.slice(0, Math.max(0, theirs.length - most));
    },
    /** The sockets whose bounds contain the point; without a point all that have bounds. */
    lookingAt: (point: GeoPoint | null): Iterable<Connection> =>
      point === null ? byPlace.keys() : byPlace.at(point),
    watchBounds(connection: Connection, bounds: GeoBounds): void {
      // a frame may still be running when its socket closes
      if (all.has(connection)) byPlace.set(connection, bounds);
    },
    add(connection: Connection): void {
      all.add(connection);
      const theirs = byPerson.get(connection.viewer.userId) ?? new Set();
      byPerson.set(connection.viewer.userId, theirs.add(connection));
    },
    remove(connection: Connection): void {
      all.delete(connection);
      byPlace.set(connection, null);
      const theirs = byPerson.get(connection.viewer.userId);
      theirs?.delete(connection);
      if (theirs?.size === 0) byPerson.delete(connection.viewer.userId);
    },
  };
}

type Typed = { readonly type: string };
/** Bivariant by being a method: the type of the frame selects the handler. */
type AnyFrameHandler = {
  handle(...given: Parameters<FrameHandler<Typed>>): ReturnType<FrameHandler>;
}['handle'];
export type FrameOptions = {
  /** The schema of all frames, including `since`. */
  readonly schema: z.core.$ZodType<Typed>;
  readonly handlers: Readonly<Record<string, AnyFrameHandler>>;
};

/** The outcome of a frame: a refusal, the position from which missed changes are asked for, or nothing. */
type FrameOutcome = { readonly since: string | null } | { readonly refusal: ErrorTextKey | null };

/** The reply to a refused frame; the browser translates it by its code. */
export const errorFrame = (key: ErrorTextKey): ServerMessage => ({
  type: 'error',
  ...codeOf(key),
  message: translateInto('en')(errorTexts, key),
});

/** Parses and handles one frame for the person of the session. Throws only if the database is away. */
export async function receiveFrame(
  { schema, handlers }: FrameOptions,
  text: string,
  viewer: Viewer,
  line: SocketSubscriptions,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<FrameOutcome> {
  const sent = parseJson(text);
  if (typeof sent !== 'object' || sent === null) return { refusal: 'malformed' };
  // the sender is the person of the session, not the frame's `userId`
  if ('userId' in sent && sent.userId !== viewer.userId) return { refusal: 'foreign-user' };
  // the client would retry after a refusal: all topics answer a malformed position
  if ('type' in sent && sent.type === 'since')
    return { since: 'position' in sent && typeof sent.position === 'string' ? sent.position : null };
  const parsed = z.core.safeParse(schema, sent);
  if (!parsed.success) return { refusal: 'malformed' };
  const frame = parsed.data;
  const handler = Object.hasOwn(handlers, frame.type) ? handlers[frame.type] : undefined;
  if (!handler) return { refusal: 'malformed' };
  try {
    return { refusal: await handler(frame, viewer, line) };
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ error, frame: frame.type }, 'a frame could not be handled');
    return { refusal: 'fault' };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Often enough to close a socket within a second of the end of its session. */
const LOOK_EVERY_MS = 500;

type SessionWatchOptions = {
  sessionIds(): Iterable<string>;
  /** Returns the sessions that have ended: signed out, expired, or closed with their account. */
  findEnded(sessionIds: readonly string[]): Promise<readonly string[]>;
  /** Called with the ended sessions, as of `askedAtMs`. */
  ended(sessionIds: readonly string[], askedAtMs: number): void;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * Checks regularly, in one statement for all, which sessions have ended: here, in another process, by another program
 * or by time. Returns a function that stops it.
 */
export function watchSessions(parts: SessionWatchOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAway = false;

  async function look(): Promise<void> {
    const asked = [...new Set(parts.sessionIds())];
    if (asked.length === 0) return;
    const askedAtMs = performance.now();
    try {
      const ended = await parts.findEnded(asked);
      if (!signal.aborted) parts.ended(ended, askedAtMs);
      isAway = false;
    } catch (error) {
      if (!isAway) parts.log.warn({ error }, 'the sessions of sockets cannot be checked for now');
      isAway = true;
    }
  }

  const watching = (async () => {
    while (!signal.aborted) {
      await look();
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return async () => {
    stopping.abort();
    await watching;
  };
}
