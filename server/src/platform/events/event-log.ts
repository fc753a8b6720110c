import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '#server/db/database.ts';
import { afterCommit } from '../postgres/database.ts';
import type { LogPosition } from './event-log-position.ts';
import {
  countMissed,
  type LogEvent,
  NOTIFY_CHANNEL,
  positionOf,
  type PositionRow,
  readEventsBetween,
} from './event-log-queries.ts';
import { type EventReader, makeEventReader } from './event-log-reader.ts';

/** The log of live events, as services write it. */
export type EventLog = {
  /**
   * Writes an event in the transaction of its cause; it is delivered once that has committed. `payload` contains ids
   * and facts, but no user text: the visibility to each viewer is decided on delivery.
   */
  append(tx: { readonly db: Tx }, kind: string, payload: object): Promise<void>;
};

/** The log as the hub uses it: written, followed in order, and read back. */
export type ReadableEventLog = EventLog &
  EventReader & {
    /** Writes and delivers an event outside of a transaction. */
    publish(kind: string, payload: object): Promise<void>;
    /** Events after one delivered position up to another, in order, at most `limit`. */
    readEventsBetween(after: LogPosition, through: LogPosition, limit: number): Promise<LogEvent[]>;
    /** How many events come after a position, up to `atMost + 1`; null if one is pruned, too old or before `since`. */
    countMissed(
      after: LogPosition,
      within: { readonly since: Date; readonly atMost: number },
    ): Promise<number | null>;
  };

/**
 * Makes the log of this process. After a commit one NOTIFY wakes the readers of all processes; commits in the
 * meantime share the next one, because a NOTIFY inside each transaction would serialize all commits.
 */
export function makeEventLog(parts: {
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): ReadableEventLog {
  const { pool, log } = parts;
  const reader = makeEventReader(pool, log);
  const wakesAtCommit = new WeakSet<object>();
  let isSending = false;
  let sendAgain = false;

  async function send(): Promise<void> {
    isSending = true;
    while (sendAgain) {
      sendAgain = false;
      // only a hint: readers poll every second, too
      await pool.query(`notify ${NOTIFY_CHANNEL}`).catch(() => {});
    }
    isSending = false;
  }

  function wakeAll(): void {
    reader.wake();
    sendAgain = true;
    if (!isSending) void send();
  }

  return {
    ...reader,
    async append(tx, kind, payload) {
      if (!wakesAtCommit.has(tx.db)) {
        wakesAtCommit.add(tx.db);
        afterCommit(tx, wakeAll);
      }
      const body = JSON.stringify(payload);
      const { rows } = await sql<PositionRow>`
        insert into live_event (kind, payload) values (${kind}, ${body}::jsonb)
        returning transaction_id, number`.execute(tx.db);
      const [row] = rows;
      const recorded = recordedEvents();
      if (recorded && row)
        afterCommit(tx, () => {
          recorded.push({ position: positionOf(row), kind, payload: JSON.parse(body) });
        });
    },
    async publish(kind, payload) {
      await pool.query('insert into live_event (kind, payload) values ($1, $2)', [
        kind,
        JSON.stringify(payload),
      ]);
      wakeAll();
    },
    readEventsBetween: (after, through, limit) => readEventsBetween(pool, after, through, limit),
    countMissed: (after, within) => countMissed(pool, reader.epoch(), after, within),
  };
}

const recording = new AsyncLocalStorage<LogEvent[]>();

/** Runs `work`; the events that it commits, now and in everything it awaits, are added to `events`. */
export function recordEvents(events: LogEvent[], work: () => void): void {
  recording.run(events, work);
}

/** The events that the running work has committed; null if they are not recorded. */
const recordedEvents = (): LogEvent[] | null => recording.getStore() ?? null;
