// A backup of a million rows and ten thousand photos while 30 people write: calls stay as fast, the file is its owner's, and
// all of it is there again on another machine's database.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunningPostgres } from '../../server/src/platform/postgres/embedded-postgres-cluster.ts';
import { runAdmin } from '../../server/test/admin-process.ts';
import { checkWrites } from '../../server/test/check-writes.ts';
import { makeListingsDatabase } from '../listings-database.ts';
import { ENV } from '../people.ts';
import { isReady, type Pool, type Row, type Stage, type Trial, untilTrue } from './stage.ts';
import { judge, startWriters, type Writers } from './writers.ts';

const FULL = { posted: 10_000, past: 90_000, notifications: 900_000, photos: 10_000, calmMs: 45_000 };
const SHORT = { posted: 1000, past: 4000, notifications: 45_000, photos: 500, calmMs: 10_000 };
const WRITERS = 30;
/** So that the machine has room left, as that of a community has. */
const PAUSE_MS = 3000;
/** Calls of the first seconds compile. */
const WARM_MS = 15_000;
/** As a photo of a phone becomes, by width. */
const FILES = [
  ['320', 15_000],
  ['640', 45_000],
  ['1280', 140_000],
] as const;
const MOST_SLOWER = 2;
/** Hints for open browsers are not in a backup, nor is what tells of them. */
const HINTS = /^(a handover|a listing|a message) without its event/;

type Spot = { readonly from: number; readonly to: number };

/** Its night ends when the app has less to do; a busy machine may need long. */
const NIGHT_WITHIN_MS = 3_600_000;

/** A backup by the command, in a process of its own, or by the schedule, in one that answers. */
export const backupBy =
  (way: 'the command' | 'the schedule'): Trial =>
  async (stage, isShort) => {
    const size = isShort ? SHORT : FULL;
    const postgres = await stage.postgres({ fsync: 'on', max_connections: '100' });
    const filled = await makeListingsDatabase(postgres.connection, 'community', size.posted, size.past);
    await fillNotifications(filled.pool, size.notifications);
    const photos = await fillPhotos(filled.pool, path.join(stage.folder, 'data'), size.photos);
    const { rows: own } = await filled.pool.query<{ id: string }>('select id from food_listing');
    await filled.pool.end();
    const nightly = path.join(stage.folder, 'nightly');
    const env = { DATABASE_URL: postgres.url('community'), BACKUP_DIR: nightly };
    const app = await stage.app(env);
    const pool = stage.pool({ ...postgres.connection, database: 'community' });
    console.log('  filled; 30 write');

    const writers = await startWriters(app, pool, {
      count: WRITERS,
      peopleEach: isShort ? 20 : 60,
      pauseMs: PAUSE_MS,
    });
    await sleep(WARM_MS);
    const calm = async (): Promise<Spot> => {
      const from = writers.answers.length;
      await sleep(size.calmMs);
      return { from, to: writers.answers.length };
    };
    const during = async (work: () => Promise<unknown>): Promise<Spot & { readonly seconds: number }> => {
      const [from, beganMs] = [writers.answers.length, performance.now()];
      await work();
      return { from, to: writers.answers.length, seconds: (performance.now() - beganMs) / 1000 };
    };
    const before = await calm();
    const acknowledged = writers.asked
      .filter(({ isAcknowledged }) => isAcknowledged)
      .map((one) => ({ ...one }));
    const byHand = path.join(stage.folder, 'backup.tar.zst');
    const adminEnv = {
      ...env,
      DATA_DIR: path.join(stage.folder, 'data'),
      ...ENV,
    };
    const making = await during(async () => {
      if (way === 'the command') {
        const { code, err } = await runAdmin(adminEnv, 'backup', byHand);
        if (code !== 0) throw new Error(`backup: ${err}`);
        return;
      }
      await pool.query(`select graphile_worker.add_job('back-up')`);
      await untilTrue(() => readNames(nightly).some((name) => name.endsWith('.zst')), NIGHT_WITHIN_MS);
    });
    const after = await calm();
    const load = os.loadavg().map((each) => each.toFixed(1));
    const meant = new Set(own.map(({ id }) => id));
    const live = await judge(writers, pool, ({ what }) => meant.has(what.slice(-36)));

    const quiet = [before, after];
    const [calmP99, p99Meanwhile] = [p99(writers, quiet), p99(writers, [making])];
    console.log(
      `  p99 ${p99Meanwhile.toFixed(0)} ms meanwhile, ${calmP99.toFixed(0)} ms without; ${making.seconds.toFixed(0)} s`,
    );
    const file = way === 'the command' ? byHand : path.join(nightly, readNames(nightly)[0] ?? '');
    const mode = (statSync(file).mode & 0o777).toString(8);
    return [
      {
        done: `by ${way}: ${making.seconds.toFixed(0)} s while ${WRITERS} write (load average ${load.join(', ')})`,
        found:
          `p99 ${p99Meanwhile.toFixed(0)} ms of ${making.to - making.from} calls, ${calmP99.toFixed(0)} ms without a backup ` +
          `(before it and after it ${quiet.map((one) => p99(writers, [one]).toFixed(0)).join(', ')}): ` +
          `${(p99Meanwhile / calmP99).toFixed(2)} times`,
        isGood: p99Meanwhile <= MOST_SLOWER * calmP99,
      },
      { done: 'what was written meanwhile', found: live.found, isGood: live.isGood },
      {
        done: 'the file',
        found: `${(statSync(file).size / 1e6).toFixed(0)} MB, mode ${mode}`,
        isGood: mode === '600',
      },
      await restoreElsewhere(stage, {
        file,
        acknowledged,
        photos,
        least: size.notifications + size.posted + size.past,
      }),
    ];
  };

async function restoreElsewhere(
  stage: Stage,
  {
    file,
    acknowledged,
    photos,
    least,
  }: {
    readonly file: string;
    readonly acknowledged: Writers['asked'];
    readonly photos: ReadonlyMap<string, string>;
    readonly least: number;
  },
): Promise<Row> {
  const beganMs = performance.now();
  const at = path.join(stage.folder, 'restored');
  const { code, out, err } = await runAdmin({ ...ENV, DATA_DIR: at }, 'restore', file);
  if (code !== 0) throw new Error(`restore: ${err}`);
  const seconds = (performance.now() - beganMs) / 1000;
  const objects = path.join(at, 'objects/photos');
  const wrong = [...photos].filter(([name, sum]) => sumOf(path.join(objects, name)) !== sum).length;
  const app = await stage.app({}, 'restored');
  const pool = stage.pool(findRunningPostgres(at) ?? undefined);
  const faults = (await checkWrites(pool, acknowledged)).filter(({ what }) => !HINTS.test(what));
  for (const { fault, what } of faults.slice(0, 10)) console.error(`  restored, ${fault}: ${what}`);
  const { rows } = await pool.query<{ count: number }>(
    'select (select count(*) from notification)::int + (select count(*) from food_listing)::int as count',
  );
  const [count, ready] = [rows[0]?.count ?? 0, await isReady(app)];
  rmSync(objects, { recursive: true });
  return {
    done: `restored elsewhere, into the embedded PostgreSQL: ${seconds.toFixed(0)} s`,
    found:
      `${/[\d,.]+ rows?/.exec(out)?.[0]}, each table with the sum of the backup; ${photos.size} photo files, ${wrong} of them other ` +
      `than they were; of ${acknowledged.length} writes acknowledged before it ${faults.filter(({ fault }) => fault === 'lost').length} ` +
      `are missing; broken invariants: ${faults.filter(({ fault }) => fault !== 'lost').length}; ready: ${ready}`,
    isGood: wrong === 0 && faults.length === 0 && ready && count >= least,
  };
}

async function fillNotifications(pool: Pool, count: number): Promise<void> {
  // food that none has claimed, so that its servings add up
  await pool.query(
    `update food_listing set status = 'expired', servings_left = 4 where status = 'completed'`,
  );
  await pool.query(`create unlogged table told as select id, row_number() over () as nth from person`);
  await pool.query(
    `insert into notification (id, person_id, kind, subject_type, subject_id, listing_title, created_at, read_at)
     select gen_random_uuid(), told.id, 'listing_claimed', 'listing', gen_random_uuid(), 'Bread and soup ' || each,
       now() - random() * interval '300 days', now()
     from generate_series(1, ${count}) as each join told on told.nth = 1 + each % (select count(*) from told)`,
  );
  await pool.query('drop table told; analyze notification');
}

/** The sum of each file by its name. */
async function fillPhotos(pool: Pool, dataDir: string, count: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into photo (id, owner_id, state, visibility, byte_size, width, height, created_at, attached_at)
     select gen_random_uuid(), (select id from person order by email limit 1), 'ready', 'signed_in', 200000, 1280, 960, now(), now()
     from generate_series(1, ${count}) returning id`,
  );
  const folder = path.join(dataDir, 'objects/photos');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const sums = new Map<string, string>();
  for (const { id } of rows)
    for (const [width, length] of FILES) {
      const bytes = randomBytes(length);
      sums.set(`${id}-${width}.webp`, createHash('sha256').update(bytes).digest('hex'));
      await writeFile(path.join(folder, `${id}-${width}.webp`), bytes, { mode: 0o600 });
    }
  return sums;
}

const sumOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // made by the first backup
    return [];
  }
}

function p99(writers: Writers, spots: readonly Spot[]): number {
  const times = spots
    .flatMap(({ from, to }) => writers.answers.slice(from, to))
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}
