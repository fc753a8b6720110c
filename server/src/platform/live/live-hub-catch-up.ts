import type { FastifyBaseLogger } from 'fastify';
import type { ReadableEventLog } from '../events/event-log.ts';
import { isAfter } from '../events/event-log-position.ts';
import type { LogEvent } from '../events/event-log-queries.ts';
import { type Connection, isOpen } from './live-hub-connection.ts';
import { makeReplayQueue } from './live-hub-replay-queue.ts';

/** How many people catch up concurrently; after a restart all of them reconnect together. */
const CONCURRENT = 4;
/** With more missed events the browser refetches instead. */
const MISSED_AT_MOST = 2000;
/** How many events are replayed to all sockets of one person in REPLAY_WINDOW_MS: several tabs that slept. */
const REPLAYED_AT_MOST = 10_000;
const REPLAY_WINDOW_MS = 600_000;
const PAGE = 500;
const TRY_AGAIN_MS = 1000;

export type CatchUpOptions = {
  readonly eventLog: ReadableEventLog;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** Since when a person has had their account; nothing from before is replayed. Null if it is closed. */
  memberSince(personId: string): Promise<Date | null>;
  /** Returns false and closes the socket if the session has ended. */
  checkSession(connection: Connection): Promise<boolean>;
  /** Sends a socket what its person may see now of past events, in order; false if one of them is withheld. */
  replay(events: readonly LogEvent[], connection: Connection): Promise<boolean>;
  /** Delivers an event to a socket as it happened. */
  deliver(event: LogEvent, connection: Connection): Promise<void>;
  /** Tells the socket to refetch everything, as of its position. */
  resync(connection: Connection): void;
};

/**
 * Brings a socket from its position to the end of the log: replays until no event lies between the two, and
 * makes the socket live in that same tick, so that no event is missed or delivered twice. What cannot be replayed
 * becomes one resync. The socket waits while the database is unavailable.
 */
export function makeCatchUp(parts: CatchUpOptions): (connection: Connection) => void {
  const { eventLog, log } = parts;
  const turns = makeReplayQueue({
    concurrent: CONCURRENT,
    eventsAtMost: REPLAYED_AT_MOST,
    windowMs: REPLAY_WINDOW_MS,
    nowMs: () => performance.now(),
  });

  function catchUp(connection: Connection): void {
    connection.stage = 'catching-up';
    bringUp(connection).catch((error: unknown) => {
      log.warn({ error }, 'a socket could not catch up for now');
      setTimeout(() => {
        if (connection.stage === 'catching-up') catchUp(connection);
      }, TRY_AGAIN_MS).unref();
    });
  }

  const isBehind = (connection: Connection): boolean =>
    !connection.mustResync && isAfter(eventLog.position(), connection.position);

  async function bringUp(connection: Connection): Promise<void> {
    const { userId } = connection.viewer;
    if (!(await parts.checkSession(connection))) return;
    if (isBehind(connection)) {
      const missed = await countMissed(connection);
      if (missed !== null && missed <= MISSED_AT_MOST && turns.admit(userId, missed)) {
        await turns.inTurn(userId, () => replayAll(connection));
        return;
      }
      connection.mustResync = true;
    }
    goLive(connection);
  }

  /** To be called in the tick in which the socket is seen not to be behind. */
  function goLive(connection: Connection): void {
    if (!isOpen(connection)) return;
    connection.stage = 'live';
    connection.isReturning = false;
    if (!connection.mustResync) return;
    connection.mustResync = false;
    connection.position = eventLog.position();
    parts.resync(connection);
  }

  async function countMissed(connection: Connection): Promise<number | null> {
    const since = await parts.memberSince(connection.viewer.userId);
    return since && eventLog.countMissed(connection.position, { since, atMost: MISSED_AT_MOST });
  }

  /** For a socket that was live when they happened, and only waited for the check of its session. */
  async function deliverAll(events: readonly LogEvent[], connection: Connection): Promise<void> {
    for (const event of events) {
      if (!isOpen(connection) || connection.mustResync) return;
      await parts.deliver(event, connection);
      connection.position = event.position;
    }
  }

  async function replayAll(connection: Connection): Promise<void> {
    let isWithheld = false;
    try {
      while (isBehind(connection) && (await parts.checkSession(connection))) {
        const through = eventLog.position();
        const events = await eventLog.readEventsBetween(connection.position, through, PAGE);
        if (!connection.isReturning) await deliverAll(events, connection);
        else if (!(await parts.replay(events, connection))) isWithheld = true;
        const last = events.length === PAGE ? events.at(-1) : undefined;
        connection.position = last?.position ?? through;
      }
    } finally {
      connection.mustResync ||= isWithheld;
    }
    goLive(connection);
  }

  return catchUp;
}
