// What becomes of three times as many calls as the app can answer: who is refused, how long the others wait, and what the
// process takes of memory; and what one person's flood takes from others. See README.md.
import { Agent } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, workersOf } from '../server/test/app-process.ts';
import { callAtRate } from '../server/test/call-at-rate.ts';
import { makeListingsDatabase } from './listings-database.ts';
import { percentile } from './median.ts';
import { envOn, peopleIn, send } from './people.ts';
import { runOnPostgres } from './place.ts';
import { memoryMb } from './processor-time.ts';

const SECONDS = Number(process.env['SECONDS'] ?? 20);
const CALM_SECONDS = 10;
const PEOPLE = 600;
const CAPACITY_CONNECTIONS = 12;
const TIMES = 3;

type Load = {
  readonly done: readonly Done[];
  /** The slowest health check. */
  readonly healthMs: number;
  /** The most. */
  readonly memory: number;
};
type Class = 'act' | 'talk' | 'look';
/** Of a hundred calls, as of people who look around and some of whom do something. */
const MIX: readonly (readonly [share: number, of: Class, path: string])[] = [
  [5, 'act', '/api/auth/user'],
  [4, 'act', '/api/claims'],
  [4, 'act', '/api/emergency-requests/asking'],
  [2, 'act', '/api/users/claim-limits'],
  [10, 'talk', '/api/conversations'],
  [5, 'talk', '/api/notifications'],
  [25, 'look', '/api/food-listings?limit=24&arranged=true'],
  [15, 'look', '/api/map/cluster?north=40.8&south=40.7&east=-73.9&west=-74.05&zoom=12'],
  [10, 'look', '/api/leaderboard/monthly'],
  [10, 'look', '/api/recent-activity'],
  [10, 'look', '/api/users/stats'],
];
const CALLS = MIX.flatMap(([share, of, address]) => Array.from({ length: share }, () => ({ of, address })));

type Done = { readonly of: Class; readonly by: string; readonly status: number; readonly ms: number };

function tell(name: string, { done, healthMs, memory }: Load) {
  const answered = done.filter(({ status }) => status > 0 && status < 500 && status !== 429);
  const tookMs = answered.map(({ ms }) => ms);
  const p99Ms = percentile(tookMs, 0.99);
  const accepted = (of: Class): number => {
    const all = done.filter((one) => one.of === of && one.by === 'others');
    return all.filter((one) => answered.includes(one)).length / Math.max(1, all.length);
  };
  const shares = (['act', 'talk', 'look'] as const).map((of) => `${of} ${(accepted(of) * 100).toFixed(1)} %`);
  const odd = done.filter(({ status }) => status !== 200 && status !== 503 && status !== 429).length;
  console.log(
    `${name}: ${done.length} calls, accepted ${shares.join(', ')}; p50 ${percentile(tookMs, 0.5).toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms; health at most ${healthMs.toFixed(0)} ms; ` +
      `memory ${memory.toFixed(0)} MB; other answers ${odd}`,
  );
  return { p99Ms, accepted };
}

await runOnPostgres(async ({ folder, connection, atEnd }) => {
  const { pool } = await makeListingsDatabase(connection, 'community', 2000, 4000);
  atEnd(() => pool.end());
  const app = await startApp(path.join(folder, 'app'), {
    ...envOn({ ...connection, database: 'community' }),
    TRUST_PROXY: 'loopback',
    RATE_LIMITS: 'on',
  });
  atEnd(() => app.end('SIGTERM'));
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
  atEnd(() => agent.destroy());
  const get = async (url: string, { cookie = '', ip = '127.0.0.1' } = {}): Promise<number> =>
    (await send(agent, app.address, { url, cookie, headers: { 'x-forwarded-for': ip } })).status;
  const [worker = 0] = workersOf(app);
  const createPerson = peopleIn(pool);
  const people: { cookie: string; ip: string }[] = [];
  for (let nth = 0; nth < PEOPLE; nth++) {
    const { cookie } = await createPerson();
    people.push({ cookie, ip: `10.${nth >> 8}.${nth & 255}.1` });
  }

  /** Calls of the mix at a rate for some seconds, beside them the health check ten times a second. */
  async function load(
    perSecond: number,
    seconds: number,
    flood: { cookie: string; perSecond: number } | null,
  ): Promise<Load> {
    const [done, health, memory]: [Done[], number[], number[]] = [[], [], []];
    const waiting = new Set<Promise<void>>();
    const sendOne = (of: Class, address: string, who: { by: string; cookie: string; ip: string }): void => {
      const fromMs = performance.now();
      const sent = get(address, who).then(
        (status) => void done.push({ of, by: who.by, status, ms: performance.now() - fromMs }),
        () => void done.push({ of, by: who.by, status: 0, ms: performance.now() - fromMs }),
      );
      waiting.add(sent);
      void sent.finally(() => waiting.delete(sent));
    };
    const checks = callAtRate(seconds * 10, 10, (nth) => {
      const fromMs = performance.now();
      void get('/healthz').then(() => health.push(performance.now() - fromMs));
      if (nth % 5 === 0) memory.push(memoryMb(worker));
    });
    const floods =
      flood &&
      callAtRate(flood.perSecond * seconds, flood.perSecond, () =>
        sendOne('look', MIX[6]?.[2] ?? '', { by: 'flood', cookie: flood.cookie, ip: '10.200.0.1' }),
      );
    await callAtRate(perSecond * seconds, perSecond, (nth) => {
      // spread over the mix and the people, each time in another order
      const call = CALLS[(nth * 37) % CALLS.length];
      const person = people[(nth * 7) % people.length];
      if (call && person) sendOne(call.of, call.address, { ...person, by: 'others' });
    });
    await Promise.all([checks, floods]);
    await Promise.all(waiting);
    return { done, healthMs: Math.max(...health), memory: Math.max(...memory) };
  }

  /** How many calls of the mix a second are answered when each waits for the one before. */
  async function capacity(seconds: number): Promise<number> {
    let answered = 0;
    const untilMs = performance.now() + seconds * 1000;
    await Promise.all(
      Array.from({ length: CAPACITY_CONNECTIONS }, async (_, first) => {
        for (let nth = first; performance.now() < untilMs; nth += CAPACITY_CONNECTIONS) {
          const person = people[(nth * 7) % people.length];
          const { address = '' } = CALLS[(nth * 37) % CALLS.length] ?? {};
          const status = await get(address, person);
          if (status !== 200) throw new Error(`${address}: ${status}`);
          answered++;
        }
      }),
    );
    return answered / seconds;
  }
  await capacity(5);
  const perSecond = Math.round(await capacity(8));
  console.log(`can answer ${perSecond} calls a second; load ${os.loadavg()[0]?.toFixed(1)}`);

  const calm = await load(Math.round(perSecond * 0.8), CALM_SECONDS, null);
  const { p99Ms: calmMs } = tell('at 80 %', calm);
  const over = await load(perSecond * TIMES, SECONDS, null);
  const overMs = performance.now();
  const { p99Ms, accepted } = tell(`at ${TIMES} times, ${SECONDS} s`, over);
  let normalMs = Number.POSITIVE_INFINITY;
  while (performance.now() - overMs < 10_000 && normalMs === Number.POSITIVE_INFINITY) {
    const fromMs = performance.now();
    const status = await get(MIX[6]?.[2] ?? '', people[0]);
    if (status === 200 && performance.now() - fromMs < 2 * calmMs) normalMs = performance.now() - overMs;
    else await sleep(20);
  }
  await sleep(2000);
  const flooder = (await createPerson()).cookie;
  const flooded = tell(
    'at 50 %, one person at twice what it can do',
    await load(Math.round(perSecond * 0.5), CALM_SECONDS, { cookie: flooder, perSecond: perSecond * 2 }),
  );

  const limitMs = Math.max(250, 2 * calmMs);
  const misses = [
    p99Ms > limitMs && `p99 ${p99Ms.toFixed(0)} ms, at most ${limitMs.toFixed(0)}`,
    over.healthMs > 100 && `health ${over.healthMs.toFixed(0)} ms, at most 100`,
    over.memory > 1.3 * calm.memory && `memory ${(over.memory / calm.memory).toFixed(2)} times, at most 1.3`,
    normalMs > 2000 && `normal after ${normalMs.toFixed(0)} ms, at most 2000`,
    accepted('act') < 0.99 && `act accepted ${(accepted('act') * 100).toFixed(1)} %, at least 99`,
    flooded.accepted('look') < 0.99 &&
      `beside a flood ${(flooded.accepted('look') * 100).toFixed(1)} % of look`,
  ].filter((miss) => miss !== false);
  console.log(
    `normal ${normalMs.toFixed(0)} ms after it; ${misses.length > 0 ? misses.join('; ') : 'all as wanted'}`,
  );
  if (misses.length > 0) process.exitCode = 1;
});
