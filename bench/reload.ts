// What is lost when the app is reloaded ten times under 30 writers and 500 pages with the web app's own live client:
// directly, behind nginx or behind Caddy. See README.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../server/src/platform/postgres/database.ts';
import { findRunningPostgres } from '../server/src/platform/postgres/embedded-postgres-cluster.ts';
import { askToReload } from '../server/src/platform/processes/control.ts';
import { parentVersionOf } from '../server/src/platform/processes/parent-version.ts';
import { startApp } from '../server/test/app-process.ts';
import { type Call, ENV, openPages, peopleIn, send } from './people.ts';

const { PROCESSES = '1', THROUGH = 'direct', RELOADS = '10', PROXY_PORT = '4180' } = process.env;
const WRITERS = 30;
const PAGES = 500;
const PAGES_EACH = 10;
const RESTART_CLOSE_CODE = 1012;
/** A reload, after which the next one begins when the workers before have ended. */
const PAUSE_MS = 1000;
const ROOT = path.join(import.meta.dirname, '..');

const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-'));
const app = await startApp(folder, { ...ENV, PROCESSES, TRUST_PROXY: 'loopback' });
const pool = openPool({ ...findRunningPostgres(folder), max: 4 });
const { address, proxy } = await openProxy();

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

/** Calls on one connection, as a browser or a program keeps it. */
function openConnection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (call: Call): Promise<{ status: number; said: string }> => {
    const { status, body } = await send(agent, address, call);
    return { status, said: body.toString() };
  };
}

const open: ReturnType<typeof openPages>[] = [];
try {
  const createPerson = peopleIn(pool);
  const people = await Promise.all(Array.from({ length: PAGES / PAGES_EACH }, () => createPerson()));

  const closes = new Map<number, number>();
  let lost = 0;
  const pages = openPages(
    () => address,
    people.flatMap(({ cookie }) => Array.from({ length: PAGES_EACH }, () => cookie)),
    { closed: (code) => closes.set(code, (closes.get(code) ?? 0) + 1), lost: () => lost++ },
  );
  open.push(pages);
  await pages.live();
  closes.clear();
  lost = 0;

  const over = new AbortController();
  const failed: string[] = [];
  let [calls, slowestMs] = [0, 0];
  const names = people.slice(0, WRITERS).map(() => 'Ana');
  const writers = people.slice(0, WRITERS).map(async ({ cookie }, nth) => {
    const call = openConnection();
    for (let step = 0; !over.signal.aborted; step++) {
      const firstName = `Ana ${step}`;
      const isWrite = step % 2 === 0;
      const asked = isWrite
        ? { method: 'PUT', url: '/api/users/profile', cookie, body: { firstName } }
        : { method: 'GET', url: '/api/food-listings?limit=24', cookie };
      const fromMs = performance.now();
      const reply = await call(asked).catch((error: unknown) => ({ status: 0, said: String(error) }));
      slowestMs = Math.max(slowestMs, performance.now() - fromMs);
      calls++;
      if (reply.status !== 200) {
        failed.push(`${asked.method} ${reply.status}`);
        if (failed.length <= 10)
          console.log(`failed: ${asked.method} ${asked.url}: ${reply.status} ${reply.said.slice(0, 200)}`);
      } else if (isWrite) names[nth] = firstName;
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
  await pages.live();
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
  for (const pages of open) pages.close();
  proxy?.kill();
  await pool.end();
  await app.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
