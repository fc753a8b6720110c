import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, type ClientConfig, type Pool } from 'pg';
import { type Topic, TOPICS } from '@openlarder/domain/kernel/topics.ts';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { inTransaction, openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { ORIGIN, startAppPair } from '#server/test/app-pair.ts';
import { CUTS, openRelay } from '#server/test/live/live-relay.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { ON_MAP, startLivePage } from '#server/test/live/live-page.ts';
import { longTest, RUN_SEED, sized } from '#server/test/long-run.ts';
import { seededRandom } from './demo/demo-context.ts';

const PEOPLE = 4;
const TABS_EACH = 2;
const WRITERS = 12;
/** What the writers change of a person; what everyone may see changes by food that is offered. */
const OWN_TOPICS = TOPICS.filter((topic) => topic !== ON_MAP && topic !== 'open-requests');
/** Food that each person offers during a trial; new people may offer 15 a day. */
const LISTINGS_EACH = sized(6, 12);
const MAP = 'north=41&south=40&west=-75&east=-73&radius=500';
/** How long a process is kept from reading the log. */
const BEHIND_MS = 1000;
/** After this long a page that differs from the server has missed something. */
const FRESH_WITHIN_MS = 60_000;
/** The share of GETs that fail while lines are cut. */
const FAILING = 0.3;

type Trial = {
  readonly seed: number;
  readonly writes: number;
  readonly cuts: number;
  readonly restarts: number;
  readonly lastsMs: number;
  /** How long one transaction stays open beside the writers'. */
  readonly heldMs: number;
  /** Whether pages adopt a position before they have fetched what changed before it (the mutant). */
  readonly isMutant?: boolean;
};

/**
 * Two app processes on one database; people with two tabs each behind relays that cut their lines; writers that take
 * their event numbers early and commit late, beside a transaction that stays open; food offered through either process;
 * processes that are kept from reading the log for a second. Each page fetches what it is told has changed, the map from
 * the memory of any process; some GETs fail. In the end all lines are cut once more, and each page has to show what the
 * server has; once more after the database is restored from an earlier backup. Returns the number of pages that do not.
 */
async function liveTrial({ seed, writes, cuts, restarts, lastsMs, heldMs, isMutant = false }: Trial) {
  const random = seededRandom(seed);
  const { apps, pool, connection, createPerson, restart } = await startAppPair();
  await pool.query('create table trial (person text, topic text, amount int, primary key (person, topic))');
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson()));
  // the cluster has sixty connections, and a killed process leaves its own for a while
  const reading = openPool({ ...connection, max: 4 });
  onTestFinished(() => reading.end());
  const read = async (person: string, topic: string): Promise<number> => {
    if (topic === ON_MAP) {
      const { rows } = await reading.query<{ amount: number }>(
        `select count(*)::int as amount from food_listing where status = 'posted'`,
      );
      return rows[0]?.amount ?? 0;
    }
    const { rows } = await reading.query<{ amount: number }>(
      'select amount from trial where person = $1 and topic = $2',
      [person, topic],
    );
    return rows[0]?.amount ?? 0;
  };
  const readMap = async ({ cookie }: TestPerson, row: string | null): Promise<number> => {
    for (let tries = 0; tries < 5; tries++) {
      const answer = await fetch(`${random.pick(apps).address}/api/map/cluster?${MAP}`, {
        headers: { cookie, ...(row && { 'live-row': row }) },
      });
      await answer.text();
      if (answer.ok) return Number(answer.headers.get('x-total-count'));
      if (answer.status !== 503) break;
      await sleep(1000);
    }
    throw new Error('no answer');
  };
  let failing = FAILING;
  const pages = await Promise.all(
    people
      .flatMap((person) => Array.from({ length: TABS_EACH }, () => person))
      .map(async (person) => {
        const relay = await openRelay(() => new URL(random.pick(apps).address));
        const page = startLivePage({
          address: () => relay.address,
          headers: { cookie: person.cookie, origin: ORIGIN },
          topics: [...OWN_TOPICS, ON_MAP],
          delayMs: () => random.between(10, 150),
          adoptsEarly: isMutant,
          askEveryMs: 300,
          async get(topic, row) {
            await sleep(random.between(0, 30));
            const amount = topic === ON_MAP ? await readMap(person, row) : await read(person.id, topic);
            await sleep(random.between(0, 30));
            if (random.next() < failing) throw new Error('no answer');
            return amount;
          },
        });
        onTestFinished(async () => {
          page.stop();
          await relay.close();
        });
        return { person, relay, page };
      }),
  );
  await expect.poll(() => pages.every(({ page }) => page.connections() > 0), { timeout: 60_000 }).toBe(true);

  const idle = new Client(connection);
  await idle.connect();
  await idle.query('begin');
  await idle.query('select pg_current_xact_id()');
  const writersPool = openPool({ ...connection, max: WRITERS });
  onTestFinished(() => writersPool.end());
  const eventLog = makeEventLog({ pool: writersPool, log: { warn: () => {} } });
  const db = openDatabase(writersPool);
  const startedMs = performance.now();
  let written = 0;
  const change = (id: string, topic: Topic): Promise<void> =>
    inTransaction({ db }, async (tx) => {
      await eventLog.append(tx, 'trial', {}, { topics: [topic], people: [id] });
      await sleep(random.between(0, 25));
      await sql`insert into trial values (${id}, ${topic}, 1)
        on conflict (person, topic) do update set amount = trial.amount + 1`.execute(tx.db);
    });
  async function write(): Promise<void> {
    while (written < writes) {
      const nth = written++;
      await sleep(Math.max(0, startedMs + (nth / writes) * lastsMs - performance.now()));
      await change(random.pick(people).id, random.pick(OWN_TOPICS));
    }
  }
  // a process may be away just then
  const offer = (person: TestPerson): Promise<unknown> =>
    fetch(`${random.pick(apps).address}/api/food-listings`, {
      method: 'POST',
      headers: { cookie: person.cookie, origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify(listingBody(systemClock)),
    }).then(
      (answer) => answer.text(),
      () => null,
    );
  async function offerAll(person: TestPerson): Promise<void> {
    for (let nth = 0; nth < LISTINGS_EACH; nth++) {
      const dueMs = startedMs + ((nth + random.next()) / LISTINGS_EACH) * lastsMs;
      await sleep(Math.max(0, dueMs - performance.now()));
      await offer(person);
    }
  }
  async function holdOpen(): Promise<void> {
    await sleep(heldMs);
    await idle.query('rollback');
    await idle.end();
  }
  async function keepBehind(): Promise<void> {
    for (let nth = 0; nth < restarts; nth++) {
      await sleep(random.between(300, lastsMs / (restarts + 1)));
      await keepFromLog(pool, BEHIND_MS);
    }
  }
  async function cut(): Promise<void> {
    const moments = Array.from({ length: cuts }, () => random.next() * lastsMs).toSorted((a, b) => a - b);
    for (const moment of moments) {
      await sleep(Math.max(0, startedMs + moment - performance.now()));
      random.pick(pages).relay.cut(random.pick(CUTS));
    }
  }
  async function restartAgain(): Promise<void> {
    for (let nth = 0; nth < restarts; nth++) {
      await sleep(random.between(100, lastsMs / 8));
      await restart(nth % 2 === 0 ? 0 : 1, nth % 3 === 0 ? 'SIGTERM' : 'SIGKILL');
    }
  }
  await Promise.all([
    ...Array.from({ length: WRITERS }, write),
    ...people.map(offerAll),
    cut(),
    restartAgain(),
    keepBehind(),
    holdOpen(),
  ]);

  failing = 0;
  for (const { relay } of pages) relay.cut('browser');
  const differing = async (): Promise<number> => {
    const differ = await Promise.all(
      pages.flatMap(({ person, page }) =>
        [...OWN_TOPICS, ON_MAP].map(
          async (topic) => page.shown(topic) !== (await read(person.id, topic).catch(() => null)),
        ),
      ),
    );
    return differ.filter(Boolean).length;
  };
  const settle = async (): Promise<number> => {
    const deadlineMs = performance.now() + (isMutant ? 5000 : FRESH_WITHIN_MS);
    while ((await differing()) > 0 && performance.now() < deadlineMs) await sleep(100);
    return differing();
  };
  const settled = await settle();
  const listings = await read('', ON_MAP);
  let restored: number | null = null;
  if (!isMutant) {
    await backUp(connection);
    for (const { id } of people)
      await expect
        .poll(() =>
          change(id, 'messages').then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    await Promise.all(people.map(offer));
    await settle();
    for (const { relay } of pages.filter((_page, nth) => nth % 2 === 0)) relay.cut('half-open');
    await restore(connection);
    restored = await settle();
  }
  const found = {
    differing: settled,
    restored,
    listings,
    connections: pages.reduce((sum, { page }) => sum + page.connections(), 0),
  };
  console.log(`live line, seed ${seed}${isMutant ? ', the mutant' : ''}:`, found);
  return found;
}

/** Ends the readers' connections again and again. */
async function keepFromLog(pool: Pool, forMs: number): Promise<void> {
  for (const endMs = performance.now() + forMs; performance.now() < endMs; await sleep(100))
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%left join live_event on%'`,
    );
}

/** Copies the database beside processes that keep connecting to it. */
const backUp = (connection: ClientConfig): Promise<void> =>
  withoutConnections(connection, (database) => [
    `create database ${database}_backup template ${database}`,
    `alter database ${database} with allow_connections true`,
  ]);
/** Puts the backup in the place of the database. */
const restore = (connection: ClientConfig): Promise<void> =>
  withoutConnections(connection, (database) => [
    `drop database ${database}`,
    `alter database ${database}_backup rename to ${database}`,
  ]);
async function withoutConnections(
  { database = '', ...cluster }: ClientConfig,
  statements: (database: string) => readonly string[],
): Promise<void> {
  const admin = new Client({ ...cluster, database: 'postgres' });
  await admin.connect();
  await admin.query(`alter database ${database} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  for (const statement of statements(database))
    await expect.poll(() => admin.query(statement), { timeout: 20_000 }).toBeTruthy();
  await admin.end();
}

const TRIAL = sized(
  { writes: 300, cuts: 8, restarts: 1, lastsMs: 2500, heldMs: 1200 },
  { writes: 5000, cuts: 50, restarts: 5, lastsMs: 75_000, heldMs: 60_000 },
);

test(
  `${TRIAL.writes} writes, ${TRIAL.cuts} cuts and ${TRIAL.restarts} restarts: each page shows what the server has`,
  async () => {
    const found = await liveTrial({ seed: RUN_SEED, ...TRIAL });
    expect([found.differing, found.restored]).toEqual([0, 0]);
    expect(found.connections).toBeGreaterThan(TRIAL.cuts / 2);
    expect(found.listings).toBeGreaterThan(PEOPLE);
  },
  sized(240_000, 600_000),
);

longTest('mutant: a page that adopts a position before its GETs misses changes', async () => {
  // while a transaction is open, each answer names all that has changed since it began, which hides the mutant
  const found = await liveTrial({ seed: RUN_SEED, ...TRIAL, lastsMs: 20_000, heldMs: 0, isMutant: true });
  expect(found.differing).toBeGreaterThan(0);
});
