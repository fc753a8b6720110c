// The parent: has the port, the embedded database and the processes that answer, and answers nothing itself. What it
// imports runs until everything restarts: platform/processes/parent-version.ts.
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConfig } from '#server/platform/postgres/database.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { makeFolderPrivate } from '#server/platform/private-files.ts';
import { listenForReload, type Reload } from '#server/platform/processes/control.ts';
import { makeDispatcher } from '#server/platform/processes/dispatcher.ts';
import { differingParts, parentVersionOf } from '#server/platform/processes/parent-version.ts';
import {
  BEGIN_WITHIN_MS,
  makeWorkers,
  WorkerFailed,
  type Workers,
} from '#server/platform/processes/workers.ts';
import { PRODUCT_VERSION } from '#server/platform/product-version.ts';
import { readSettings, type Settings } from '#server/platform/settings/settings.ts';
import { errorCode, startupErrorLines } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';
import {
  askedCommunityLanguage,
  communityLanguage,
  LANGUAGES,
  translateInto,
} from '#server/platform/texts/translate.ts';

const FOLDER = path.join(import.meta.dirname, '../..');
/** A stop that hangs ends the process after this time. */
const STOP_WITHIN_MS = 70_000;
/** After it only slow uploads are left of the processes before: idle connections have ended by then. */
const LEFT_WITHIN_MS = 75_000;
/** Of all workers together; each has as many again as those of its jobs and its live connection. */
const CALL_CONNECTIONS = { together: 48, least: 4, most: 16 };
const OTHER_CONNECTIONS = 9;
/** The parent's, PostgreSQL's own, and the admin command's. */
const MORE_CONNECTIONS = 10;

/** Known before the settings are read, since their faults are translated, too. */
const translate = translateInto(communityLanguage(process.env['LANGUAGE']));

/** Stops what has started, the last first. */
const stopSteps: (() => Promise<unknown>)[] = [];
let isStopping = false;

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  void sleep(STOP_WITHIN_MS, undefined, { ref: false }).then(() => process.exit(1));
  for (const step of stopSteps.toReversed())
    await step().catch((error: unknown) => console.error('A part did not stop cleanly:', error));
  process.exit(exitCode);
}

async function start(settings: Settings): Promise<void> {
  await makeFolderPrivate(settings.dataDir);
  const log = makeLog(settings.logLevel);
  log.info({ version: PRODUCT_VERSION, processes: settings.processes }, 'starts');
  await requireFreePort(settings);
  const database = databaseOf(settings, log);
  const workers = makeWorkers({
    folder: FOLDER,
    count: settings.processes,
    // relative to where this process has started
    env: { DATA_DIR: settings.dataDir },
    database,
    dispatcher: makeDispatcher(),
    address: settings,
    log,
  });
  stopSteps.push(() => workers.stop());
  // while the database starts, the worker loads its modules
  await Promise.all([database, workers.start(process.argv.slice(2))]);
  const ownVersion = parentVersionOf(FOLDER);
  try {
    stopSteps.push(await listenForReload(settings.dataDir, reloadBy(workers, settings, ownVersion)));
  } catch (error) {
    // for example on a mount that has no sockets: everything else works
    const why = error instanceof Error ? error.message : String(error);
    log.warn({ code: errorCode(error) }, `npm run reload can't be used: ${why}`);
  }
}

/** Told now, instead of after the database has started and the demo is made. */
async function requireFreePort({ port, host }: Settings): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

async function databaseOf(settings: Settings, log: ReturnType<typeof makeLog>): Promise<PoolConfig> {
  const { together, least, most } = CALL_CONNECTIONS;
  const max = Math.max(least, Math.min(most, Math.floor(together / settings.processes)));
  if (settings.databaseUrl)
    return { connectionString: settings.databaseUrl, directUrl: settings.databaseDirectUrl, max };
  const starting = startEmbeddedPostgres(settings.dataDir, {
    log: (line, level) => log[level]({ postgres: line }),
    // during a reload there are twice as many workers
    connections: MORE_CONNECTIONS + 2 * settings.processes * (max + OTHER_CONNECTIONS),
  });
  // registered before it has started: a stop during the start waits for it and stops it
  stopSteps.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => {},
    ),
  );
  return { ...(await starting).connection, max };
}

function reloadBy(
  workers: Workers,
  settings: Settings,
  ownVersion: ReturnType<typeof parentVersionOf>,
): Reload {
  let isReloading = false;
  const exchange: Reload = async ({ folder, execPath, version }, say) => {
    const parts = differingParts(ownVersion, version).filter(
      (part) => part !== 'PostgreSQL' || settings.databaseUrl === null,
    );
    if (parts.length > 0) {
      const names = new Intl.ListFormat(translate.language).format(parts);
      say(
        translate(startupTexts, process.send ? 'reload-restarts' : 'reload-restart-needed', { parts: names }),
      );
      process.send?.({ restartFrom: folder }, () => void stop(0));
      return process.send !== undefined;
    }
    if (!(await workers.left(0))) {
      say(translate(startupTexts, 'reload-waits', { seconds: LEFT_WITHIN_MS / 1000 }));
      await workers.left(LEFT_WITHIN_MS);
    }
    try {
      await workers.exchange(folder);
    } catch (error) {
      for (const line of error instanceof WorkerFailed ? linesOf(error) : [String(error)]) say(line);
      say(translate(startupTexts, 'reload-failed'));
      return false;
    }
    // the same version, in the folder that stays
    process.execPath = execPath;
    say(translate(startupTexts, 'reload-done'));
    return true;
  };
  return async (request, say) => {
    if (isReloading) {
      say(translate(startupTexts, 'reload-busy'));
      return false;
    }
    isReloading = true;
    return exchange(request, say).finally(() => {
      isReloading = false;
    });
  };
}

function linesOf({ lines, endedBy }: WorkerFailed): readonly string[] {
  if (endedBy === null) return lines;
  const [minutes, signal] = [BEGIN_WITHIN_MS / 60_000, endedBy];
  return endedBy === 'late'
    ? [translate(startupTexts, 'process-late', { minutes })]
    : [translate(startupTexts, 'process-killed', { signal })];
}

/** Where it was to listen, for the message about a port in use. */
let wanted = { host: '', port: 0 };
// registered before anything starts: a signal during the start stops what has started by then
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// the channel closes when the start script is killed
process.once('disconnect', () => void stop(0));
// the workers go on, whatever it was
process.on('unhandledRejection', (error) => {
  const line = error instanceof Error ? error.message : String(error);
  console.error(`a promise was rejected, and no one awaited it: ${line}`);
});
try {
  const settings = readSettings(process.env);
  wanted = settings;
  const asked = process.env['LANGUAGE'];
  if (asked && askedCommunityLanguage(asked) === null)
    console.error(translate(startupTexts, 'language-absent', { asked, languages: LANGUAGES.join(', ') }));
  await start(settings);
} catch (error) {
  // a worker has said why itself, if it could
  const isSaid = isStopping || (error instanceof WorkerFailed && error.endedBy === null);
  const lines = error instanceof WorkerFailed ? linesOf(error) : startupErrorLines(error, wanted, translate);
  if (!isSaid) for (const line of lines ?? [error]) console.error(line);
  await stop(1);
}
