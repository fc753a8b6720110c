import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Client, type ClientConfig } from 'pg';
import { versionOf } from '#server/db/migrate.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { makeOfflineContext } from '#server/offline-context.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openPool } from '#server/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { queueJob } from '#server/platform/jobs.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { hasCluster, findRunningPostgres } from '#server/platform/postgres/embedded-postgres-cluster.ts';
import { followSettings } from '#server/platform/settings/community-settings.ts';
import { readSettings, type Settings } from '#server/platform/settings/settings.ts';
import type { Environment } from '#server/platform/settings/environment.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';
import { adminTexts } from './admin-texts.ts';

/** The application name of the connections, by which the command that started the database sees that others use it. */
const APPLICATION_NAME = 'openlarder admin';
const OTHERS_END_WITHIN_MS = 60_000;
const MAX_TRIES = 20;
const TRY_AGAIN_MS = 250;

/** One command may end all open handovers of a busy person, or sum up the points of years. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

export type OpenedContext = {
  readonly ctx: AppContext;
  readonly pool: pg.Pool;
  /** Leaves the database as it was found: running, or not. */
  close(): Promise<void>;
};

/**
 * Opens the community of these settings, whether its server runs or not: connects to a running database, and starts an
 * embedded one that does not run for as long as it is needed. Mails are queued, and sent by the server. Throws a
 * StartupError if there is no community, or one of another version.
 */
export async function openAdminContext(env: Environment): Promise<OpenedContext> {
  refuseOtherDataDir(env);
  const given = readSettings(env);
  const { pool, close } = await connect(given);
  const base = { settings: given, pool, log: makeLog('silent'), clock: systemClock };
  const { settings, stop } = await followSettings(base);
  stop();
  return { ctx: makeOfflineContext({ ...base, settings }, { add: queueJob }), pool, close };
}

/** Opens a database to restore a backup into it: the one that is set, or the embedded one, which is made if missing. */
export async function openRestoreDatabase(databaseUrl: string | undefined, dataDir: string) {
  const postgres = databaseUrl ? null : await startEmbeddedPostgres(dataDir, { log: () => {} });
  const pool = openPool(postgres?.connection ?? { connectionString: databaseUrl });
  return {
    pool,
    async close() {
      await pool.end();
      await postgres?.stop();
    },
  };
}

/**
 * Throws if the data folder is not the server's. New secrets would be made in it, and a removed person would not be
 * recognized by them when they sign up again.
 */
function refuseOtherDataDir(env: Environment): void {
  const dataDir = path.resolve(env['DATA_DIR'] || './data');
  try {
    fs.readdirSync(dataDir);
  } catch (error) {
    if (errorCode(error) === 'EACCES')
      throw new StartupError((translate) => translate(adminTexts, 'folder-of-another', { folder: dataDir }));
  }
  const isThere =
    (env['DATABASE_URL'] || hasCluster(dataDir)) &&
    (env['SESSION_SECRET'] || fs.existsSync(path.join(dataDir, 'session-secret')));
  if (!isThere)
    throw new StartupError((translate) => translate(adminTexts, 'no-community', { folder: dataDir }));
}

/** Connects to the database; retries when another command has just stopped it. */
async function connect(settings: Settings) {
  for (let tries = 1; ; tries += 1) {
    const { connection, leave } = await reach(settings);
    const pool = openPool({
      ...connection,
      application_name: APPLICATION_NAME,
      max: 4,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 500,
    });
    const close = async (): Promise<void> => {
      await pool.end();
      await leave();
    };
    try {
      refuseOtherVersion(await versionOf(pool));
      return { pool, close };
    } catch (error) {
      await close();
      if (settings.databaseUrl || tries >= MAX_TRIES || !isDatabaseUnavailable(error)) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
}

type Reached = { readonly connection: ClientConfig; readonly leave: () => Promise<void> };

async function reach({ databaseUrl: pooled, databaseDirectUrl, dataDir }: Settings): Promise<Reached> {
  const databaseUrl = databaseDirectUrl ?? pooled;
  const running = (connection: ClientConfig): Reached => ({ connection, leave: async () => {} });
  if (databaseUrl) return running({ connectionString: databaseUrl });
  for (;;) {
    const found = findRunningPostgres(dataDir);
    if (found) return running(found);
    try {
      const postgres = await startEmbeddedPostgres(dataDir, { log: () => {} });
      return {
        connection: postgres.connection,
        async leave() {
          await waitForOthers(postgres.connection);
          await postgres.stop();
        },
      };
    } catch (error) {
      // another command has started it at the same moment
      if (!findRunningPostgres(dataDir)) throw error;
    }
  }
}

/** Waits for other commands on the database that this one started, before it is stopped. */
async function waitForOthers(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    for (const until = performance.now() + OTHERS_END_WITHIN_MS; performance.now() < until; await sleep(50)) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where application_name = $1 limit 1',
        [APPLICATION_NAME],
      );
      if (rowCount === 0) return;
    }
  } catch {
    // the database has stopped already
  } finally {
    await client.end().catch(() => {});
  }
}

function refuseOtherVersion(version: Awaited<ReturnType<typeof versionOf>>): void {
  if (version === 'none') throw new StartupError((translate) => translate(adminTexts, 'empty-database'));
  if (version === 'other') throw new StartupError((translate) => translate(startupTexts, 'other-version'));
  if (version === 'earlier') throw new StartupError((translate) => translate(adminTexts, 'earlier-version'));
}
