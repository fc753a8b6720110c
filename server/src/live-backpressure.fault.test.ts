import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { inTransaction, openDatabase } from '#server/platform/postgres/database.ts';
import { startProcess } from '#server/testing/app-process.ts';
import { audienceOf } from '#server/testing/live/live-hints.ts';
import { longTest } from '#server/testing/long-run.ts';
import { databaseUrlOf } from '#server/testing/app-pair.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const HOST = path.join(import.meta.dirname, 'testing/live-server-process.ts');
const STALLED = 100;
const HEALTHY = 20;
const EVENTS = 400;
const EVENT_BYTES = 25_000;
const EVERY_MS = 20;
/** Three times what 100 readers may leave unread: freed memory is not returned immediately. */
const GROWS_AT_MOST_MB = 300;

const stateSchema = z.object({ sockets: z.number(), rssMb: z.number(), peakRssMb: z.number() });
const saidSchema = z.object({ type: z.string(), data: z.optional(z.object({ listingId: z.string() })) });

/**
 * A separate process sends 10 MB to each of 120 sockets, of which 100 never read. Returns the peak memory growth, how
 * many sockets are left, and what the readers received and how late.
 */
async function stalledTrial(bufferedBytesAtMost: number) {
  const { pool, connection } = await testDatabase();
  const host = await startProcess(HOST, (port) => [
    port,
    databaseUrlOf(connection),
    String(bufferedBytesAtMost),
  ]);
  onTestFinished(async () => void (await host.end('SIGKILL')));
  const stateOf = async () => z.parse(stateSchema, await (await fetch(`${host.address}/state`)).json());

  const heard: number[][] = [];
  const lateMs: number[] = [];
  async function join(nth: number, isStalled: boolean): Promise<WebSocket> {
    const socket = new WebSocket(`${host.address.replace('http', 'ws')}/ws`, {
      headers: { cookie: `reader-${nth}`, origin: host.address },
      perMessageDeflate: false,
    });
    onTestFinished(() => socket.terminate());
    socket.on('error', () => {});
    const events: number[] = [];
    if (!isStalled) heard.push(events);
    const isReady = new Promise<void>((resolve) => {
      socket.on('message', (bytes: Buffer) => {
        const { type, data } = z.parse(saidSchema, JSON.parse(bytes.toString('utf8')));
        if (type === 'hello') resolve();
        const [event, sentMs] = (data?.listingId ?? '').split(' ');
        if (!data) return;
        events.push(Number(event));
        lateMs.push(performance.now() - Number(sentMs));
      });
    });
    await isReady;
    if (isStalled) socket.pause();
    return socket;
  }
  for (let nth = 0; nth < STALLED + HEALTHY; nth++) await join(nth, nth < STALLED);
  await sleep(500);
  const before = await stateOf();
  expect(before.sockets).toBe(STALLED + HEALTHY);

  const eventLog = makeEventLog({ pool, log: { warn: () => {} } });
  const db = openDatabase(pool);
  const to = Array.from({ length: STALLED + HEALTHY }, (_, nth) => `reader-${nth}`);
  const filler = 'x'.repeat(EVENT_BYTES);
  for (let nth = 0; nth < EVENTS; nth++) {
    const dueMs = performance.now() + EVERY_MS;
    const hint = { nth: `${nth} ${performance.now()} ${filler}`, to };
    await inTransaction({ db }, (tx) => eventLog.append(tx, 'hint', hint, audienceOf(hint)));
    await sleep(Math.max(0, dueMs - performance.now()));
  }
  await expect
    .poll(() => heard.every((events) => events.includes(EVENTS - 1)), { timeout: 60_000 })
    .toBe(true);
  const after = await stateOf();
  const found = {
    sockets: after.sockets,
    rssMb: Math.round(before.rssMb),
    grewMb: Math.round(after.peakRssMb - before.rssMb),
    p50Ms: Math.round(lateMs.toSorted((a, b) => a - b)[Math.floor(lateMs.length * 0.5)] ?? 0),
    p99Ms: Math.round(lateMs.toSorted((a, b) => a - b)[Math.floor(lateMs.length * 0.99)] ?? 0),
  };
  console.log(`stalled readers, at most ${bufferedBytesAtMost} bytes each:`, found);
  return { ...found, heard };
}

test('100 readers that stop reading are dropped at 1 MB each, memory stays flat, and 20 others receive everything in time', async () => {
  const found = await stalledTrial(1024 * 1024);
  expect(found.sockets).toBe(HEALTHY);
  expect(found.grewMb).toBeLessThan(GROWS_AT_MOST_MB);
  const all = Array.from({ length: EVENTS }, (_, nth) => nth);
  for (const events of found.heard) expect(events).toEqual(all);
  // a reader behind a stalled one would wait until that one is dropped, or forever
  expect(found.p99Ms).toBeLessThan(10_000);
});

longTest('mutant: without a limit on unread bytes, stalled readers are kept and memory grows', async () => {
  const found = await stalledTrial(Number.POSITIVE_INFINITY);
  expect(found.sockets).toBe(STALLED + HEALTHY);
  expect(found.grewMb).toBeGreaterThan(GROWS_AT_MOST_MB);
});
