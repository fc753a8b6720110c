// Three processes with folders of their own, one PostgreSQL, one object store, behind nginx: everyone's way from a photo to a
// handover, each request on another process, one of which is killed midway. See README.md.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../server/src/db/migrate.ts';
import { openPool } from '../server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts';
import { databaseUrlOf, ORIGIN } from '../server/test/app-pair.ts';
import { startApp } from '../server/test/app-process.ts';
import type { TestPerson } from '../server/test/factories/people.ts';
import { FILE } from '../server/test/photo-fixture.ts';
import { PGBOUNCER, startPooler } from '../server/test/pooler.ts';
import { openS3Server } from '../server/test/s3-server.ts';
import { percentile } from './median.ts';
import { ENV, peopleIn, send } from './people.ts';

const MACHINES = 3;
const JOURNEYS = Number(process.env['JOURNEYS'] ?? 60);
const AT_A_TIME = 6;
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((file) => existsSync(file));
const NGINX_PORT = Number(process.env['NGINX_PORT'] ?? 8080);
const HOUR_MS = 3_600_000;
type Json = any;

const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-'));
const folderOf = (nth: number): string => path.join(folder, `machine-${nth}`);
const postgres = await startEmbeddedPostgres(path.join(folder, 'database'), { log: () => {} });
const pool = openPool(postgres.connection);
await migrate(pool);
const store = await openS3Server();
const direct = databaseUrlOf(postgres.connection);
const isPooled = process.argv.includes('--pooler');
if (isPooled && !PGBOUNCER) throw new Error('PgBouncer is not installed');
const pooler = isPooled
  ? await startPooler(postgres.connection, {
      mode: 'transaction',
      size: 12,
      database:
        "connect_query='set statement_timeout = 2000; set idle_in_transaction_session_timeout = 5000; set jit = off'",
    })
  : null;
const env = {
  ...(pooler ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct } : { DATABASE_URL: direct }),
  ...ENV,
  TRUST_PROXY: 'loopback',
  S3_URL: store.url,
};
const start = (nth: number) => {
  mkdirSync(folderOf(nth), { recursive: true });
  return startApp(folderOf(nth), env);
};
const apps = await Promise.all(Array.from({ length: MACHINES }, (_, nth) => start(nth)));
const portsOf = (): string[] => apps.map(({ address }) => new URL(address).port);

/** nginx before all of them, in turns; without nginx the calls take turns themselves. */
function startProxy(): { readonly addressOf: (nth: number) => string; stop(): Promise<void> } {
  if (!NGINX) return { addressOf: (nth) => apps[nth % MACHINES]?.address ?? '', stop: async () => {} };
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream larder { ${portsOf()
    .map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`)
    .join(' ')} }
  server {
    listen 127.0.0.1:${NGINX_PORT};
    client_max_body_size 11m; client_body_timeout 300s; proxy_request_buffering off;
    add_header X-Machine $upstream_addr always;
    location / {
      proxy_pass http://larder; proxy_http_version 1.1;
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $http_connection;
    }
  }
}
`,
  );
  const child = spawn(NGINX, ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    addressOf: () => `http://127.0.0.1:${NGINX_PORT}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const proxy = startProxy();
const agent = new Agent({ keepAlive: true });
let [sent, again] = [0, 0];
const tookMs: number[] = [];
const machines = new Map<string, number>();

/** One call of someone's, on another machine than the one before; sent again, as the page does, if a machine is gone. */
async function call(who: TestPerson, name: string, payload?: object | Buffer): Promise<Json> {
  const [method = '', url = ''] = name.split(' ');
  const asked = { method, url, cookie: who.cookie, ...(payload && { body: payload }) };
  for (let tries = 1; ; tries++) {
    const beganMs = performance.now();
    const answer = await send(agent, proxy.addressOf(sent++), asked).catch(() => null);
    tookMs.push(performance.now() - beganMs);
    if (answer && answer.status < 300) {
      const machine = String(answer.headers['x-machine'] ?? '');
      machines.set(machine, (machines.get(machine) ?? 0) + 1);
      return answer.body.length > 0 && answer.body[0] === 123
        ? JSON.parse(answer.body.toString())
        : answer.body;
    }
    if (tries === 10 || (answer && ![502, 503, 504].includes(answer.status)))
      throw new Error(`${name}: ${answer?.status} ${answer?.body.toString().slice(0, 300)}`);
    again++;
    await sleep(200);
  }
}

const createPerson = peopleIn(pool);
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A photo, food that it shows, a claim, a talk, an address, and the food in someone's hands. */
async function journey(): Promise<{ readonly objectPath: string; readonly taker: TestPerson }> {
  const [giver, taker] = [await createPerson({ userType: 'donor' }), await createPerson()];
  const { uploadURL } = await call(giver, 'POST /api/objects/upload');
  await call(giver, `PUT ${uploadURL.slice(ORIGIN.length)}`, FILE);
  const { objectPath } = await call(giver, 'PUT /api/food-images', { imageURL: uploadURL });
  const food = await call(giver, 'POST /api/food-listings', {
    title: 'Lentil stew',
    category: 'prepared_meals',
    estimatedServings: 2,
    bestByDate: inHours(30),
    pickupLocation: '5 Elm Street',
    availableFrom: inHours(0.5),
    availableUntil: inHours(8),
    imageUrls: [objectPath],
  });
  await call(taker, `GET ${objectPath}?w=320`);
  const { claim, conversationId } = await call(taker, `POST /api/food-listings/${food.id}/claim`, {
    servings: 2,
  });
  await call(taker, `POST /api/conversations/${conversationId}/messages`, { content: 'On my way' });
  await call(giver, `POST /api/conversations/${conversationId}/share-place`, {});
  const handover = `/api/handovers/${claim.handover.id}`;
  const { code } = await call(taker, `GET ${handover}`);
  await call(giver, `POST ${handover}/complete`, { code });
  return { objectPath, taker };
}

try {
  await sleep(500);
  const waiting = Array.from({ length: JOURNEYS }, (_, nth) => nth);
  const made: Awaited<ReturnType<typeof journey>>[] = [];
  const faults: string[] = [];
  let isKilled = false;
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (waiting.pop() !== undefined) {
        try {
          made.push(await journey());
        } catch (error) {
          faults.push(String(error));
        }
        if (made.length < JOURNEYS / 2 || isKilled) continue;
        isKilled = true;
        await apps[1]?.end('SIGKILL');
      }
    }),
  );
  // on each of those left, in turns: every photo; the store's client compares its bytes with their sum
  let lost = 0;
  for (const { objectPath, taker } of made)
    for (const app of apps.filter((_, nth) => nth !== 1)) {
      const { status } = await send(agent, app.address, {
        url: `${objectPath}?w=640`,
        cookie: taker.cookie,
      });
      if (status !== 200) lost++;
    }
  const { rows } = await pool.query<{ ended: number; photos: number }>(
    `select (select count(*)::int from handover where status = 'completed') as ended,
       (select count(*)::int from photo where state = 'ready') as photos`,
  );
  const at = (share: number): string => percentile(tookMs, share).toFixed(0);
  const onDisk = apps.flatMap((_, nth) => readdirSync(folderOf(nth), { recursive: true }).map(String));
  console.log(
    `${NGINX ? 'nginx' : 'in turns'}${pooler ? ', PgBouncer in transaction mode' : ''}: ${made.length} of ${JOURNEYS} journeys, ` +
      `${sent} requests, ${again} of them sent again; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
  console.log(`on machines: ${[...machines.values()].join(', ')}; one was killed after half of the journeys`);
  console.log(
    `in the database: ${rows[0]?.ended} handovers, ${rows[0]?.photos} photos; photos that a machine lacks: ${lost}`,
  );
  console.log(
    `in the store: ${store.objects.size} objects; on the disks of the machines: ${onDisk.join(', ') || 'nothing'}`,
  );
  for (const fault of faults) console.log(fault);
  if (made.length !== JOURNEYS || lost > 0 || rows[0]?.ended !== JOURNEYS) process.exitCode = 1;
} finally {
  agent.destroy();
  await proxy.stop();
  await Promise.all(apps.map((app) => app.end('SIGKILL')));
  await pooler?.stop();
  await store.stop();
  await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
