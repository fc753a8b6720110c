import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { inTransaction, openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { isAfter, LOG_START, type LogPosition } from '#server/platform/events/event-log-position.ts';
import { type LogEvent, readEventsAfter } from '#server/platform/events/event-log-queries.ts';
import { makeEventReader } from '#server/platform/events/event-log-reader.ts';
import { longTest, sized } from '#server/testing/long-run.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const WRITERS = 12;
const EACH = sized(80, 250);
const log = { warn: () => {} };

/** Twelve writers whose transactions number events early and commit late, in any order. */
async function write(connection: ClientConfig): Promise<Set<string>> {
  const pool = openPool({ ...connection, max: WRITERS });
  const db = openDatabase(pool);
  const eventLog = makeEventLog({ pool, log });
  const written = new Set<string>();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let nth = 0; nth < EACH; nth++)
        await inTransaction({ db }, async (tx) => {
          for (const half of ['a', 'b']) {
            await eventLog.append(tx, 'hint', { what: `${writer}/${nth}${half}` });
            written.add(`${writer}/${nth}${half}`);
          }
          if ((writer + nth) % 3 === 0) await sleep((writer * 7 + nth) % 5);
        });
    }),
  );
  await pool.end();
  return written;
}

const hintSchema = z.object({ what: z.string() });
const whatOf = ({ payload }: Pick<LogEvent, 'payload'>): string => z.parse(hintSchema, payload).what;

test('the reader delivers each event of twelve writers once, in order', async () => {
  const { pool, connection } = await testDatabase();
  const told: LogEvent[] = [];
  const reader = makeEventReader(pool, log);
  await reader.start({ prepare: async (event) => () => void told.push(event), missed: () => {} });
  const written = await write(connection);
  await expect.poll(() => told.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(written.size);
  await reader.stop();
  expect(told).toHaveLength(WRITERS * EACH * 2);
  expect(new Set(told.map(whatOf))).toEqual(written);
  told.reduce((before, event) => {
    expect(isAfter(event.position, before.position)).toBe(true);
    return event;
  });
});

longTest('mutant: a cursor by number alone misses events', async () => {
  const { pool, connection } = await testDatabase();
  const seen = new Set<string>();
  let cursor = '0';
  let isWriting = true;
  const reading = (async () => {
    for (let last = false; !last; ) {
      last = !isWriting;
      const { rows } = await pool.query<{ number: string; payload: unknown }>(
        'select number, payload from live_event where number > $1 order by number',
        [cursor],
      );
      for (const row of rows) seen.add(whatOf(row));
      cursor = rows.at(-1)?.number ?? cursor;
    }
  })();
  const written = await write(connection);
  isWriting = false;
  await reading;
  expect(seen.size).toBeLessThan(written.size);
});

test('an open transaction holds later events back; after 5 s followers have to refetch', async () => {
  const { pool, connection } = await testDatabase();
  const idle = new Client(connection);
  await idle.connect();
  await idle.query('begin');
  await idle.query('select pg_current_xact_id()');
  const told: LogEvent[] = [];
  const missedAtMs: number[] = [];
  const eventLog = makeEventLog({ pool, log });
  await eventLog.start({
    prepare: async (event) => () => void told.push(event),
    missed: () => missedAtMs.push(performance.now()),
  });
  const startMs = performance.now();
  await eventLog.publish('hint', { what: 'kept back' });
  await sleep(3000);
  expect([told.length, missedAtMs.length, eventLog.isStuck()]).toEqual([0, 0, false]);
  await expect.poll(() => missedAtMs.length, { timeout: 30_000 }).toBe(1);
  expect((missedAtMs[0] ?? 0) - startMs).toBeGreaterThan(5000);
  expect(eventLog.isStuck()).toBe(true);
  // once for the events held back, again only if there are more
  await sleep(1500);
  expect(missedAtMs).toHaveLength(1);
  await eventLog.publish('hint', { what: 'kept back too' });
  await expect.poll(() => missedAtMs.length, { timeout: 30_000 }).toBe(2);
  await idle.query('rollback');
  await idle.end();
  await expect.poll(() => told.map(whatOf), { timeout: 30_000 }).toEqual(['kept back', 'kept back too']);
  await expect.poll(() => eventLog.isStuck()).toBe(false);
  await eventLog.stop();
});

test('notices the end of an open transaction without a notification', async () => {
  const { pool, connection } = await testDatabase();
  const other = new Client(connection);
  await other.connect();
  const eventLog = makeEventLog({ pool, log });
  const told: LogPosition[] = [];
  await eventLog.start({
    prepare:
      async ({ position }) =>
      () =>
        void told.push(position),
    missed: () => {},
  });
  await other.query('begin');
  await other.query('select pg_current_xact_id()');
  await eventLog.publish('hint', { what: 'waits' });
  await sleep(300);
  expect(told).toHaveLength(0);
  expect(await readEventsAfter(pool, LOG_START, 10)).toHaveLength(0);
  await other.query('commit');
  await expect.poll(() => told.length, { timeout: 4000, interval: 10 }).toBe(1);
  await other.end();
  await eventLog.stop();
});
