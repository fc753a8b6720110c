import type { FastifyBaseLogger } from 'fastify';
import type { EventIds } from '../events/event-log-position.ts';
import type { LogEvent } from '../events/event-log-queries.ts';
import { isDatabaseUnavailable } from '../http/http-errors.ts';
import { type Connection, isOpen, type makeConnections, send, sendText } from './live-hub-connection.ts';
import {
  type Audience,
  isInAudience,
  type LiveMessage,
  type LiveTopic,
  mayReach,
  type Replayed,
} from './live-topic.ts';

type DeliveryOptions = {
  readonly ids: EventIds;
  readonly topics: readonly LiveTopic[];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly connections: ReturnType<typeof makeConnections>;
  /** Returns true if the socket cannot get the event now and will read it when it catches up. */
  readonly deferToCatchUp: (connection: Connection) => boolean;
};

/** Delivers events to sockets by the topics. */
export function makeDelivery({ ids, topics: all, log, connections, deferToCatchUp }: DeliveryOptions) {
  const topics = new Map(all.map((topic) => [topic.kind, topic]));
  if (topics.size < all.length) throw new Error('two live topics have the same kind');

  /** If a topic fails the viewer has to refetch. */
  function resyncInstead(connection: Connection, event: LogEvent): void {
    send(connection, { type: 'resync', id: ids.of(event.position, connection.viewer.userId) });
  }

  /**
   * Loads what the event needs; returns a function that delivers it to one socket and returns whether it did.
   */
  async function prepare(event: LogEvent): Promise<(connection: Connection) => boolean> {
    const topic = topics.get(event.kind);
    if (!topic) return () => false;
    let context: unknown;
    try {
      context = await topic.prepare?.(event.payload);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ error, kind: event.kind }, 'an event could not be prepared');
      return (connection) => {
        resyncInstead(connection, event);
        return true;
      };
    }
    let message: LiveMessage | null = null;
    let body = '';
    let audience: Audience | null = null;
    return (connection) => {
      try {
        audience ??= topic.audience(event.payload);
        if (!isInAudience(audience, connection.viewer)) return false;
        const theirs = topic.message(event.payload, connection.viewer, context);
        if (!theirs) return false;
        if (deferToCatchUp(connection)) return false;
        // a message that is the same object for many is serialized once
        if (theirs !== message) {
          message = theirs;
          body = bodyOf(theirs);
        }
        sendEvent(connection, event, body);
      } catch (error) {
        log.error({ error, kind: event.kind }, 'an event could not be told');
        resyncInstead(connection, event);
      }
      return true;
    };
  }

  /** Found by the indexes, so that the cost does not depend on the number of other sockets. */
  function socketsOf(audience: Audience): Iterable<Connection> {
    if (audience === 'everyone') return connections.all();
    const found = new Set(audience.at === undefined ? [] : connections.lookingAt(audience.at));
    for (const id of audience.people) for (const connection of connections.of(id)) found.add(connection);
    return found;
  }

  /** The sockets that an event may concern now; the same until `connections.changes` changes. */
  function audienceOf(event: LogEvent): Connection[] {
    const topic = topics.get(event.kind);
    if (!topic) return [];
    try {
      return [...socketsOf(topic.audience(event.payload))];
    } catch (error) {
      log.error({ error, kind: event.kind }, 'an event has no audience');
      return [];
    }
  }

  function sendEvent(connection: Connection, event: LogEvent, body: string): void {
    sendText(connection, `${body},"id":"${ids.of(event.position, connection.viewer.userId)}"}`);
  }

  /**
   * Sends a socket the replay of past events, in order. Returns false if one of them is withheld: the client has to
   * refetch.
   */
  async function replay(events: readonly LogEvent[], connection: Connection): Promise<boolean> {
    const told = new Map<LogEvent, Replayed>();
    for (const [kind, theirs] of Map.groupBy(events, (event) => event.kind))
      for (const [event, replayed] of await replayKind(kind, theirs, connection)) told.set(event, replayed);
    let isWhole = true;
    for (const event of events) {
      const replayed = told.get(event) ?? null;
      if (replayed === 'withheld') isWhole = false;
      else if (replayed && isOpen(connection)) sendEvent(connection, event, bodyOf(replayed));
    }
    return isWhole;
  }

  async function replayKind(
    kind: string,
    events: readonly LogEvent[],
    { viewer }: Connection,
  ): Promise<(readonly [LogEvent, Replayed])[]> {
    const topic = topics.get(kind);
    if (!topic) return [];
    try {
      const theirs = events.filter(({ payload }) => isInAudience(topic.audience(payload), viewer));
      if (theirs.length === 0) return [];
      const payloads = theirs.map(({ payload }) => payload);
      const replayed = await topic.replay(payloads, viewer);
      return theirs.map((event, nth) => [event, replayed[nth] ?? null] as const);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ error, kind }, 'events could not be replayed');
      return events.map((event) => [event, 'withheld'] as const);
    }
  }

  /** The ids of those events that sockets of a person may receive. */
  function idsFor(userId: string, events: readonly LogEvent[]): string[] {
    const isTheirs = ({ kind, payload }: LogEvent): boolean => {
      const topic = topics.get(kind);
      return topic !== undefined && mayReach(topic.audience(payload), userId);
    };
    return events.filter(isTheirs).map(({ position }) => ids.of(position, userId));
  }

  return { prepare, replay, audienceOf, idsFor };
}

/** A message without its closing brace: the id, which differs for each account, follows. */
const bodyOf = (message: LiveMessage): string => JSON.stringify(message).slice(0, -1);
