// What is lost when the app is reloaded ten times under 30 writers and 500 pages with the web app's own live client:
// directly, behind nginx or behind Caddy. See README.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { sessionCookieName } from '../server/src/features/accounts/auth/better-auth.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { makeIdGenerator } from '../server/src/platform/ids.ts';
import { openDatabase, openPool } from '../server/src/platform/postgres/database.ts';
import { findRunningPostgres } from '../server/src/platform/postgres/embedded-postgres-cluster.ts';
import { askToReload } from '../server/src/platform/processes/control.ts';
import { parentVersionOf } from '../server/src/platform/processes/parent-version.ts';
import { ORIGIN } from '../server/test/app-pair.ts';
import { startApp } from '../server/test/app-process.ts';
import { makePeopleFactory } from '../server/test/factories/people.ts';
import { createLiveClient } from '../web/src/live/live-client.ts';

const { PROCESSES = '1', THROUGH = 'direct', RELOADS = '10', PROXY_PORT = '4180' } = process.env;
const WRITERS = 30;
const PAGES = 500;
const PAGES_EACH = 10;
const SECRET = 'a session secret of the bench, long enough';
const RESTART_CLOSE_CODE = 1012;
/** A reload, after which the next one begins when the workers before have ended. */
const PAUSE_MS = 1000;
const ROOT = path.join(import.meta.dirname, '..');

const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-'));
const app = await startApp(folder, {
  PUBLIC_URL: ORIGIN,
  SESSION_SECRET: SECRET,
  DEMO: 'off',
  PROCESSES,
  TRUST_PROXY: 'loopback',
});
const pool = openPool({ ...findRunningPostgres(folder), max: 4 });
const { address, proxy } = await openProxy();
const leaving: (() => void)[] = [];

/** As in docs/operating.md, without TLS; nginx once with connections that it keeps to the app. */
async function openProxy(): Promise<{ address: string; proxy: ChildProcess | null }> {
  if (THROUGH === 'direct') return { address: app.address, proxy: null };
  const { host } = new URL(app.address);
  const nginx = `
    daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;
    events { worker_connections 4096; }
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      upstream app { server ${host}; keepalive 32; }
      map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
      server {
        listen 127.0.0.1:${PROXY_PORT};
        client_max_body_size 11m; client_body_timeout 300s; proxy_request_buffering off;
        location / {
          proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
          proxy_read_timeout 120s;
        }
      }
    }`;
  const caddy = `{
    admin off
    auto_https off
  }
  http://:${PROXY_PORT} {
    bind 127.0.0.1
    reverse_proxy ${host}
  }`;
  const file = path.join(folder, 'proxy.conf');
  writeFileSync(file, THROUGH === 'nginx' ? nginx : caddy);
  const [command, args] =
    THROUGH === 'nginx'
      ? ['nginx', ['-c', file, '-e', 'stderr']]
      : ['caddy', ['run', '--config', file, '--adapter', 'caddyfile']];
  const started = spawn(command, args, {
    stdio: ['ignore', 'ignore', process.env['DEBUG'] ? 'inherit' : 'ignore'],
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, HOME: folder },
  });
  const at = `http://127.0.0.1:${PROXY_PORT}`;
  for (;;) {
    await sleep(100);
    if (started.exitCode !== null) throw new Error(`${command} ended with ${started.exitCode}`);
    if ((await fetch(`${at}/healthz`).catch(() => null))?.ok) return { address: at, proxy: started };
  }
}

type Reply = { readonly status: number; readonly text: string };

/** Calls on one connection, as a browser or a program keeps it. */
function openConnection(cookie: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { cookie, origin: ORIGIN, host: new URL(ORIGIN).host, 'content-type': 'application/json' };
  return (method: string, url: string, body?: object): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(address);
      const sent = request({ agent, hostname, port, path: url, method, headers }, (response) => {
        void text(response).then((said) => resolve({ status: response.statusCode ?? 0, text: said }), reject);
      });
      sent.once('error', reject).end(body && JSON.stringify(body));
    });
}

try {
  const createPerson = makePeopleFactory({
    db: openDatabase(pool),
    clock: systemClock,
    newId: makeIdGenerator(systemClock),
    sessionSecret: SECRET,
    cookieName: sessionCookieName(ORIGIN),
  });
  const people = await Promise.all(Array.from({ length: PAGES / PAGES_EACH }, () => createPerson()));

  const closes = new Map<number, number>();
  let lost = 0;
  const pages = people.flatMap(({ cookie }) =>
    Array.from({ length: PAGES_EACH }, () => {
      const page = createLiveClient({
        connect({ onMessage, onClose }) {
          const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, {
            headers: { cookie, origin: ORIGIN, host: new URL(ORIGIN).host },
          });
          socket.on('message', (bytes: Buffer) => onMessage(bytes.toString('utf8')));
          let isOwn = false;
          socket.on('close', (code) => {
            // not those that the page itself ends, when hello takes long
            if (!isOwn) closes.set(code, (closes.get(code) ?? 0) + 1);
            onClose(code);
          });
          socket.on('error', () => {});
          return {
            send: (frame) => socket.send(frame),
            close() {
              isOwn = true;
              socket.terminate();
            },
          };
        },
        nowMs: () => Date.now(),
        random: () => Math.random(),
      });
      page.adoptPositionsWhen(() => true);
      let timer: NodeJS.Timeout | undefined;
      page.state.subscribe(() => {
        clearTimeout(timer);
        const state = page.state.get();
        if (state.phase !== 'live') timer = setTimeout(() => lost++, state.lostAtMs - Date.now());
      });
      leaving.push(() => {
        clearTimeout(timer);
        page.stop();
      });
      page.start();
      return page;
    }),
  );
  const allLive = async (): Promise<void> => {
    const until = performance.now() + 120_000;
    while (!pages.every(({ state }) => state.get().phase === 'live')) {
      if (performance.now() > until) throw new Error('not every page has come back');
      await sleep(50);
    }
  };
  await allLive();
  closes.clear();
  lost = 0;

  const over = new AbortController();
  const failed: string[] = [];
  let [calls, slowestMs] = [0, 0];
  const names = people.slice(0, WRITERS).map(() => 'Ana');
  const writers = people.slice(0, WRITERS).map(async ({ cookie }, nth) => {
    const call = openConnection(cookie);
    for (let step = 0; !over.signal.aborted; step++) {
      const firstName = `Ana ${step}`;
      const [method, url, body] =
        step % 2 === 0
          ? (['PUT', '/api/users/profile', { firstName }] as const)
          : (['GET', '/api/food-listings?limit=24'] as const);
      const fromMs = performance.now();
      const reply = await call(method, url, body).catch((error: unknown) => ({
        status: 0,
        text: String(error),
      }));
      slowestMs = Math.max(slowestMs, performance.now() - fromMs);
      calls++;
      if (reply.status !== 200) {
        failed.push(`${method} ${reply.status}`);
        if (failed.length <= 10)
          console.log(`failed: ${method} ${url}: ${reply.status} ${reply.text.slice(0, 200)}`);
      } else if (body) names[nth] = firstName;
    }
  });

  for (let nth = 1; nth <= Number(RELOADS); nth++) {
    await sleep(PAUSE_MS);
    const [before, fromMs] = [calls, performance.now()];
    const request_ = { folder: ROOT, execPath: process.execPath, version: parentVersionOf(ROOT) };
    const said: string[] = [];
    if (!(await askToReload(folder, request_, (line) => said.push(line)))) throw new Error(said.join(' '));
    console.log(
      `reload ${nth}: ${((performance.now() - fromMs) / 1000).toFixed(1)} s, ${calls - before} calls meanwhile, ` +
        `${failed.length} failed so far${said.length > 1 ? ' (waited for those before)' : ''}`,
    );
  }
  await allLive();
  await sleep(PAUSE_MS);
  over.abort();
  await Promise.all(writers);
  let lostWrites = 0;
  for (const [nth, { id }] of people.slice(0, WRITERS).entries()) {
    const { rows } = await pool.query<{ first_name: string }>('select first_name from person where id = $1', [
      id,
    ]);
    if (rows[0]?.first_name !== names[nth]) lostWrites++;
  }
  const codes = [...closes].map(([code, count]) => `${count} × ${code}`).join(', ');
  console.log(
    `${PROCESSES} worker(s), ${THROUGH}: ${calls} calls, ${failed.length} failed, ${lostWrites} writes lost, slowest ` +
      `${slowestMs.toFixed(0)} ms; sockets closed ${codes}; ${lost} pages fetched everything`,
  );
  const oddCloses = [...closes.keys()].some((code) => code !== RESTART_CLOSE_CODE);
  if (failed.length > 0 || lostWrites > 0 || oddCloses) process.exitCode = 1;
} finally {
  for (const leave of leaving) leave();
  proxy?.kill();
  await pool.end();
  await app.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
