// Latency of an alert to donors: from the commit of a wave to the sockets of its donors, with two thousand
// connected and registered, against a bare WebSocket server that sends the same bytes to the same
// sockets. See README.md.
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_WAVES } from '../domain/src/emergency/alert-waves.ts';
import { type GeoPoint, pointAt } from '../domain/src/kernel/geo.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { selectAlerted } from '../server/src/features/emergency/alerts/alerts.store.ts';
import * as alerts from '../server/src/features/emergency/alerts/alerts.ts';
import { insertRequest } from '../server/src/features/emergency/requests/requests.store.ts';
import * as places from '../server/src/features/places/places.service.ts';
import { makeOfflineContext } from '../server/src/offline-context.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type EventLog, makeEventLog } from '../server/src/platform/events/event-log.ts';
import { makeLog } from '../server/src/platform/log/log.ts';
import { afterCommit, inTransaction, openPool } from '../server/src/platform/postgres/database.ts';
import { startApp, startProcess } from '../server/test/app-process.ts';
import { sharedNowMs } from '../server/test/call-at-rate.ts';
import { areaAround } from '../server/test/factories/areas.ts';
import { openSocketCrowd, readerName } from '../server/test/live/socket-crowd.ts';
import { testSettings } from '../server/test/test-settings.ts';
import { percentile } from './median.ts';
import { envOn, peopleIn } from './people.ts';
import { runOnPostgres } from './place.ts';
import { spread } from './seeded-random.ts';

const DONORS = 2000;
const FIRST_WAVES = 40;
const LAST_WAVES = 8;
const RADIUS_KM = 10;
const CENTER: GeoPoint = { latitude: 40.758, longitude: -73.9855 };
const TESTING = path.join(import.meta.dirname, '../server/test');
const HOUR_MS = 3_600_000;

type Heard = { readonly by: number; readonly text: string; readonly atMs: number };
let heard: Heard[] = [];
function hear(text: string, by: number): void {
  if (text.startsWith('{"type":"emergency_alert"')) heard.push({ by, text, atMs: sharedNowMs() });
}
async function allHeard(howMany: number, who: string): Promise<readonly Heard[]> {
  for (const until = performance.now() + 20_000; heard.length < howMany; await sleep(5))
    if (performance.now() > until) throw new Error(`${who}: ${heard.length} of ${howMany} were heard`);
  await sleep(50);
  if (heard.length > howMany) throw new Error(`${who}: more was heard than there was to hear`);
  return heard;
}

type Took = { readonly all: number[]; readonly last: number[] };
const newTook = (): Took => ({ all: [], last: [] });
const tookFrom = (took: Took, fromMs: number, told: readonly Heard[]): void => {
  const each = told.map(({ atMs }) => Math.max(0, atMs - fromMs));
  took.all.push(...each);
  took.last.push(Math.max(...each));
};
const ms = (values: readonly number[], share: number): string => percentile(values, share).toFixed(1);
const said = ({ all, last }: Took): string =>
  `p50 ${ms(all, 0.5)} ms, p99 ${ms(all, 0.99)} ms, the last socket of a wave p50 ${ms(last, 0.5)} ms`;
const load = (): string => os.loadavg()[0]?.toFixed(1) ?? '';

const loadBefore = load();
await runOnPostgres(async ({ folder, connection, atEnd }) => {
  const pool = openPool(connection);
  atEnd(() => pool.end());
  await migrate(pool);
  const app = await startApp(path.join(folder, 'app'), envOn(connection));
  const bare = await startProcess(path.join(TESTING, 'plain-websocket-process.ts'), (at) => [at]);
  for (const each of [app, bare]) atEnd(() => each.end('SIGTERM'));

  const settings = testSettings(folder, {});
  const realLog = makeEventLog({ pool, log: { warn: () => {} } });
  let committedAtMs = 0;
  const eventLog: EventLog = {
    ...realLog,
    async append(tx, ...event) {
      afterCommit(tx, () => {
        committedAtMs = sharedNowMs();
      });
      await realLog.append(tx, ...event);
    },
  };
  const base = { settings, pool, clock: systemClock, log: makeLog('silent') };
  const ctx = { ...makeOfflineContext(base, { add: async () => {} }), eventLog };
  const { db, clock, newId } = ctx;
  const createPerson = peopleIn(pool);

  const cookies: string[] = [];
  const nthOf = new Map<string, number>();
  for (let nth = 0; nth < DONORS; nth++) {
    const donor = await createPerson({ userType: 'donor' });
    const meters = RADIUS_KM * 990 * Math.sqrt(spread(nth + 1, Math.SQRT2));
    const point = pointAt(CENTER, meters, 2 * Math.PI * spread(nth + 1, Math.sqrt(3)));
    await inTransaction(ctx, (tx) =>
      places.setBusinessPlace(tx, donor.id, { address: '1 Station Road', point }, true),
    );
    nthOf.set(donor.id, cookies.push(donor.cookie) - 1);
  }
  const register = [{ type: 'register_emergency_donor' }, { type: 'since', position: null }];
  const crowd = await openSocketCrowd(
    app.address,
    DONORS,
    hear,
    () => register,
    (nth) => cookies[nth] ?? '',
  );
  const bareCrowd = await openSocketCrowd(bare.address, DONORS, hear, () => []);
  for (const { leave } of [crowd, bareCrowd]) atEnd(leave);
  await sleep(1000);

  /** Sends one wave, the first or the last of a new request, and returns its recipients. */
  async function sendWave(which: 'first' | 'last'): Promise<number> {
    const requester = await createPerson();
    const now = clock.now();
    const id = newId();
    await inTransaction(ctx, async (tx) => {
      const row = await insertRequest(tx.db, {
        id,
        requester_id: requester.id,
        title: 'Dinner for four, tonight if possible',
        description: '',
        urgency_level: 'emergency',
        household_size: 4,
        special_needs: '',
        dietary_restrictions: [],
        preferred_categories: [],
        radius_km: RADIUS_KM,
        area: JSON.stringify(areaAround(CENTER, 'Midtown')),
        meeting_point: '',
        next_wave: which === 'first' ? 0 : MAX_WAVES - 1,
        next_wave_at: which === 'first' ? null : now,
        created_at: now,
        expires_at: new Date(now.getTime() + 24 * HOUR_MS),
        ended_at: null,
      });
      if (row && which === 'first') await alerts.startRound(tx, row, []);
    });
    if (which === 'last') await alerts.sendDueWaves(ctx);
    const alerted = await selectAlerted(db, id, 0);
    await allHeard(alerted.length, 'the live line');
    // So that no later wave falls into the next round.
    await pool.query(`update emergency_request set status = 'cancelled', ended_at = now() where id = $1`, [
      id,
    ]);
    return alerted.length;
  }

  /** The same bytes to the same sockets, without any selection. */
  async function sendBare(texts: readonly Heard[]): Promise<number> {
    const events = texts.map(({ text, by }) => ({ text, to: [readerName(by)] }));
    const answer = await fetch(`${bare.address}/play`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ perSecond: 1e9, events }),
    });
    const { atMs }: { atMs: number[] } = JSON.parse(await answer.text());
    return atMs[0] ?? Number.NaN;
  }

  for (const [which, rounds, name] of [
    ['first', FIRST_WAVES, 'the first wave of a request'],
    ['last', LAST_WAVES, 'a last wave, of everybody'],
  ] as const) {
    const [ours, least] = [newTook(), newTook()];
    let size = 0;
    for (let round = -2; round < rounds; round++) {
      heard = [];
      size = await sendWave(which);
      const told = heard;
      heard = [];
      const bareFromMs = await sendBare(told);
      const bareTold = await allHeard(told.length, 'the bare server');
      // The first two rounds warm both sides up.
      if (round < 0) continue;
      tookFrom(ours, committedAtMs, told);
      tookFrom(least, bareFromMs, bareTold);
    }
    console.log(`\n${name}: ${size} of ${DONORS} donors, ${rounds} times`);
    console.log(`from commit to socket: ${said(ours)}`);
    console.log(`the bare server, from its first byte: ${said(least)}`);
  }
  console.log(`\nload of the machine ${loadBefore} before, ${load()} after`);
});
