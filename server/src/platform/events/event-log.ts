import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '#server/db/database.ts';
import { afterCommit } from '../postgres/database.ts';
import { type Audience, NOTIFY_CHANNEL } from './event-log-queries.ts';
import { type EventReader, makeEventReader, READS_APART_MS } from './event-log-reader.ts';

/** The log of live events, as use-cases write it. */
export type EventLog = Pick<EventReader, 'catchUp'> & {
  /**
   * Writes an event in the transaction of its cause; it is delivered once that has committed. `payload` contains ids
   * and facts, but no user text: the visibility to each viewer is decided on delivery.
   */
  append(tx: { readonly db: Tx }, kind: string, payload: object, audience: Audience): Promise<void>;
};

/** The log as the hub uses it: written, and followed. */
export type ReadableEventLog = EventLog & EventReader & { readonly pool: pg.Pool };

/**
 * Makes the log of this process. After a commit one NOTIFY wakes the readers of all processes; commits soon after it
 * share the next one, because a NOTIFY inside each transaction would serialize all commits.
 */
export function makeEventLog(parts: {
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): ReadableEventLog {
  const { pool, log } = parts;
  const self = randomUUID();
  const reader = makeEventReader(pool, log, self);
  const wakesAtCommit = new WeakSet<object>();
  let isSending = false;
  let sendAgain = false;

  async function send(): Promise<void> {
    isSending = true;
    while (sendAgain) {
      sendAgain = false;
      // only a hint: readers poll every second, too; this process's own has read by then
      await pool.query(`notify ${NOTIFY_CHANNEL}, '${self}'`).catch(() => {});
      await sleep(READS_APART_MS, undefined, { ref: false });
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
    pool,
    async append(tx, kind, payload, audience) {
      if (!wakesAtCommit.has(tx.db)) {
        wakesAtCommit.add(tx.db);
        afterCommit(tx, wakeAll);
      }
      const write = writes.getStore();
      const { topics, people = [], at } = audience;
      const { rows } = await sql<{ id: string }>`
        insert into live_event (kind, payload, topics, people, is_on_map, latitude, longitude, writer)
        values (${kind}, ${JSON.stringify(payload)}::jsonb, ${topics}::text[], ${people}::text[],
          ${at !== undefined}, ${at?.latitude ?? null}, ${at?.longitude ?? null}, ${write?.writer ?? null})
        returning id`.execute(tx.db);
      if (write)
        afterCommit(tx, () => {
          write.row = rows[0]?.id ?? null;
        });
    },
  };
}

/** A request that may write: where it came from, and the last row that it has committed. */
export type Write = { readonly writer: string | null; row: string | null };

const writes = new AsyncLocalStorage<Write>();

/** Runs `work`; what it commits, now and in everything it awaits, is of this write. */
export const runWrite = (write: Write, work: () => void): void => writes.run(write, work);

/** How a row names the socket that its cause came from: no other session can name it. */
export const writerOf = (socketId: string, sessionId: string): string => `${socketId} ${sessionId}`;
