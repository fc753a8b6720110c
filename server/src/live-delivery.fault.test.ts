import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '#server/demo/seeded-random.ts';
import {
  NOTIFICATION_EVENT,
  type NotificationEvent,
} from '#server/features/notifications/notifications.events.ts';
import { inTransaction, openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { makeEventIds } from '#server/platform/events/event-log-position.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { type PositionRow, positionOf, readEpoch } from '#server/platform/events/event-log-queries.ts';
import { ORIGIN, SECRET, startAppPair } from '#server/testing/app-pair.ts';
import { CUTS, openRelay } from '#server/testing/live/live-relay.ts';
import { longTest, RUN_SEED, sized } from '#server/testing/long-run.ts';
import { startReconnectingClient } from '#server/testing/live/reconnecting-client.ts';

const PEOPLE = 4;
const TABS_EACH = 2;
const WRITERS = 12;
/** After this long without the last event it counts as lost. */
const LAST_WITHIN_MS = 60_000;

type Trial = {
  readonly seed: number;
  readonly events: number;
  readonly cuts: number;
  readonly restarts: number;
  readonly lastsMs: number;
  /** Whether the log is followed by the event number alone (the mutant). */
  readonly isMutant?: boolean;
};

/** The ids of a person's events as their sockets receive them, in order. */
async function eventIdsOf(pool: pg.Pool, personId: string): Promise<string[]> {
  const epoch = await readEpoch(pool);
  const ids = makeEventIds(SECRET, () => epoch);
  const { rows } = await pool.query<PositionRow>(
    `select transaction_id, number from live_event where payload ->> 'personId' = $1
     order by transaction_id, number`,
    [personId],
  );
  return rows.map((row) => ids.of(positionOf(row), personId));
}

/**
 * Two app processes on one database; people with two tabs each, which reconnect whenever their connection breaks;
 * writers whose transactions take their event numbers early and commit late. Connections are cut and processes killed
 * in the meantime.
 */
async function liveTrial({ seed, events, cuts, restarts, lastsMs, isMutant = false }: Trial) {
  const random = seededRandom(seed);
  const { apps, pool, connection, createPerson, restart } = await startAppPair(async (fresh) => {
    // all events get the same, long finished transaction: order and delivery then depend on the number alone
    if (isMutant)
      await fresh.query(`alter table live_event alter column transaction_id set default '3'::xid8`);
  });
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson()));

  const clients = await Promise.all(
    people
      .flatMap((person) => Array.from({ length: TABS_EACH }, () => person))
      .map(async (person) => {
        const relay = await openRelay(() => new URL(random.pick(apps).address));
        const returner = startReconnectingClient({
          address: relay.address,
          headers: { cookie: person.cookie, origin: ORIGIN },
          delayMs: () => random.between(10, 150),
        });
        onTestFinished(async () => {
          returner.stop();
          await relay.close();
        });
        return { person, relay, returner };
      }),
  );
  await expect
    .poll(() => clients.every(({ returner }) => returner.counts.connections > 0), { timeout: 60_000 })
    .toBe(true);

  const writersPool = openPool({ ...connection, max: WRITERS });
  onTestFinished(() => writersPool.end());
  const eventLog = makeEventLog({ pool: writersPool, log: { warn: () => {} } });
  const tell = (personId: string): NotificationEvent => ({ personId, notificationId: null, kind: null });
  const writers = { db: openDatabase(writersPool) };
  const startedMs = performance.now();
  let written = 0;
  async function write(): Promise<void> {
    while (written < events) {
      const batch = Math.min(random.between(1, 3), events - written);
      const first = written;
      written += batch;
      await sleep(Math.max(0, startedMs + (first / events) * lastsMs - performance.now()));
      await inTransaction(writers, async (tx) => {
        for (let nth = 0; nth < batch; nth++)
          await eventLog.append(tx, NOTIFICATION_EVENT, tell(random.pick(people).id));
        await sleep(random.between(0, 25));
      });
    }
  }
  async function cut(): Promise<void> {
    const moments = Array.from({ length: cuts }, () => random.next() * lastsMs).toSorted((a, b) => a - b);
    for (const moment of moments) {
      await sleep(Math.max(0, startedMs + moment - performance.now()));
      random.pick(clients).relay.cut(random.pick(CUTS));
    }
  }
  async function restartAgain(): Promise<void> {
    for (let nth = 0; nth < restarts; nth++) {
      await sleep(random.between(100, 600));
      await restart(nth % 2 === 0 ? 0 : 1, nth % 3 === 0 ? 'SIGTERM' : 'SIGKILL');
    }
  }
  await Promise.all([...Array.from({ length: WRITERS }, write), cut(), restartAgain()]);

  await inTransaction(writers, async (tx) => {
    for (const { id } of people) await eventLog.append(tx, NOTIFICATION_EVENT, tell(id));
  });
  const idsOf = new Map<string, string[]>();
  for (const { id } of people) idsOf.set(id, await eventIdsOf(pool, id));
  await Promise.all(
    clients.map(({ person, returner }) =>
      returner.waitFor(idsOf.get(person.id)?.at(-1) ?? '', LAST_WITHIN_MS),
    ),
  );
  // time for duplicates to arrive
  await sleep(500);

  const found = { told: 0, missed: 0, doubled: 0, disordered: 0, resyncs: 0, connections: 0 };
  for (const { person, returner } of clients) {
    const ids = idsOf.get(person.id) ?? [];
    const placeOf = new Map(ids.map((id, place) => [id, place]));
    const places = returner.heard.map((id) => placeOf.get(id) ?? -1);
    found.told += places.length;
    found.missed += ids.length - new Set(places).size;
    found.doubled += places.length - new Set(places).size;
    found.disordered += places.filter((place, nth) => nth > 0 && place < (places[nth - 1] ?? 0)).length;
    found.resyncs += returner.counts.resyncs;
    found.connections += returner.counts.connections;
  }
  const tookMs = Math.round(performance.now() - startedMs);
  console.log(`live line, seed ${seed}${isMutant ? ', the mutant' : ''}:`, { ...found, tookMs });
  return found;
}

const TRIAL = sized(
  { events: 1200, cuts: 15, restarts: 2, lastsMs: 5000 },
  { events: 5000, cuts: 50, restarts: 5, lastsMs: 20_000 },
);

test(`${TRIAL.events} events, ${TRIAL.cuts} cuts and ${TRIAL.restarts} restarts: no event is lost, duplicated or out of order`, async () => {
  const found = await liveTrial({ seed: RUN_SEED, ...TRIAL });
  expect(found).toMatchObject({ missed: 0, doubled: 0, disordered: 0, resyncs: 0 });
  expect(found.told).toBe((TRIAL.events + PEOPLE) * TABS_EACH);
  expect(found.connections).toBeGreaterThan(TRIAL.cuts);
}, 240_000);

longTest('mutant: a cursor on the number alone loses events', async () => {
  const found = await liveTrial({
    seed: RUN_SEED,
    events: 1500,
    cuts: 15,
    restarts: 0,
    lastsMs: 6000,
    isMutant: true,
  });
  expect(found.missed).toBeGreaterThan(0);
});
