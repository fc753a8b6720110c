// What a community costs: processor time of a call in the app and in PostgreSQL, memory of a listing, and room on
// disk. docs/scaling.md reckons with it. See README.md.
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPostmaster } from '../server/src/platform/postgres/embedded-postgres-cluster.ts';
import { ORIGIN } from '../server/test/app-pair.ts';
import { type Process, startApp, workersOf } from '../server/test/app-process.ts';
import { photoOfPage } from '../server/test/photo-fixture.ts';
import { makeListingsDatabase } from './listings-database.ts';
import { median } from './median.ts';
import { type Call, envOn, forAll, openPages, peopleIn, send } from './people.ts';
import { type Place, runOnPostgres } from './place.ts';
import { memoryMb, processorSeconds, withChildren } from './processor-time.ts';

const SIZES = { few: 2000, many: Number(process.env['LISTINGS'] ?? 20_000) };
const ROUNDS = 3;
const CALLS = Number(process.env['CALLS'] ?? 300);
const CONNECTIONS = 8;
const PHOTOS = 40;
const PAGES = 1000;
/** Calls that look, as a home screen makes them, and one that acts. */
const KINDS = {
  feed: '/api/food-listings?limit=24&arranged=true',
  search: '/api/food-listings?limit=24&search=bread',
  map: '/api/map/cluster?north=40.8&south=40.7&east=-73.9&west=-74.05&zoom=12',
  conversations: '/api/conversations',
  claim: null,
} as const;

const claimOf = (listing = ''): string => `/api/food-listings/${listing}/claim`;
const photo = await photoOfPage();

async function reply(app: Process, agent: Agent, call: Call): Promise<string> {
  const { status, body } = await send(agent, app.address, call);
  if (status >= 300) throw new Error(`${call.method ?? 'GET'} ${call.url}: ${status}`);
  return body.toString();
}

/** One photo, from the address to send it to until it can be shown. */
async function addPhoto(app: Process, agent: Agent, cookie: string): Promise<void> {
  const asked = await reply(app, agent, { method: 'POST', url: '/api/objects/upload', cookie, body: {} });
  const { uploadURL }: { uploadURL: string } = JSON.parse(asked);
  await reply(app, agent, { method: 'PUT', url: uploadURL.slice(ORIGIN.length), cookie, body: photo });
  await reply(app, agent, { method: 'PUT', url: '/api/food-images', cookie, body: { imageURL: uploadURL } });
}

/** What one page that is open and live takes of the worker's memory, in kilobytes. */
async function pageKb(app: Process, worker: number, cookies: readonly string[]): Promise<number> {
  const before = await settledMemoryMb(worker);
  const open = openPages(() => app.address, cookies);
  await open.live();
  const after = await settledMemoryMb(worker);
  open.close();
  return ((after - before) * 1024) / cookies.length;
}

async function settledMemoryMb(pid: number): Promise<number> {
  const seen: number[] = [];
  for (let nth = 0; nth < 10; nth++) {
    await sleep(500);
    seen.push(memoryMb(pid));
  }
  return median(seen);
}

async function measure({ folder, connection }: Place, listings: number) {
  const postmaster = readPostmaster(path.join(folder, 'database/postgres'))?.pid;
  if (!postmaster) throw new Error('PostgreSQL does not run');
  const name = `community_${listings}`;
  const { pool } = await makeListingsDatabase(connection, name, listings, 2 * listings);
  const app = await startApp(path.join(folder, name), envOn({ ...connection, database: name }));
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const createPerson = peopleIn(pool);
    const makePeople = async (count: number) => {
      const made: Awaited<ReturnType<typeof createPerson>>[] = [];
      while (made.length < count) made.push(await createPerson());
      await pool.query(
        `update person set created_at = now() - interval '3 days' where created_at > now() - interval '1 day'`,
      );
      return made;
    };
    const [worker = 0] = workersOf(app);
    const lookers = await makePeople(50);
    const { rows: offered } = await pool.query<{ id: string }>(
      `select id from food_listing where status = 'posted' and available_until > now() + interval '1 hour'
       order by id`,
    );
    let nth = 0;
    for (const [kind, url] of Object.entries(KINDS)) {
      const measured: (readonly [app: number, database: number])[] = [];
      // the first round compiles and fills caches
      for (let round = 0; round <= ROUNDS; round++) {
        const who = url === null ? await makePeople(CALLS / 3) : lookers;
        const cookies = Array.from({ length: CALLS }, (_, at) => who[at % who.length]?.cookie ?? '');
        const from = [processorSeconds([worker]), processorSeconds(withChildren(postmaster))] as const;
        await forAll(cookies, CONNECTIONS, async (cookie) => {
          const claim = { method: 'POST', url: claimOf(offered[nth++ % offered.length]?.id), cookie };
          await reply(app, agent, url ? { url, cookie } : { ...claim, body: { servings: 1 } });
        });
        if (round > 0)
          measured.push([
            ((processorSeconds([worker]) - from[0]) * 1000) / CALLS,
            ((processorSeconds(withChildren(postmaster)) - from[1]) * 1000) / CALLS,
          ]);
      }
      const of = (at: 0 | 1): string => median(measured.map((one) => one[at])).toFixed(2);
      console.log(`${listings} listings, ${kind}: ${of(0)} ms of the app, ${of(1)} ms of PostgreSQL a call`);
    }
    if (listings === SIZES.few) {
      const givers = await makePeople(PHOTOS / 10);
      const from = processorSeconds([worker]);
      for (let at = 0; at < PHOTOS; at++)
        await addPhoto(app, agent, givers[at % givers.length]?.cookie ?? '');
      const took = ((processorSeconds([worker]) - from) * 1000) / PHOTOS;
      console.log(
        `a photo of ${(photo.length / 1000).toFixed(0)} kB, 2048 by 1536: ${took.toFixed(0)} ms of the app`,
      );
      const cookies = Array.from({ length: PAGES }, (_, at) => lookers[at % lookers.length]?.cookie ?? '');
      console.log(`an open page: ${(await pageKb(app, worker, cookies)).toFixed(0)} kB of the worker`);
    }
    const before = await settledMemoryMb(worker);
    const { rows } = await pool.query<{ name: string; bytes: string; rows: string }>(
      `select relname as name, pg_total_relation_size(oid) as bytes, reltuples::bigint as rows from pg_class
       where relname in ('food_listing', 'offered_listing')`,
    );
    console.log(
      `${listings} listings: memory of the worker ${before.toFixed(0)} MB; on disk ` +
        rows
          .map((table) => `${table.name} ${(Number(table.bytes) / Number(table.rows)).toFixed(0)} B a row`)
          .join(', '),
    );
    return before;
  } finally {
    agent.destroy();
    await app.end('SIGTERM');
    await pool.end();
  }
}

await runOnPostgres(
  async (place) => {
    const few = await measure(place, SIZES.few);
    const many = await measure(place, SIZES.many);
    console.log(
      `memory of a listing on offer: ${(((many - few) * 2 ** 20) / (SIZES.many - SIZES.few)).toFixed(0)} B of the worker`,
    );
  },
  { connections: 100 },
);
