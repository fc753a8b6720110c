// Latency from commit to socket, and the cost of delivery against the least that could send the same bytes: the
// live hub and a bare WebSocket server, one process each, in turns. See README.md for the meaning of the ratio.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../server/src/db/migrate.ts';
import { inTransaction, openDatabase, openPool } from '../server/src/platform/postgres/database.ts';
import { makeEventLog } from '../server/src/platform/events/event-log.ts';
import { databaseUrlOf } from '../server/test/app-pair.ts';
import { type Process, startProcess } from '../server/test/app-process.ts';
import { audienceOf } from '../server/test/live/live-hints.ts';
import { openSocketCrowd } from '../server/test/live/socket-crowd.ts';
import { median, percentile } from './median.ts';
import { inTurns, runOnPostgres } from './place.ts';

const SOCKETS = 500;
const ROUNDS = 5;
const EVENTS_A_ROUND = 60;
const EVERY_MS = 25;
const WATCH_ALL = [
  { type: 'subscribe_heat_map_updates', bounds: { north: 90, south: -90, west: -180, east: 180 } },
];
const TESTING = path.join(import.meta.dirname, '../server/test');

/** Sends one event to everyone connected to a side; resolves once delivered. */
type Tell = (nth: number) => Promise<void>;
type Side = {
  readonly name: string;
  readonly at: Process;
  readonly tell: Tell;
  readonly heard: () => number;
};

async function cpuMsOf({ at }: Side): Promise<number> {
  const state = await (await fetch(`${at.address}/state`)).text();
  return Number(/"cpuMs":([\d.]+)/.exec(state)?.[1]);
}

/** Messages received per second of the side's processor time. */
async function measure(side: Side, first: number): Promise<number> {
  const [cpuMs, heard] = [await cpuMsOf(side), side.heard()];
  for (let nth = first; nth < first + EVENTS_A_ROUND; nth++) {
    await side.tell(nth);
    await sleep(EVERY_MS);
  }
  for (
    const until = performance.now() + 10_000;
    side.heard() < heard + SOCKETS * EVENTS_A_ROUND;
    await sleep(10)
  )
    if (performance.now() > until) throw new Error(`${side.name}: not everything was heard`);
  return (side.heard() - heard) / (((await cpuMsOf(side)) - cpuMs) / 1000);
}

await runOnPostgres(async ({ connection, atEnd }) => {
  const pool = openPool(connection);
  atEnd(() => pool.end());
  await migrate(pool);
  const databaseUrl = databaseUrlOf(connection);
  const line = await startProcess(path.join(TESTING, 'live-server-process.ts'), (at) => [at, databaseUrl]);
  const bare = await startProcess(path.join(TESTING, 'plain-websocket-process.ts'), (at) => [at]);
  for (const each of [line, bare]) atEnd(() => each.end('SIGTERM'));

  const eventLog = makeEventLog({ pool, log: { warn: () => {} } });
  const db = openDatabase(pool);
  const committedAtMs = new Map<string, number>();
  let tookMs: number[] = [];
  let sample = '';
  const onMessage = (text: string): void => {
    const nth = /"listingId":"e(\d+)"/.exec(text)?.[1];
    if (nth === undefined) return;
    sample = text;
    // Delivered before the writer received the confirmation of the commit.
    const committed = committedAtMs.get(nth) ?? performance.now();
    tookMs.push(Math.max(0, performance.now() - committed));
  };
  const hearing = await openSocketCrowd(line.address, SOCKETS, onMessage, () => WATCH_ALL);
  const bareHearing = await openSocketCrowd(bare.address, SOCKETS, () => {});
  for (const { leave } of [hearing, bareHearing]) atEnd(leave);

  const tell: Tell = async (nth) => {
    const hint = { nth: `e${nth}`, at: null };
    await inTransaction({ db }, (tx) => eventLog.append(tx, 'hint', hint, audienceOf(hint)));
    committedAtMs.set(String(nth), performance.now());
  };
  const tellBare: Tell = async () => {
    await fetch(`${bare.address}/send`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: sample,
    });
  };
  const sides: readonly [Side, Side] = [
    { name: 'the live line', at: line, tell, heard: () => tookMs.length },
    { name: 'the bare server', at: bare, tell: tellBare, heard: bareHearing.heard },
  ];
  let nth = 0;
  const run = async (side: Side): Promise<number> => measure(side, (nth += EVENTS_A_ROUND));
  await inTurns(sides, { warmUp: 0, count: 1 }, run);
  tookMs = [];
  const rates = await inTurns(sides, { warmUp: 0, count: ROUNDS }, run);

  console.log(
    `from commit to socket, ${SOCKETS} sockets, ${tookMs.length} messages of ${sample.length} bytes: ` +
      `p50 ${percentile(tookMs, 0.5).toFixed(1)} ms, p99 ${percentile(tookMs, 0.99).toFixed(1)} ms`,
  );
  for (const [{ name }, each] of rates)
    console.log(`${name}: ${each.map((rate) => rate.toFixed(0)).join(' ')} messages a processor second`);
  const [ours, least] = sides.map((side) => median(rates.get(side) ?? []));
  console.log(`\nlive line / bare server: ${((ours ?? 0) / (least ?? 1)).toFixed(2)}`);
});
