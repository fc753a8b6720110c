import type { FastifyBaseLogger } from 'fastify';
import type { ReadableEventLog } from '../events/event-log.ts';
import { formatEventId } from '../events/event-log-position.ts';
import type { LogEvent } from '../events/event-log-queries.ts';
import { isDatabaseUnavailable } from '../http/http-errors.ts';
import { type Connection, type makeConnections, send, sendText } from './live-hub-connection.ts';
import { type Audience, isInAudience, type LiveMessage, type LiveTopic, mayReach } from './live-topic.ts';

type DeliveryOptions = {
  readonly eventLog: ReadableEventLog;
  readonly topics: readonly LiveTopic[];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly connections: ReturnType<typeof makeConnections>;
  /** Returns true if the socket cannot get the event now and will read it when it catches up. */
  readonly deferToCatchUp: (connection: Connection) => boolean;
};

/** Delivers events to sockets by the topics. */
export function makeDelivery({ eventLog, topics: all, log, connections, deferToCatchUp }: DeliveryOptions) {
  const topics = new Map(all.map((topic) => [topic.kind, topic]));
  if (topics.size < all.length) throw new Error('two live topics have the same kind');

  /** If a topic fails the viewer has to refetch. */
  function resyncInstead(connection: Connection, event: LogEvent): void {
    send(connection, { type: 'resync', id: formatEventId(eventLog.epoch(), event.position) });
  }

  /** Whether an event may concern this socket. */
  function concerns(event: LogEvent, { viewer }: Connection): boolean {
    const topic = topics.get(event.kind);
    if (!topic) return false;
    try {
      return isInAudience(topic.audience(event.payload), viewer);
    } catch {
      // `prepare` fails with the same error and logs it
      return true;
    }
  }

  /**
   * Loads what the event needs; returns a function that delivers it to one socket and returns whether it did.
   */
  async function prepare(event: LogEvent): Promise<(connection: Connection) => boolean> {
    const topic = topics.get(event.kind);
    if (!topic) return () => false;
    const id = formatEventId(eventLog.epoch(), event.position);
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
    let bytes = Buffer.alloc(0);
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
          bytes = Buffer.from(JSON.stringify({ ...theirs, id }));
        }
        sendText(connection, bytes);
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

  /** The ids of those events that sockets of a person may receive. */
  function idsFor(userId: string, events: readonly LogEvent[]): string[] {
    const isTheirs = ({ kind, payload }: LogEvent): boolean => {
      const topic = topics.get(kind);
      return topic !== undefined && mayReach(topic.audience(payload), userId);
    };
    return events.filter(isTheirs).map(({ position }) => formatEventId(eventLog.epoch(), position));
  }

  return { concerns, prepare, audienceOf, idsFor };
}
