// Cost of reporting a map change to those who watch its area, against a bare WebSocket server that knows the
// recipients; its latency; and whether selection costs more with more people watching other areas. See README.md.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundsAround, boundsContain, type GeoBounds, type GeoPoint } from '../domain/src/kernel/geo.ts';
import { type Process, startProcess } from '../server/test/app-process.ts';
import { makeManualEventLog } from '../server/test/live/manual-event-log.ts';
import { openSocketCrowd, readerName } from '../server/test/live/socket-crowd.ts';
import { watchFrames, makeMapLiveHub, publishListingChange } from '../server/test/live/map-live-hub.ts';
import { sharedNowMs } from '../server/test/call-at-rate.ts';
import { median, percentile } from './median.ts';
import { inTurns } from './place.ts';
import { spread } from './seeded-random.ts';

const SOCKETS = 5000;
const CHANGES_A_SECOND = 200;
const CHANGES_A_ROUND = 600;
const ROUNDS = 4;
const TESTING = path.join(import.meta.dirname, '../server/test');

/** A city of about 30 by 30 km. */
const CITY: GeoBounds = { north: 40.9, south: 40.63, east: -73.77, west: -74.13 };

const inCity = (nth: number): GeoPoint => ({
  latitude: CITY.south + spread(nth + 1, Math.SQRT2) * (CITY.north - CITY.south),
  longitude: CITY.west + spread(nth + 1, Math.sqrt(3)) * (CITY.east - CITY.west),
});
/** The area watched by the nth person: 1 to 8 km wide. */
const viewOf = (nth: number): GeoBounds =>
  boundsAround(inCity(nth), 500 + 3500 * spread(nth + 1, Math.sqrt(5)));
const VIEWS = Array.from({ length: SOCKETS }, (_, nth) => viewOf(nth));
/** Places of the changes, the same in every round. */
const PLACES = Array.from({ length: CHANGES_A_ROUND }, (_, nth) => inCity(nth * 7 + 100_003));
const TO_HEAR = PLACES.flatMap((point) => VIEWS.filter((view) => boundsContain(view, point))).length;

type Side = { readonly name: string; readonly at: Process; readonly play: () => Promise<Played> };
type Played = {
  /** Time of each change, by the clock that all processes share. */
  readonly atMs: readonly number[];
  readonly cpuBeforeMs?: number;
};
type Heard = { readonly nth: number; readonly by: number; readonly text: string; readonly atMs: number };
/** Received in the current round, from either side. */
let heard: Heard[] = [];

function hear(text: string, by: number): void {
  const nth = /"listingId":"[-\da-f]{24}(\d{12})"/.exec(text)?.[1];
  if (nth !== undefined) heard.push({ nth: Number(nth), by, text, atMs: sharedNowMs() });
}

async function post(side: Process, body: object): Promise<Played> {
  const answer = await fetch(`${side.address}/play`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const played: Played = JSON.parse(await answer.text());
  return played;
}

async function cpuMsOf({ at }: Side): Promise<number> {
  const state = await (await fetch(`${at.address}/state`)).text();
  return Number(/"cpuMs":([\d.]+)/.exec(state)?.[1]);
}

/** One round: messages per second of the side's processor time, and the latency of each. */
async function measure(side: Side): Promise<{ rate: number; tookMs: number[] }> {
  heard = [];
  const before = await cpuMsOf(side);
  const { atMs, cpuBeforeMs = before } = await side.play();
  for (const until = performance.now() + 10_000; heard.length < TO_HEAR; await sleep(20))
    if (performance.now() > until) throw new Error(`${side.name}: not everything was heard`);
  await sleep(100);
  if (heard.length > TO_HEAR) throw new Error(`${side.name}: more was heard than there was to hear`);
  const cpuMs = (await cpuMsOf(side)) - cpuBeforeMs;
  return {
    rate: heard.length / (cpuMs / 1000),
    tookMs: heard.map((one) => one.atMs - (atMs[one.nth] ?? Number.NaN)),
  };
}

/** The received messages, as instructions for the bare server. */
function recorded(): { text: string; to: string[] }[] {
  const events = PLACES.map((): { text: string; to: string[] } => ({ text: '', to: [] }));
  for (const { nth, by, text } of heard) {
    const event = events[nth];
    if (!event) continue;
    event.text = text;
    event.to.push(readerName(by));
  }
  return events;
}

async function compareSides(): Promise<void> {
  const processes: Process[] = [];
  const leaving: (() => void)[] = [];
  try {
    const line = await startProcess(path.join(TESTING, 'live-server-process.ts'), (at) => [at]);
    const bare = await startProcess(path.join(TESTING, 'plain-websocket-process.ts'), (at) => [at]);
    processes.push(line, bare);
    const hearing = await openSocketCrowd(line.address, SOCKETS, hear, (nth) => watchFrames(viewOf(nth)));
    leaving.push(hearing.leave);
    const bareHearing = await openSocketCrowd(bare.address, SOCKETS, hear, () => []);
    leaving.push(bareHearing.leave);

    const play = { perSecond: CHANGES_A_SECOND, first: 0, points: PLACES };
    const ours: Side = { name: 'the live line', at: line, play: async () => post(line, play) };
    await measure(ours);
    const bodies = { perSecond: CHANGES_A_SECOND, events: recorded() };
    const least: Side = { name: 'the bare server', at: bare, play: async () => post(bare, bodies) };
    await measure(least);

    const rounds = await inTurns([ours, least], { warmUp: 0, count: ROUNDS }, measure);
    console.log(
      `${SOCKETS} sockets, ${CHANGES_A_SECOND} changes a second, each for ` +
        `${(TO_HEAR / CHANGES_A_ROUND).toFixed(0)} of them, ${bodies.events[0]?.text.length} bytes`,
    );
    for (const [{ name }, measured] of rounds) {
      const tookMs = measured.flatMap((round) => round.tookMs);
      const each = measured.map(({ rate }) => rate.toFixed(0)).join(' ');
      console.log(
        `${name}: ${each} messages a processor second; from change to socket ` +
          `p50 ${percentile(tookMs, 0.5).toFixed(1)} ms, p99 ${percentile(tookMs, 0.99).toFixed(1)} ms`,
      );
    }
    const [rate, leastRate] = [...rounds.values()].map((measured) => median(measured.map((one) => one.rate)));
    console.log(`live line / bare server: ${((rate ?? 0) / (leastRate ?? 1)).toFixed(2)}`);
  } finally {
    for (const leave of leaving) leave();
    for (const each of processes.toReversed()) await each.end('SIGTERM');
  }
}

const NEAR = 100;
const TOLD_AT_ONCE = 500;
const MATCHING_ROUNDS = 9;
const BRONX: GeoPoint = { latitude: 40.85, longitude: -73.88 };

/**
 * A hub with this many people watching other areas besides the same hundred; returns the cost of a change.
 */
async function hubWith(elsewhere: number): Promise<{ costUs: () => Promise<number>; leave: () => void }> {
  const eventLog = makeManualEventLog();
  const hub = makeMapLiveHub(eventLog);
  await hub.start();
  let told = 0;
  const come = (nth: number, view: GeoBounds) => {
    const end = { send: () => void told++, close: () => {} };
    const who = { userId: `p${nth}`, sessionId: `s${nth}` };
    const connection = hub.connect(end, who);
    for (const frame of watchFrames(view)) connection.receive(JSON.stringify(frame));
    return connection;
  };
  const connections = Array.from({ length: NEAR }, (_, nth) =>
    come(nth, boundsAround(BRONX, 300 + 20 * nth)),
  );
  for (let nth = 0; nth < elsewhere; nth++) {
    // Over the southern half of the Earth, as wide as the others.
    const center = {
      latitude: -60 * spread(nth + 1, Math.SQRT2),
      longitude: 360 * spread(nth + 1, Math.sqrt(3)) - 180,
    };
    connections.push(come(NEAR + nth, boundsAround(center, 300 + (nth % 100) * 20)));
  }
  await sleep(500);
  return {
    leave: () => {
      for (const connection of connections) connection.disconnected();
      void hub.stop();
    },
    async costUs() {
      told = 0;
      const startedMs = performance.now();
      for (let nth = 0; nth < TOLD_AT_ONCE; nth++) await publishListingChange(eventLog, nth, BRONX);
      const tookMs = performance.now() - startedMs;
      if (told !== NEAR * TOLD_AT_ONCE) throw new Error(`told ${told} times`);
      return (tookMs * 1000) / TOLD_AT_ONCE;
    },
  };
}

async function compareMatching(): Promise<void> {
  const [few, many] = [await hubWith(500), await hubWith(50_000)];
  const costs = await inTurns([few, many], { count: MATCHING_ROUNDS }, (hub) => hub.costUs());
  const [fewUs = 0, manyUs = 0] = [...costs.values()].map(median);
  console.log(
    `a change told to ${NEAR}, with 500 who look elsewhere: ${fewUs.toFixed(0)} µs, with 50,000: ` +
      `${manyUs.toFixed(0)} µs; ratio ${(manyUs / fewUs).toFixed(2)}`,
  );
  few.leave();
  many.leave();
}

const startedMs = performance.now();
await compareSides();
await compareMatching();
console.log(`measured in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
