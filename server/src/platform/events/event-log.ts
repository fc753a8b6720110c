import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '#server/db/database.ts';
import { afterCommit } from '../postgres/database.ts';
import type { LogPosition } from './event-log-position.ts';
import { isResumable, type LogEvent, readEventsBetween, NOTIFY_CHANNEL } from './event-log-queries.ts';
import { type EventReader, makeEventReader } from './event-log-reader.ts';

/** Where causes write what the sockets have to hear of. */
export type EventLog = {
  /**
   * Writes an event in its cause's transaction, to be told once that has committed and never otherwise. `payload`
   * holds ids and facts, no text a person wrote: what a viewer may see is decided when it is delivered.
   */
  append(tx: { readonly db: Tx }, kind: string, payload: object): Promise<void>;
};

/** The log as the hub uses it: written, followed in order, and read back. */
export type ReadableEventLog = EventLog &
  EventReader & {
    /** Writes an event that has no cause in the database. */
    tell(kind: string, payload: object): Promise<void>;
    /** Events after one told position up to another, in order, at most `limit` of them. */
    readEventsBetween(after: LogPosition, through: LogPosition, limit: number): Promise<LogEvent[]>;
    /** Whether nothing after the position has been thrown away. */
    isResumable(position: LogPosition): Promise<boolean>;
  };

/**
 * The log of this process. After a commit one NOTIFY wakes the readers of every process; commits that come while
 * one is on its way share the next, because NOTIFY inside each transaction makes all commits queue up.
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
      // only a hint: readers look once a second besides
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
      await sql`insert into live_event (kind, payload) values (${kind}, ${body}::jsonb)`.execute(tx.db);
    },
    async tell(kind, payload) {
      await pool.query('insert into live_event (kind, payload) values ($1, $2)', [
        kind,
        JSON.stringify(payload),
      ]);
      wakeAll();
    },
    readEventsBetween: (after, through, limit) => readEventsBetween(pool, after, through, limit),
    isResumable: (position) => isResumable(pool, reader.epoch(), position),
  };
}
