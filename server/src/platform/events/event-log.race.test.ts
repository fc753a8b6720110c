import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { inTransaction, openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { type LogRow, readTopicsSince } from '#server/platform/events/event-log-queries.ts';
import { makeEventReader, READS_APART_MS } from '#server/platform/events/event-log-reader.ts';
import { waitForLiveRow } from '#server/platform/http/live-row-header.ts';
import { longTest, sized } from '#server/test/long-run.ts';
import { testDatabase } from '#server/test/test-database.ts';

const WRITERS = 12;
const EACH = sized(40, 250);
const log = { warn: () => {} };
const AUDIENCE = { topics: ['messages'], people: ['ann'] } as const;

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
            await eventLog.append(tx, 'hint', { what: `${writer}/${nth}${half}` }, AUDIENCE);
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
const whatOf = ({ payload }: Pick<LogRow, 'payload'>): string => z.parse(hintSchema, payload).what;

test('the reader delivers each event of twelve writers once, also beside a transaction that stays open', async () => {
  const { pool, connection } = await testDatabase();
  const idle = new Client(connection);
  await idle.connect();
  await idle.query('begin');
  await idle.query('select pg_current_xact_id()');
  const told: LogRow[] = [];
  const reader = makeEventReader(pool, log, 'self');
  await reader.start({ prepare: async (row) => () => void told.push(row), missed: () => {} });
  const written = await write(connection);
  await expect.poll(() => told.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(written.size);
  await idle.query('rollback');
  await idle.end();
  await reader.catchUp(10_000);
  await reader.stop();
  expect(told).toHaveLength(WRITERS * EACH * 2);
  expect(new Set(told.map(whatOf))).toEqual(written);
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

test('a position finds what commits late, however early it was numbered', async () => {
  const { pool, connection } = await testDatabase();
  const late = new Client(connection);
  await late.connect();
  const eventLog = makeEventLog({ pool, log });
  await eventLog.start({ prepare: async () => () => {}, missed: () => {} });
  await late.query('begin');
  await late.query(`insert into live_event (kind, payload, topics, people)
    values ('late', '{}', '{surplus}', '{ann}')`);
  const db = openDatabase(pool);
  await inTransaction({ db }, (tx) => eventLog.append(tx, 'hint', { what: 'early' }, AUDIENCE));
  const before = eventLog.position();
  if (!before) throw new Error('The log has no position');
  const first = await readTopicsSince(pool, before, 'ann');
  expect(first.topics).toEqual(['messages']);
  await late.query('commit');
  await late.end();
  const since = { row: before.row, floor: first.floor };
  expect((await readTopicsSince(pool, since, 'ann')).topics).toContain('surplus');
  expect((await readTopicsSince(pool, since, 'bob')).topics).toEqual([]);
  const lost = { ...since, row: '01989c2e-0000-7000-8000-000000000000' };
  expect((await readTopicsSince(pool, lost, 'ann')).topics).toBeNull();
  await eventLog.stop();
});

test('another process reads what commits in quick succession together', async () => {
  const { pool } = await testDatabase();
  const [writing, reading] = [makeEventLog({ pool, log }), makeEventLog({ pool, log })];
  const steps: string[] = [];
  await reading.start({
    async prepare(row) {
      steps.push('read');
      return () => void steps.push(whatOf(row));
    },
    missed: () => {},
  });
  const startMs = performance.now();
  for (let nth = 0; nth < 60; nth++)
    await inTransaction({ db: openDatabase(pool) }, (tx) =>
      writing.append(tx, 'hint', { what: 'told' }, AUDIENCE),
    );
  await reading.catchUp(10_000);
  const told = steps.filter((step) => step === 'told').length;
  const reads = steps.filter((step, nth) => step === 'told' && steps[nth + 1] !== 'told').length;
  expect(told).toBe(60);
  expect(reads).toBeLessThanOrEqual((performance.now() - startMs) / READS_APART_MS + 2);
  await reading.stop();
});

test('what is answered from memory waits for a process that is behind, and is refused after a second', async () => {
  const { pool } = await testDatabase();
  const eventLog = makeEventLog({ pool, log });
  const told: string[] = [];
  let release = (): void => {};
  const isBehind = new Promise<void>((resolve) => {
    release = resolve;
  });
  await eventLog.start({
    async prepare(row) {
      await isBehind;
      return () => void told.push(whatOf(row));
    },
    missed: () => {},
  });
  await inTransaction({ db: openDatabase(pool) }, (tx) =>
    eventLog.append(tx, 'hint', { what: 'a' }, AUDIENCE),
  );
  const get = (headers: Readonly<Record<string, string>>) => waitForLiveRow({ headers }, eventLog.catchUp);
  await get({});
  await expect(get({ 'live-row': 'any' })).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  const waiting = get({ 'live-row': 'any' });
  release();
  await waiting;
  expect(told).toEqual(['a']);
  await eventLog.stop();
});

test('a log that another server has written is emptied, and followers have to reload', async () => {
  const { pool } = await testDatabase();
  const eventLog = makeEventLog({ pool, log });
  await eventLog.start({ prepare: async () => () => {}, missed: () => {} });
  const before = eventLog.position();
  await eventLog.stop();
  await pool.query(`update live_event_log set system = 'another'`);
  const again = makeEventLog({ pool, log });
  await again.start({ prepare: async () => () => {}, missed: () => {} });
  expect(again.position()?.row).not.toBe(before?.row);
  expect(before && (await readTopicsSince(pool, before, 'ann')).topics).toBeNull();
  await again.stop();
});
