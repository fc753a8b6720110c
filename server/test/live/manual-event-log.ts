import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ReadableEventLog } from '#server/platform/events/event-log.ts';
import type { Audience } from '#server/platform/events/event-log-queries.ts';
import type { Follower } from '#server/platform/events/event-log-reader.ts';

export type ManualEventLog = ReadableEventLog & {
  publish(kind: string, payload: object, audience: Audience): Promise<void>;
};

/** An event log without a database, for measuring the hub alone: `publish` delivers an event immediately. */
export function makeManualEventLog(): ManualEventLog {
  let follower: Follower | null = null;
  const pool = new pg.Pool({ max: 1 });
  // asked for what has changed on a map
  Object.defineProperty(pool, 'query', { value: async () => ({ rows: [] }) });
  return {
    pool,
    append: async () => Promise.reject(new Error('nothing is written to a log that is told by hand')),
    async start(whom) {
      follower = whom;
    },
    stop: async () => {},
    wake: () => {},
    position: () => null,
    catchUp: async () => true,
    async publish(kind, payload, { topics, people = [], at }) {
      const row = { id: randomUUID(), kind, payload, topics, people, writer: null };
      const tell = await follower?.prepare({ ...row, ...(at !== undefined && { at }) });
      tell?.();
    },
  };
}
