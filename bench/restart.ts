// What 500 open pages ask for when the app restarts: the web app's own live client in each of them, the app in a process
// of its own. See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { migrate } from '../server/src/db/migrate.ts';
import { sessionCookieName } from '../server/src/features/accounts/auth/better-auth.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { makeEventLog } from '../server/src/platform/events/event-log.ts';
import { makeIdGenerator } from '../server/src/platform/ids.ts';
import { inTransaction, openDatabase, openPool } from '../server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts';
import { databaseUrlOf, ORIGIN } from '../server/test/app-pair.ts';
import { startApp } from '../server/test/app-process.ts';
import { makePeopleFactory } from '../server/test/factories/people.ts';
import { createLiveClient } from '../web/src/live/live-client.ts';

const PEOPLE = 50;
const PAGES_EACH = 10;
/** People of whom something changes while the app is away, each time one topic. */
const CHANGED = 5;
const RESTARTS = 3;
const SECRET = 'a session secret of the tests, long enough';
const SETTLED_MS = 12_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-'));
const postgres = await startEmbeddedPostgres(folder, { log: () => {} });
const pool = openPool(postgres.connection);
const db = openDatabase(pool);
const env = {
  DATABASE_URL: databaseUrlOf(postgres.connection),
  PUBLIC_URL: ORIGIN,
  SESSION_SECRET: SECRET,
  DEMO: 'off',
};
await migrate(pool);
let app = await startApp(folder, env);
const leaving: (() => void)[] = [];
try {
  const createPerson = makePeopleFactory({
    db,
    clock: systemClock,
    newId: makeIdGenerator(systemClock),
    sessionSecret: SECRET,
    cookieName: sessionCookieName(ORIGIN),
  });
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson()));
  const eventLog = makeEventLog({ pool, log: { warn: () => {} } });

  /** When pages were told of a topic that they then fetch, and when they were found to be without a connection. */
  let [toldAtMs, lostAtMs]: [number[], number[]] = [[], []];
  const pages = people.flatMap(({ cookie }) =>
    Array.from({ length: PAGES_EACH }, () => {
      const page = createLiveClient({
        connect({ onMessage, onClose }) {
          const socket = new WebSocket(`${app.address}/ws`, { headers: { cookie, origin: ORIGIN } });
          socket.on('message', (bytes: Buffer) => onMessage(bytes.toString('utf8')));
          socket.on('close', onClose);
          socket.on('error', () => {});
          return { send: (text) => socket.send(text), close: () => socket.terminate() };
        },
        nowMs: () => Date.now(),
        random: () => Math.random(),
      });
      page.adoptPositionsWhen(() => true);
      page.on('changed', ({ topics }) => toldAtMs.push(...topics.map(() => performance.now())));
      let timer: NodeJS.Timeout | undefined;
      page.state.subscribe(() => {
        clearTimeout(timer);
        const state = page.state.get();
        if (state.phase !== 'live')
          timer = setTimeout(() => lostAtMs.push(performance.now()), state.lostAtMs - Date.now());
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
    const until = performance.now() + 60_000;
    while (!pages.every(({ state }) => state.get().phase === 'live')) {
      if (performance.now() > until) throw new Error('not every page has come back');
      await sleep(50);
    }
  };
  await allLive();
  // each page has its position before the app goes
  await sleep(2000);

  for (let nth = 1; nth <= RESTARTS; nth++) {
    [toldAtMs, lostAtMs] = [[], []];
    const startedMs = performance.now();
    await app.end('SIGTERM');
    for (const { id } of people.slice(0, CHANGED))
      await inTransaction({ db }, (tx) =>
        eventLog.append(tx, 'trial', {}, { topics: ['conversations'], people: [id] }),
      );
    app = await startApp(folder, env);
    const upMs = performance.now() - startedMs;
    await sleep(SETTLED_MS - upMs);
    await allLive();
    const after = toldAtMs.map((atMs) => atMs - startedMs).sort((a, b) => a - b);
    const [first = 0, last = 0] = [after[0], after.at(-1)];
    const explained = CHANGED * PAGES_EACH;
    console.log(
      `restart ${nth}: away ${(upMs / 1000).toFixed(1)} s; ${after.length} GETs, explained by what changed ${explained}; ` +
        `over ${((last - first) / 1000).toFixed(1)} s, the last ${(last / 1000).toFixed(1)} s after the stop; ` +
        `${lostAtMs.length} of ${pages.length} pages fetch everything`,
    );
    if (after.length !== explained || lostAtMs.length > 0) process.exitCode = 1;
  }
} finally {
  for (const leave of leaving) leave();
  await app.end('SIGKILL');
  await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
