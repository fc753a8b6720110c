import * as fs from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimListingSpec } from '@openlarder/domain/claims/claim-schemas.ts';
import { communitySchema } from '@openlarder/domain/community/community-schemas.ts';
import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openPool } from '#server/platform/postgres/database.ts';
import {
  findRunningPostgres,
  isProcessAlive,
  readPostmaster,
} from '#server/platform/postgres/embedded-postgres-cluster.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { systemClock } from '#server/platform/clock.ts';
import { errorCode } from '#server/platform/startup-error.ts';
import { runAdminHere } from '#server/test/admin-process.ts';
import { databaseUrlOf } from '#server/test/app-pair.ts';
import { startApp, type Process } from '#server/test/app-process.ts';
import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { testDatabase } from '#server/test/test-database.ts';
import { longTest, sized } from '#server/test/long-run.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';

const PASSWORD = 'a good long password';
const folders: string[] = [];
const apps: Process[] = [];
const closings: (() => Promise<void>)[] = [];

function dataFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-main-')));
  folders.push(folder);
  return folder;
}

async function start(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Process> {
  const app = await startApp(dataDir, env, args);
  apps.push(app);
  return app;
}

const postmasterOf = (dataDir: string): number => readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? 0;

afterEach(async () => {
  for (const app of apps.splice(0)) if (app.exitCode() === null) await app.end('SIGTERM');
  for (const close of closings.splice(0)) await close();
  for (const folder of folders.splice(0)) {
    const pid = postmasterOf(folder);
    expect(pid > 1 && isProcessAlive(pid), 'no PostgreSQL is left behind').toBe(false);
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

/** The records of an app that has ended. */
async function openRecords(dataDir: string): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const postgres = await startEmbeddedPostgres(dataDir, { log: () => {}, durable: false });
  const pool = openPool(postgres.connection);
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= pool.end().then(() => postgres.stop()));
  closings.push(close);
  return { pool, close };
}

/** Calls of one person who has just signed up. */
async function newcomer(app: Process, email: string) {
  const call = async (method: string, url: string, body?: object, cookie = ''): Promise<Response> =>
    fetch(app.address + url, {
      method,
      headers: { origin: app.address, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const join = () => call('POST', '/api/auth/sign-up/email', { email, password: PASSWORD, firstName: 'Ana' });
  let joined = await join();
  // on a busy machine
  while (joined.status === 503) joined = await join();
  const cookie = joined.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return (method: string, url: string, body?: object): Promise<Response> => call(method, url, body, cookie);
}

const idOf = async (response: Response): Promise<string> =>
  z.parse(z.object({ id: z.string() }), await response.json()).id;

describe('PostgreSQL is killed under load', () => {
  test('every response reports what was done or is 503 with Retry-After, and everything acknowledged is stored', async () => {
    const dataDir = dataFolder();
    const app = await start(dataDir, { DEMO: 'off' });
    const PEOPLE = 8;
    const calls = await Promise.all(
      Array.from({ length: PEOPLE }, (_, nth) => newcomer(app, `person-${nth}@example.org`)),
    );
    const answers: { status: number; retryAfter: string | null; what: string }[] = [];
    const acknowledged = {
      food_listing: new Set<string>(),
      claim: new Set<string>(),
      message: new Set<string>(),
    };
    const offered: string[] = [];
    const over = new AbortController();

    /**
     * One person's share of the load: create a listing, read it, claim some of another person's food, and send them a
     * message.
     */
    async function live(call: (typeof calls)[number]): Promise<void> {
      const tell = async (what: string, method: string, url: string, body?: object) => {
        const response = await call(method, url, body);
        answers.push({ status: response.status, retryAfter: response.headers.get('retry-after'), what });
        return response;
      };
      while (!over.signal.aborted) {
        const shared = await tell('share', 'POST', '/api/food-listings', listingBody(systemClock));
        if (shared.status === 201) {
          const id = await idOf(shared);
          acknowledged.food_listing.add(id);
          offered.push(id);
        }
        await (await tell('feed', 'GET', '/api/food-listings')).arrayBuffer();
        const wanted = offered[Math.floor(offered.length / 2)];
        if (!wanted) continue;
        const claimed = await tell('claim', 'POST', `/api/food-listings/${wanted}/claim`, { servings: 1 });
        if (claimed.status !== 201) continue;
        const { claim, conversationId } = claimListingSpec.responses[201].parse(await claimed.json());
        acknowledged.claim.add(claim.id);
        const sent = await tell('message', 'POST', `/api/conversations/${conversationId}/messages`, {
          content: 'Six?',
        });
        if (sent.status === 201) acknowledged.message.add(await idOf(sent));
      }
    }

    const load = calls.map(live);
    for (let round = 0; round < 3; round++) {
      await sleep(700);
      const pid = postmasterOf(dataDir);
      if (pid > 1) process.kill(pid, 'SIGKILL');
      await expect
        .poll(async () => (await fetch(`${app.address}/readyz`)).status, { timeout: 60_000 })
        .toBe(200);
    }
    await sleep(700);
    over.abort();
    await Promise.all(load);

    // 409: a personal limit, or their own food
    const odd = answers.filter(
      ({ status, retryAfter }) =>
        status >= 300 && status !== 409 && !(status === 503 && Number(retryAfter) > 0),
    );
    expect(odd).toEqual([]);
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
    expect(acknowledged.claim.size).toBeGreaterThan(0);
    expect(await app.end('SIGTERM')).toBe(0);

    const { pool } = await openRecords(dataDir);
    expect(await brokenInvariants(pool)).toEqual([]);
    for (const [table, ids] of Object.entries(acknowledged)) {
      const { rows } = await pool.query<{ id: string }>(`select id from ${table}`);
      const kept = new Set(rows.map(({ id }) => id));
      expect([table, [...ids].filter((id) => !kept.has(id))]).toEqual([table, []]);
    }
  });
});

/** Calls, each on a connection of its own, until one fails; resolves to how. */
async function callUntilRefused(app: Process): Promise<string> {
  const agent = new Agent({ keepAlive: false });
  for (;;) {
    const fault = await new Promise<string | null>((resolve) => {
      const sent = httpRequest(`${app.address}/healthz`, { agent }, (response) => {
        response.once('end', () => resolve(null)).resume();
      });
      sent.once('error', (error) => resolve(errorCode(error))).end();
    });
    if (fault !== null) return fault;
  }
}

describe('SIGTERM', () => {
  test('lets running requests finish, including a slow one, answers each connection, and exits with 0', async () => {
    const app = await start(dataFolder(), { DEMO: 'off', PROCESSES: sized('1', '2') });
    const call = await newcomer(app, 'ana@example.org');
    await call('POST', '/api/food-listings', listingBody(systemClock));

    const body = JSON.stringify({ email: 'ana@example.org', password: PASSWORD });
    const slow = httpRequest(`${app.address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: app.address, 'content-type': 'application/json', 'content-length': body.length },
    });
    const slowAnswer = new Promise<number | undefined>((resolve, reject) => {
      slow.once('response', (response) => resolve(response.resume().statusCode));
      slow.once('error', reject);
    });
    slow.write(body.slice(0, 20));

    const statuses: number[] = [];
    const over = new AbortController();
    const load = Array.from({ length: 6 }, async () => {
      while (!over.signal.aborted) {
        const response = await call('GET', '/api/food-listings');
        await response.json();
        statuses.push(response.status);
      }
    });
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    // more connections than are passed on in one turn, until none is taken any more
    const ends = Array.from({ length: 200 }, () => callUntilRefused(app));
    const before = statuses.length;
    const ending = app.end('SIGTERM');
    await sleep(700);
    over.abort();
    await Promise.all(load);
    expect(new Set(statuses.slice(0, before))).toEqual(new Set([200]));
    // for a moment new requests are still accepted, then refused
    const afterwards = statuses.slice(before);
    expect(afterwards[0]).toBe(200);
    expect(afterwards.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // past the time in which new requests are still accepted
    await sleep(1500);
    expect(app.exitCode()).toBe(null);
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['ECONNREFUSED']));
    slow.end(body.slice(20));
    expect(await slowAnswer).toBe(200);
    expect(await ending).toBe(0);
  });
});

const REFUSED = /photos aren't in .+objects: set the S3_URL or DATA_DIR that it had, share, mount or restore/;

longTest(
  'the folder of photos is one for all machines of a database: another one is refused until an admin accepts it',
  async () => {
    const { connection } = await testDatabase();
    const [here, there] = [dataFolder(), dataFolder()];
    const SESSION_SECRET = 'one secret of all processes of a database';
    const env = { DATABASE_URL: databaseUrlOf(connection), DEMO: 'off', SESSION_SECRET };
    const first = await start(here, env);
    // each folder makes a secret of its own
    await expect(start(there, { ...env, SESSION_SECRET: '' })).rejects.toThrow(/ another SESSION_SECRET:/);
    await expect(start(there, env)).rejects.toThrow(REFUSED);
    expect(await first.end('SIGTERM')).toBe(0);

    const lost = dataFolder();
    const admin = { ...env, DATA_DIR: lost };
    expect((await runAdminHere(admin, 'photos', 'accept')).err).toContain('Nothing was changed.');
    const objects = path.join(lost, 'objects');
    expect(await runAdminHere(admin, 'photos', 'accept', '--yes')).toEqual({
      code: 0,
      out: `${objects} has the photos of this community from now on. Start OpenLarder again.\n`,
      err: '',
    });
    expect((await runAdminHere(admin, 'photos', 'accept')).out).toContain('nothing was changed');
    const last = await start(lost, env);
    expect(await last.end('SIGTERM')).toBe(0);
  },
);

const isKnown = async (app: Process, email: string): Promise<boolean> => {
  const response = await fetch(`${app.address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: app.address, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return response.status === 200;
};
const demoNames = async (app: Process): Promise<string[]> => {
  const response = await fetch(`${app.address}/api/community`);
  return communitySchema.parse(await response.json()).demoAccounts.map(({ name }) => name);
};

/** A demo with a person who has just signed up, after a second start. */
async function visitedDemo() {
  const dataDir = dataFolder();
  const first = await start(dataDir);
  const names = await demoNames(first);
  expect(names.length).toBeGreaterThan(0);
  await newcomer(first, 'visitor@example.org');
  expect(await first.end('SIGTERM')).toBe(0);
  const second = await start(dataDir);
  expect(await demoNames(second)).toEqual(names);
  expect(await isKnown(second, 'visitor@example.org')).toBe(true);
  expect(await second.end('SIGTERM')).toBe(0);
  return { dataDir, names };
}

longTest(
  'a demo is remade while it runs when its day is over, and the app says so meanwhile',
  async () => {
    const dataDir = dataFolder();
    const app = await start(dataDir);
    await newcomer(app, 'visitor@example.org');
    const pool = openPool({ ...findRunningPostgres(dataDir) });
    await pool.query(`update demo_community set created_at = created_at - interval '1 day'`);
    await pool.end();
    const page = async () => {
      const response = await fetch(app.address, { headers: { accept: 'text/html' } });
      return `${response.status} ${await response.text()}`;
    };
    await expect.poll(page, { timeout: 60_000 }).toMatch(/^503 .+starts over each night/s);
    await expect
      .poll(async () => (await fetch(`${app.address}/api/community`)).status, { timeout: 240_000 })
      .toBe(200);
    expect(await isKnown(app, 'visitor@example.org')).toBe(false);
    expect((await demoNames(app)).length).toBeGreaterThan(0);
    expect(await app.end('SIGTERM')).toBe(0);
  },
  600_000,
);

// in open-demo.test.ts, which needs no process, in short
longTest(
  'a second start keeps the demo with everything done in it, and resets it when asked or when it was left incomplete',
  async () => {
    const { dataDir, names } = await visitedDemo();
    const asked = await start(dataDir, {}, ['--remake-demo']);
    expect(await demoNames(asked)).toEqual(names);
    expect(await isKnown(asked, 'visitor@example.org')).toBe(false);
    await newcomer(asked, 'visitor@example.org');
    expect(await asked.end('SIGTERM')).toBe(0);

    const stray = path.join(dataDir, 'objects', 'photos', 'stray.webp');
    fs.mkdirSync(path.dirname(stray), { recursive: true });
    fs.writeFileSync(stray, 'left behind');
    const left = await openRecords(dataDir);
    await left.pool.query(`update demo_community set state = 'begun'`);
    const { rows: people } = await left.pool.query('select count(*)::int as count from person');
    await left.close();

    const third = await start(dataDir);
    expect(await demoNames(third)).toEqual(names);
    expect(await isKnown(third, 'visitor@example.org')).toBe(false);
    expect(fs.existsSync(stray)).toBe(false);
    expect(await third.end('SIGTERM')).toBe(0);
    const { pool } = await openRecords(dataDir);
    expect((await pool.query('select state from demo_community')).rows).toEqual([{ state: 'done' }]);
    const { rows } = await pool.query('select count(*)::int as count from person');
    expect(rows[0].count).toBe(people[0].count - 1);
    expect(await brokenInvariants(pool)).toEqual([]);
  },
  600_000,
);
