import path from 'node:path';
import { type Features, makeFeatures } from '#server/app.ts';
import { versionOf } from '#server/db/migrate.ts';
import type { Tables } from '#server/db/tables.ts';
import { readPlaceNames } from '#server/features/places/place-names.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase, openPool } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { makeEventLog } from '#server/platform/event-log.ts';
import { queueJob } from '#server/platform/jobs.ts';
import { makeLog } from '#server/platform/log.ts';
import { makeRateLimits } from '#server/platform/rate-limits.ts';
import { hasCluster, runningPostgres } from '#server/platform/running-postgres.ts';
import { readSettings, type Settings } from '#server/platform/settings.ts';
import type { Environment } from '#server/platform/settings-reader.ts';
import { StartFault } from '#server/platform/start-fault.ts';

/** One act may end what a busy person has open, all of it. */
const STATEMENT_TIMEOUT_MS = 30_000;

export type Community = {
  readonly caretaking: Features['caretaking'];
  readonly settings: Settings;
  /** Leaves the database as it was found: running, or not. */
  close(): Promise<void>;
};

/**
 * The community of these settings, whether its server runs or not: a database that runs is visited, and our own that
 * does not is started for as long as this takes. Mails are queued, and sent by the server. Refuses with a StartFault
 * where there is no community, or one of another version.
 */
export async function openCommunity(env: Environment): Promise<Community> {
  const dataDir = path.resolve(env['DATA_DIR'] || './data');
  if (!env['DATABASE_URL'] && !hasCluster(dataDir))
    throw new StartFault(
      `There is no community in ${dataDir}: set DATA_DIR or DATABASE_URL as your server has it, or start OpenLarder first.`,
    );
  const settings = readSettings(env);
  const { connection, leave } = await reach(settings);
  const pool = openPool({
    ...connection,
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
  } catch (error) {
    await close();
    throw error;
  }
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
  return { caretaking: features.caretaking, settings, close };
}

async function reach({ databaseUrl, dataDir }: Settings) {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, leave: async () => {} };
  const running = runningPostgres(dataDir);
  if (running) return { connection: running, leave: async () => {} };
  const postgres = await startEmbeddedPostgres(dataDir, { log: () => {} });
  return { connection: postgres.connection, leave: () => postgres.stop() };
}

function refuseOtherVersions(version: Awaited<ReturnType<typeof versionOf>>): void {
  if (version === 'none')
    throw new StartFault('This database holds no community yet: start OpenLarder first.');
  if (version === 'earlier')
    throw new StartFault(
      'This database is of an earlier version: start OpenLarder once (or again), which brings it up to date.',
    );
}
