import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { calendarDay, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type pg from 'pg';
import { dropTables, versionOf } from '#server/db/migrate.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import { MARK_FOLDER, objectsFolderOf } from '#server/platform/object-store.ts';
import { openSiblingPool } from '#server/platform/postgres/database.ts';
import { decideDemo, type Settings } from '#server/platform/settings/settings.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';
import { DEMO_ACCOUNTS, DEMO_NEIGHBORS, DEMO_PASSWORD, demoName, emailOf } from './demo-people.ts';
import { seedDemoCommunity } from './seed-demo-community.ts';
import type { DemoPeople } from '../features/accounts/auth/sign-in.ts';

type DemoState = { readonly state: 'begun' | 'done'; readonly created_at: Date };

/** A day of the demo begins at this hour of the community's, when few are there to be interrupted. */
const DAY_BEGINS_HOURS = 4;

/**
 * Opens the demo community if the settings ask for one. A new database is seeded; an old one again if its day is over, the
 * last run did not finish, or `remake` is true. With `keep`, for a process beside others that answer from the demo, its day
 * may be over. Waits while another process makes it.
 *
 * Returns its people, and the demo accounts that still exist; null without a demo. Beyond this machine no organizer signs
 * in. Throws a StartupError when the settings and the database contradict each other.
 */
export async function openDemo(
  base: AppBase,
  {
    isNew,
    remake = false,
    keep = false,
    seed = seedDemoCommunity,
  }: {
    readonly isNew: boolean;
    readonly remake?: boolean;
    readonly keep?: boolean;
    readonly seed?: typeof seedDemoCommunity;
  },
): Promise<DemoPeople | null> {
  const { pool, settings, log } = base;
  const found = await readState(pool);
  if (remake && found === null && !isNew)
    throw new StartupError((translate) => translate(startupTexts, 'demo-absent'));
  const { rows } = await pool.query<{ empty: boolean }>('select not exists (select 1 from person) as empty');
  const isEmpty = rows[0]?.empty ?? false;
  const decision = decideDemo(settings.demo, { isNew, isEmpty, holdsDemo: found !== null });
  if (decision === 'none') return null;
  if (remake || keep || found === null || isOver(found, base))
    await inTurn(pool, async () => {
      const now = await readState(pool);
      if (!remake && now && (keep ? now.state === 'done' : !isOver(now, base))) return;
      await markBegunAndEmpty(base, now);
      const startedMs = performance.now();
      await seedAtOnce(base, seed);
      await pool.query(`update demo_community set state = 'done'`);
      log.info({ ms: Math.round(performance.now() - startedMs) }, 'the demo community is open');
    });
  const everyone = [...DEMO_ACCOUNTS, ...DEMO_NEIGHBORS];
  const withheld = new Set(
    everyone.filter(({ isAdmin }) => isAdmin && !settings.isLocal).map((person) => emailOf(person)),
  );
  await endSessions(base, withheld);
  const idOf = await existingIds(base);
  return {
    emails: new Set(everyone.map(emailOf)),
    withheld,
    offered: DEMO_ACCOUNTS.flatMap((person) => {
      const email = emailOf(person);
      const id = idOf.get(email);
      return id === undefined || withheld.has(email)
        ? []
        : {
            id,
            name: demoName(person),
            email,
            password: DEMO_PASSWORD,
            userType: person.userType,
            organizationName: person.business?.name ?? null,
            ...(person.isAdmin && { isAdmin: true }),
          };
    }),
  };
}

/** Of all processes one at a time: during a reload, one may make the demo that the next then finds. */
async function inTurn(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const patient = { statement_timeout: 0, query_timeout: 0, idleTimeoutMillis: 0 };
  const waiting = openSiblingPool(pool, { max: 1, ...patient });
  try {
    await waiting.query(`select pg_advisory_lock(hashtextextended('the demo', 0))`);
    await work();
  } finally {
    // with its connection the lock ends
    await waiting.end();
  }
}

/** Of an earlier start, when they could sign in. */
async function endSessions({ pool }: AppBase, emails: ReadonlySet<string>): Promise<void> {
  await pool.query('delete from session where person_id in (select id from person where email = any($1))', [
    [...emails],
  ]);
}

/**
 * Drops the demo of another version, so that it is remade: only in the embedded database, which is the app's own, and
 * only where a demo may open.
 */
export async function dropOlderDemo({ pool, settings }: AppBase): Promise<void> {
  if (settings.databaseUrl !== null || settings.demo === 'off') return;
  if ((await versionOf(pool)) !== 'other') return;
  const { rows } = await pool.query<{ table: string | null }>(
    `select to_regclass('demo_community')::text as table`,
  );
  if (!rows[0]?.table || (await readState(pool)) === null) return;
  await dropTables(pool);
  await rm(objectsFolderOf(settings), { recursive: true, force: true });
}

/**
 * Seeds without waiting for the disk after each of thousands of commits. That is safe: the state `done` is committed
 * synchronously after all of them, and without it the demo is seeded again.
 */
/** The demo is in Manhattan, regardless of the server's time zone. */
export const ofDemo = (settings: Settings): Settings => ({
  ...settings,
  country: settings.country ?? 'US',
  mapFile: settings.mapFile ?? path.join(import.meta.dirname, 'midtown.pmtiles'),
  placesFile: settings.placesFile ?? path.join(import.meta.dirname, 'midtown-places.json'),
});

async function seedAtOnce(base: AppBase, seed: typeof seedDemoCommunity): Promise<void> {
  const pool = openSiblingPool(base.pool, { options: '-c jit=off -c synchronous_commit=off' });
  try {
    await seed({ ...base, pool, settings: ofDemo(base.settings) });
  } finally {
    await pool.end();
  }
}

/** Visitors can close demo accounts, and a demo of an earlier version may lack some. */
async function existingIds({ pool }: AppBase): Promise<ReadonlyMap<string, string>> {
  const asked = DEMO_ACCOUNTS.map(emailOf);
  const { rows } = await pool.query<{ id: string; email: string }>(
    'select id, email from person where email = any($1)',
    [asked],
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

async function readState(pool: pg.Pool): Promise<DemoState | null> {
  const { rows } = await pool.query<DemoState>('select state, created_at from demo_community limit 1');
  return rows[0] ?? null;
}

/** Whether the demo is of another day, or was left incomplete. */
function isOver(
  { state, created_at }: DemoState,
  { clock, settings }: Pick<AppBase, 'clock' | 'settings'>,
): boolean {
  const dayOf = (at: Date): string =>
    calendarDay(at.getTime() - DAY_BEGINS_HOURS * HOUR_MS, settings.timeZone);
  return state !== 'done' || dayOf(created_at) !== dayOf(clock.now());
}

/** Whether this database holds a demo whose day is over, or that another process has remade since `openedAt`. */
export async function isDemoOver(base: AppBase, openedAt: Date): Promise<boolean> {
  const found = await readState(base.pool);
  return found !== null && (isOver(found, base) || found.created_at > openedAt);
}

/** Marks the demo as begun before anything else, so that the next start recognizes an unfinished one. */
async function markBegunAndEmpty({ pool, settings, clock }: AppBase, found: DemoState | null): Promise<void> {
  if (found === null) {
    await pool.query(`insert into demo_community (state, created_at) values ('begun', $1)`, [clock.now()]);
    return;
  }
  await pool.query(`update demo_community set state = 'begun', created_at = $1`, [clock.now()]);
  await emptyTables(pool);
  await emptyFolder(objectsFolderOf(settings));
}

/** Removes all files but the mark of their database. */
async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names)
    if (name !== MARK_FOLDER) await rm(path.join(folder, name), { recursive: true, force: true });
}

/**
 * Empties all tables with content of people, and no tables of others in the same database. What describes the database
 * itself stays. Only called on a demo.
 */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  await pool.query(
    `truncate person, verification, pending_sign_up, former_pause, admin_action, live_event, idempotency_key,
       search_word, search_lexeme, mail_day, link_mail, mail_trouble, request_area_build, point_histogram, ad, payment_event,
       community_setting cascade`,
  );
}
