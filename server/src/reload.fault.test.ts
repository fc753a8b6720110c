import * as fs from 'node:fs';
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { isProcessAlive, readPostmaster } from '#server/platform/postgres/embedded-postgres-cluster.ts';
import { askToReload } from '#server/platform/processes/control.ts';
import { parentVersionOf } from '#server/platform/processes/parent-version.ts';
import { type Process, startApp, workersOf } from '#server/test/app-process.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { sized } from '#server/test/long-run.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const WRITERS = 4;
const RELOADS = sized(1, 5);
const PROCESSES = sized(1, 2);
const RESTART_CLOSE_CODE = 1012;

const dataDir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-reload-')));
const apps: Process[] = [];
const start = async (env: Readonly<Record<string, string>>): Promise<Process> => {
  const app = await startApp(dataDir, { DEMO: 'off', ...env });
  apps.push(app);
  return app;
};
const postmaster = (): number => readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? 0;
afterEach(async () => {
  for (const app of apps) if (app.exitCode() === null) await app.end('SIGTERM');
  const pid = postmaster();
  expect(pid > 1 && isProcessAlive(pid), 'no PostgreSQL is left behind').toBe(false);
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function reload(change: { readonly Node?: string } = {}): Promise<{ isDone: boolean; said: string }> {
  const said: string[] = [];
  const version = { ...parentVersionOf(ROOT), ...change };
  const asked = { folder: ROOT, execPath: process.execPath, version };
  const isDone = await askToReload(dataDir, asked, (line) => said.push(line));
  return { isDone, said: said.join(' ') };
}

type Answer = { status: number; text: string; headers: IncomingHttpHeaders; port: number };

/**
 * Calls on one connection, which stays open between them: that of a pool that idles could keep a worker that leaves for over
 * a minute.
 */
function openConnection({ address }: Process) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (method: string, url: string, headers: OutgoingHttpHeaders = {}, body?: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(address + url, { agent, method, headers }, (response) => {
        const { statusCode = 0, headers: got, socket } = response;
        const port = socket.localPort ?? 0;
        void text(response).then(
          (said) => resolve({ status: statusCode, text: said, headers: got, port }),
          reject,
        );
      });
      sent.once('error', reject).end(body && JSON.stringify(body));
    });
}

/** A person, and the headers of their calls. */
async function newcomer(app: Process, name: string) {
  const headers = { origin: app.address, 'content-type': 'application/json' };
  const account = { email: `${name}@example.org`, password: 'a good long password', firstName: name };
  // the one connection that its answer ends
  const once = { ...headers, connection: 'close' };
  const joined = await openConnection(app)('POST', '/api/auth/sign-up/email', once, account);
  const cookie = (joined.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
  return { ...headers, cookie };
}

test('a reload under load fails no request and loses no write; killed processes are started again, and leave none', async () => {
  const app = await start({ PROCESSES: String(PROCESSES) });
  const people = await Promise.all(Array.from({ length: WRITERS }, (_, nth) => newcomer(app, `ana${nth}`)));
  const live = await openLive(`${app.address.replace('http', 'ws')}/ws`, { ...people[0] });
  const over = new AbortController();
  const odd: unknown[] = [];
  let written = 0;
  const last = people.map(() => '');
  const writers = people.map(async (headers, nth) => {
    const call = openConnection(app);
    for (let step = 0; !over.signal.aborted; step++) {
      const firstName = `Ana ${nth} ${step}`;
      const answer = await call('PUT', '/api/users/profile', headers, { firstName }).catch(String);
      if (typeof answer === 'string' || answer.status !== 200) odd.push(answer);
      else last[nth] = firstName;
      written++;
    }
  });
  await expect.poll(() => written).toBeGreaterThan(WRITERS);

  for (let nth = 0; nth < RELOADS; nth++) {
    const before = workersOf(app);
    const idle = openConnection(app);
    const first = await idle('GET', '/healthz');
    const writtenBefore = written;
    expect(await reload()).toMatchObject({ isDone: true });
    // its worker leaves, and may not close it while a request could be on its way
    expect(await idle('GET', '/healthz')).toMatchObject({
      status: 200,
      port: first.port,
      headers: { connection: 'close' },
    });
    await expect.poll(() => written, { timeout: 60_000 }).toBeGreaterThan(writtenBefore + WRITERS);
    await expect.poll(() => before.filter(isProcessAlive), { timeout: 60_000 }).toEqual([]);
    expect(workersOf(app)).toHaveLength(PROCESSES);
  }
  over.abort();
  await Promise.all(writers);
  expect(odd).toEqual([]);
  expect(await live.closed).toBe(RESTART_CLOSE_CODE);
  // nothing restarts it: this is not the start script
  expect(await reload({ Node: 'v0.0.0' })).toEqual({
    isDone: false,
    said: 'Node changed here: stop OpenLarder and start it again.',
  });

  const [killed = 0, ...others] = workersOf(app);
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isProcessAlive(killed)).toBe(false);
  await expect.poll(() => workersOf(app).length, { timeout: 60_000 }).toBe(PROCESSES);
  expect(workersOf(app)).toEqual(expect.arrayContaining(others));
  await expect
    .poll(() => fetch(`${app.address}/readyz`).then(({ status }) => status, String), { timeout: 60_000 })
    .toBe(200);

  const orphans = workersOf(app);
  await app.end('SIGKILL');
  await expect.poll(() => orphans.filter(isProcessAlive)).toEqual([]);
  const next = await start({ PROCESSES: '1' });
  const call = openConnection(next);
  for (const [nth, { cookie }] of people.entries())
    expect(await call('GET', '/api/auth/user', { cookie })).toMatchObject({
      status: 200,
      text: expect.stringContaining(`"firstName":"${last[nth]}"`),
    });
  expect(await next.end('SIGTERM')).toBe(0);
}, 300_000);
