import type { FastifyBaseLogger } from 'fastify';
import type { ReadableEventLog } from '../events/event-log.ts';
import { formatEventId, isAfter } from '../events/event-log-position.ts';
import type { LogEvent } from '../events/event-log-queries.ts';
import { type Connection, isOpen, send } from './live-hub-connection.ts';
import { makeConcurrencyLimit } from '../concurrency-limit.ts';

/** How many sockets catch up concurrently; after a restart all of them reconnect together. */
const CONCURRENCY = 4;
const TRY_AGAIN_MS = 1000;

export type CatchUpOptions = {
  readonly eventLog: ReadableEventLog;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** With more missed events the browser refetches instead. */
  readonly replayAtMost: number;
  /** Returns false and closes the socket if the session has ended. */
  checkSession(connection: Connection): Promise<boolean>;
  /** Whether an event may concern this socket. */
  concerns(event: LogEvent, connection: Connection): boolean;
  /** Loads what the event needs; returns a function that delivers it to one socket. */
  prepare(event: LogEvent): Promise<(connection: Connection) => void>;
};

/**
 * Brings a socket from its position to the end of the log: replays until no event lies between the two, and
 * makes the socket live in that same tick, so that no event is missed or delivered twice. The socket waits
 * while the database is unavailable.
 */
export function makeCatchUp(parts: CatchUpOptions): (connection: Connection) => void {
  const { eventLog, log } = parts;
  const inTurn = makeConcurrencyLimit(CONCURRENCY);

  function catchUp(connection: Connection): void {
    connection.stage = 'catching-up';
    inTurn(() => replay(connection)).catch((error: unknown) => {
      log.warn({ error }, 'a socket could not catch up for now');
      setTimeout(() => {
        if (connection.stage === 'catching-up') catchUp(connection);
      }, TRY_AGAIN_MS).unref();
    });
  }

  async function replay(connection: Connection): Promise<void> {
    let replayed = 0;
    while (connection.stage === 'catching-up') {
      if (!(await parts.checkSession(connection))) return;
      if (connection.unproven && !connection.mustResync) {
        const resumable = await eventLog.isResumable(connection.position);
        connection.mustResync ||= !resumable;
        connection.unproven = false;
      }
      const through = eventLog.position();
      if (connection.mustResync) {
        connection.mustResync = false;
        connection.unproven = false;
        connection.position = through;
        send(connection, { type: 'resync', id: formatEventId(eventLog.epoch(), through) });
      }
      if (!isAfter(through, connection.position)) {
        if (isOpen(connection)) connection.stage = 'live';
        return;
      }
      const room = parts.replayAtMost - replayed;
      const events = await eventLog.readEventsBetween(connection.position, through, room + 1);
      if (events.length > room) connection.mustResync = true;
      for (const event of events) {
        if (connection.mustResync || !isOpen(connection)) break;
        if (parts.concerns(event, connection)) {
          const tell = await parts.prepare(event);
          if (connection.mustResync || !isOpen(connection)) break;
          tell(connection);
        }
        connection.position = event.position;
      }
      replayed += events.length;
      if (!connection.mustResync) connection.position = through;
    }
  }

  return catchUp;
}
