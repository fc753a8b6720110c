// What 500 open pages ask for when the app restarts: the web app's own live client in each of them, the app in a process
// of its own. See README.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../server/src/db/migrate.ts';
import { makeEventLog } from '../server/src/platform/events/event-log.ts';
import { inTransaction, openDatabase, openPool } from '../server/src/platform/postgres/database.ts';
import { startApp } from '../server/test/app-process.ts';
import { envOn, openPages, peopleIn } from './people.ts';
import { runOnPostgres } from './place.ts';

const PEOPLE = 50;
const PAGES_EACH = 10;
/** People of whom something changes while the app is away, each time one topic. */
const CHANGED = 5;
const RESTARTS = 3;
const SETTLED_MS = 12_000;

await runOnPostgres(async ({ folder, connection, atEnd }) => {
  const pool = openPool(connection);
  atEnd(() => pool.end());
  const db = openDatabase(pool);
  const env = envOn(connection);
  await migrate(pool);
  let app = await startApp(folder, env);
  atEnd(() => app.end('SIGKILL'));
  const createPerson = peopleIn(pool);
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson()));
  const eventLog = makeEventLog({ pool, log: { warn: () => {} } });

  /** When pages were told of a topic that they then fetch, and when they were found to be without a connection. */
  let [toldAtMs, lostAtMs]: [number[], number[]] = [[], []];
  const pages = openPages(
    () => app.address,
    people.flatMap(({ cookie }) => Array.from({ length: PAGES_EACH }, () => cookie)),
    { lost: () => lostAtMs.push(performance.now()) },
  );
  atEnd(() => pages.close());
  for (const page of pages.pages)
    page.on('changed', ({ topics }) => toldAtMs.push(...topics.map(() => performance.now())));
  await pages.live(60_000);
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
    await pages.live(60_000);
    const after = toldAtMs.map((atMs) => atMs - startedMs).sort((a, b) => a - b);
    const [first = 0, last = 0] = [after[0], after.at(-1)];
    const explained = CHANGED * PAGES_EACH;
    console.log(
      `restart ${nth}: away ${(upMs / 1000).toFixed(1)} s; ${after.length} GETs, explained by what changed ${explained}; ` +
        `over ${((last - first) / 1000).toFixed(1)} s, the last ${(last / 1000).toFixed(1)} s after the stop; ` +
        `${lostAtMs.length} of ${pages.pages.length} pages fetch everything`,
    );
    if (after.length !== explained || lostAtMs.length > 0) process.exitCode = 1;
  }
});
