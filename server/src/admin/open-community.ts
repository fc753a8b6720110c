import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { type Features, makeFeatures } from '#server/features.ts';
import { versionOf } from '#server/db/migrate.ts';
import type { Tables } from '#server/db/database.ts';
import { readPlaceNames } from '#server/features/places/place-names.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { queueJob } from '#server/platform/jobs.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { hasCluster, findRunningPostgres } from '#server/platform/postgres/embedded-postgres-cluster.ts';
import { readSettings, type Settings } from '#server/platform/settings/settings.ts';
import type { Environment } from '#server/platform/settings/environment.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';

/** How our connections are called, by which those who have started the database see that it is needed still. */
const VISITOR = 'openlarder admin';
const VISITS_END_WITHIN_MS = 60_000;
const MOST_TRIES = 20;
const TRY_AGAIN_MS = 250;

/** One act may end what a busy person has open, all of it. */
const STATEMENT_TIMEOUT_MS = 30_000;

export type Community = {
  readonly admin: Features['admin'];
  readonly settings: Settings;
  /** Leaves the database as it was found: running, or not. */
  close(): Promise<void>;
};

/**
 * The community of these settings, whether its server runs or not: a database that runs is visited, and our own that
 * does not is started for as long as this takes. Mails are queued, and sent by the server. Refuses with a StartupError
 * where there is no community, or one of another version.
 */
export async function openCommunity(env: Environment): Promise<Community> {
  refuseElsewhere(env);
  const settings = readSettings(env);
  const { pool, close } = await enter(settings);
  const log = makeLog('silent');
  const features = makeFeatures({
    settings,
    pool,
    log,
    clock: systemClock,
    db: openDatabase<Tables>(pool),
    eventLog: makeEventLog({ pool, log }),
    rateLimits: makeRateLimits(false),
    // whoever serves them notices by itself that a session has ended
    closeSession: async () => {},
    jobs: { add: queueJob },
    mailer: { send: async () => {} },
    areaNames: readPlaceNames(settings.placesFile ?? undefined),
  });
  return { admin: features.admin, settings, close };
}

/**
 * Refuses a data folder that is not the server's. Its secrets would be made anew, and somebody who is removed would
 * not be known by them when they come back.
 */
function refuseElsewhere(env: Environment): void {
  const dataDir = path.resolve(env['DATA_DIR'] || './data');
  try {
    fs.readdirSync(dataDir);
  } catch (error) {
    if (errorCode(error) === 'EACCES')
      throw new StartupError(
        `${dataDir} is not yours to read: run this as the user that OpenLarder runs as.`,
      );
  }
  const isThere =
    (env['DATABASE_URL'] || hasCluster(dataDir)) &&
    (env['PLACE_SECRET'] || fs.existsSync(path.join(dataDir, 'place-secret'))) &&
    (env['SESSION_SECRET'] || fs.existsSync(path.join(dataDir, 'session-secret')));
  if (!isThere)
    throw new StartupError(
      `There is no community in ${dataDir}: set DATA_DIR and DATABASE_URL as your server has them, or start OpenLarder first.`,
    );
}

/** Connections to the community's database, tried again where somebody has just stopped what was to be visited. */
async function enter(settings: Settings) {
  for (let tries = 1; ; tries += 1) {
    const { connection, leave } = await reach(settings);
    const pool = openPool({
      ...connection,
      application_name: VISITOR,
      max: 4,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 500,
    });
    const close = async (): Promise<void> => {
      await pool.end();
      await leave();
    };
    try {
      refuseOtherVersions(await versionOf(pool));
      return { pool, close };
    } catch (error) {
      await close();
      if (settings.databaseUrl || tries >= MOST_TRIES || !isDatabaseUnavailable(error)) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
}

type Reached = { readonly connection: ClientConfig; readonly leave: () => Promise<void> };

async function reach({ databaseUrl, dataDir }: Settings): Promise<Reached> {
  const visit = (connection: ClientConfig): Reached => ({ connection, leave: async () => {} });
  if (databaseUrl) return visit({ connectionString: databaseUrl });
  for (;;) {
    const running = findRunningPostgres(dataDir);
    if (running) return visit(running);
    try {
      const postgres = await startEmbeddedPostgres(dataDir, { log: () => {} });
      return {
        connection: postgres.connection,
        async leave() {
          await visitsToEnd(postgres.connection);
          await postgres.stop();
        },
      };
    } catch (error) {
      // somebody else has started it in the same moment
      if (!findRunningPostgres(dataDir)) throw error;
    }
  }
}

/** Waits for the others who do something here: what we started is not stopped under them. */
async function visitsToEnd(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    for (const until = performance.now() + VISITS_END_WITHIN_MS; performance.now() < until; await sleep(50)) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where application_name = $1 limit 1',
        [VISITOR],
      );
      if (rowCount === 0) return;
    }
  } catch {
    // it has ended by itself: there is nobody to wait for
  } finally {
    await client.end().catch(() => {});
  }
}

function refuseOtherVersions(version: Awaited<ReturnType<typeof versionOf>>): void {
  if (version === 'none')
    throw new StartupError('This database holds no community yet: start OpenLarder first.');
  if (version === 'earlier')
    throw new StartupError(
      'This database is of an earlier version: start OpenLarder once (or again), which brings it up to date.',
    );
}
