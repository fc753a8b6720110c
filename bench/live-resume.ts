// How soon others hear of new food while one account uses the live socket to its limit: ninety sockets that resume
// from as far back as the log allows, a new account in each round, so that its budget is whole. Rounds with and without
// it in turns, in one run. See README.md.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { migrate } from '../server/src/db/migrate.ts';
import { sessionCookieName } from '../server/src/features/accounts/auth/better-auth.ts';
import { LISTING_CHANGED, type ListingChanged } from '../server/src/features/listings/listings.events.ts';
import { createListing } from '../server/src/features/listings/share/create-listing.ts';
import { makeOfflineContext } from '../server/src/offline-context.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import {
  LOG_START,
  type LogPosition,
  makeEventIds,
} from '../server/src/platform/events/event-log-position.ts';
import { type PositionRow, positionOf, readEpoch } from '../server/src/platform/events/event-log-queries.ts';
import { makeEventLog } from '../server/src/platform/events/event-log.ts';
import { makeLog } from '../server/src/platform/log/log.ts';
import { openPool } from '../server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts';
import { type Process, startApp } from '../server/src/testing/app-process.ts';
import { listingBody } from '../server/src/testing/factories/listing-body.ts';
import { makePeopleFactory, type TestPerson } from '../server/src/testing/factories/people.ts';
import { testSettings } from '../server/src/testing/test-settings.ts';
import { median } from './median.ts';

const SOCKETS = 90;
/** As many as a socket may have missed. */
const MISSED = 1990;
const ROUNDS = 40;
const PAGES_A_ROUND = 5;
const DONORS = 10;
const SECRET = 'a session secret of the bench, long enough';
const WORLD = { north: 90, south: -90, west: -180, east: 180 };

type Page = {
  readonly socket: WebSocket;
  /** Everything received so far. */
  readonly heard: () => string;
  /** Waits until one of these is part of it. */
  readonly isTold: (...texts: readonly string[]) => Promise<void>;
};

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const startedMs = performance.now();
const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-'));
const processes: Process[] = [];
const postgres = await startEmbeddedPostgres(folder, { log: () => {} });
const pool = openPool(postgres.connection);
try {
  await migrate(pool);
  const { host, port, user, password, database } = postgres.connection;
  const databaseUrl = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const app = await startApp(path.join(folder, 'app'), {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: SECRET,
    DEMO: 'off',
  });
  processes.push(app);

  const base = {
    settings: testSettings(folder, {}),
    pool,
    clock: systemClock,
    log: makeLog('silent'),
  };
  const ctx = makeOfflineContext(base, { add: async () => {} });
  const { db, clock, newId } = ctx;
  const cookieName = sessionCookieName(app.address);
  const createPerson = makePeopleFactory({ db, clock, newId, sessionSecret: SECRET, cookieName });
  const eventLog = makeEventLog({ pool, log: { warn: () => {} } });

  /** Opens a page that watches the whole map, up to its hello. */
  async function openPage({ cookie }: TestPerson): Promise<Page> {
    const socket = new WebSocket(`${app.address.replace('http', 'ws')}/ws`, {
      headers: { cookie, origin: app.address },
      perMessageDeflate: false,
    });
    let heard = '';
    let whenHeard = (): void => {};
    socket.on('message', (bytes: Buffer) => {
      heard += bytes.toString('utf8');
      whenHeard();
    });
    await once(socket, 'open');
    const isTold = async (...texts: readonly string[]): Promise<void> => {
      while (!texts.some((text) => heard.includes(text))) {
        await new Promise<void>((resolve) => {
          whenHeard = resolve;
        });
      }
    };
    await isTold('"type":"hello"');
    return { socket, heard: () => heard, isTold };
  }
  function resume({ socket }: Page, lastEventId: string | null): void {
    socket.send(JSON.stringify({ type: 'subscribe_heat_map_updates', bounds: WORLD }));
    socket.send(JSON.stringify({ type: 'resume', lastEventId }));
  }

  const attackers: TestPerson[] = [];
  for (let nth = 0; nth < ROUNDS; nth++) attackers.push(await createPerson());
  const changes: ListingChanged[] = [];
  for (let nth = 0; nth < DONORS; nth++) {
    const donor = await createPerson();
    const { id } = await createListing(ctx, donor.caller, listingBody(clock));
    const [point, status] = [{ latitude: 40.75, longitude: -73.98 }, 'posted' as const];
    changes.push({ listingId: id, donorId: donor.id, status, isNew: true, point });
  }
  const changed = (nth: number): ListingChanged => {
    const change = changes[nth % DONORS];
    if (!change) throw new Error('nobody shares food');
    return change;
  };
  const epoch = await readEpoch(pool);
  const ids = makeEventIds(SECRET, () => epoch);
  for (let nth = 0; nth < MISSED; nth++) await eventLog.publish(LISTING_CHANGED, changed(nth));
  await sleep(500);
  async function positionBack(events: number): Promise<LogPosition> {
    const { rows } = await pool.query<PositionRow>(
      'select transaction_id, number from live_event order by transaction_id desc, number desc offset $1 limit 1',
      [events],
    );
    return rows[0] ? positionOf(rows[0]) : LOG_START;
  }

  /** Opens pages one after the other, and measures how long each takes to hear of new food. */
  async function pagesHear(tookMs: number[]): Promise<void> {
    for (let nth = 0; nth < PAGES_A_ROUND; nth++) {
      const page = await openPage(await createPerson());
      resume(page, null);
      await page.isTold('"type":"watching"');
      const { listingId, ...change } = changed(nth);
      const sharedMs = performance.now();
      await eventLog.publish(LISTING_CHANGED, { listingId, ...change });
      await page.isTold(listingId);
      tookMs.push(performance.now() - sharedMs);
      page.socket.terminate();
    }
  }

  const [quietMs, attackedMs]: [number[], number[]] = [[], []];
  let resyncs = 0;
  await pagesHear([]);
  for (const attacker of attackers) {
    await pagesHear(quietMs);
    const pages = await Promise.all(Array.from({ length: SOCKETS }, () => openPage(attacker)));
    const [farBack, newest] = [await positionBack(MISSED), await positionBack(0)];
    for (const page of pages) resume(page, ids.of(farBack, attacker.id));
    await pagesHear(attackedMs);
    const RESYNC = '"type":"resync"';
    await Promise.all(pages.map((page) => page.isTold(`},"id":"${ids.of(newest, attacker.id)}"`, RESYNC)));
    resyncs += pages.filter((page) => page.heard().includes(RESYNC)).length;
    for (const { socket } of pages) socket.terminate();
  }

  const said = (tookMs: readonly number[]): string =>
    `p50 ${percentile(tookMs, 0.5).toFixed(1)} ms, p99 ${percentile(tookMs, 0.99).toFixed(1)} ms`;
  console.log(`a page just opened hears of new food after ${said(quietMs)} (${quietMs.length} pages)`);
  console.log(
    `while one account resumes ${SOCKETS} sockets from ${MISSED} events back: ${said(attackedMs)}; ` +
      `${(resyncs / ROUNDS).toFixed(0)} of its sockets were told to refetch`,
  );
  console.log(`with it / without: ${(median(attackedMs) / median(quietMs)).toFixed(2)} (p50)`);
  console.log(`measured in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
} finally {
  for (const each of processes.toReversed()) await each.end('SIGTERM');
  await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
