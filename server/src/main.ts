import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoAccount } from '@openlarder/domain/community/community-contract.ts';
import { SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import { type App, openApp } from '#server/app.ts';
import { migrate } from '#server/db/migrate.ts';
import { dropOlderDemo, isDemoOver, ofDemo, openDemo } from '#server/demo/open-demo.ts';
import { createSetupLink } from '#server/features/accounts/auth/sign-up/first-organizer.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openWaitingPage } from '#server/platform/http/waiting-page.ts';
import { makeFolderPrivate } from '#server/platform/private-files.ts';
import { requireOwnFiles } from '#server/platform/object-store.ts';
import { openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { databaseConcerns, requireUsableDatabase } from '#server/platform/postgres/database-fault.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { openObjects } from '#server/platform/s3/open-objects.ts';
import { sayingWhatToDo } from '#server/platform/s3/store-fault.ts';
import { isClockUnchosen } from '#server/platform/settings/region.ts';
import { readSettings, type Settings } from '#server/platform/settings/settings.ts';
import { agreeOnSettings } from '#server/platform/settings/settings-agreement.ts';
import { PRODUCT_VERSION } from '#server/platform/product-version.ts';
import { errorCode, startupErrorLines } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';
import {
  askedCommunityLanguage,
  communityLanguage,
  LANGUAGES,
  translateInto,
} from '#server/platform/texts/translate.ts';

const WEB_DIR = path.join(import.meta.dirname, '../../web/dist');
/**
 * How long a stopping server still answers new requests, so that a proxy notices first; in development nothing routes.
 */
const DRAIN_MS = process.env['NODE_ENV'] === 'development' ? 0 : 1500;
const LOOK_AT_DAY_MS = 10_000;
/** A stop that hangs ends the process after this time. */
const STOP_WITHIN_MS = 30_000;

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
  log.info({ version: PRODUCT_VERSION }, 'starts');
  if (settings.secure && settings.trustProxy === false)
    log.warn('TRUST_PROXY is not set: all people have the address of the proxy and share its limits');
  await requireFreePort(settings);
  const pool = openPool(await databaseOf(settings, log), (error) => {
    if (!isStopping) log.warn({ code: errorCode(error) }, 'a database connection broke');
  });
  stopSteps.push(() => pool.end());
  const base = { settings, pool, log, clock: systemClock };
  if (settings.databaseUrl) await requireUsableDatabase(pool);
  await dropOlderDemo(base);
  const { isNew } = await migrate(pool);
  if (settings.databaseUrl) {
    stopSteps.push(
      await agreeOnSettings(openDatabase(pool), settings, (error) =>
        log.warn({ code: errorCode(error) }, 'other processes were not told that this one runs'),
      ),
    );
    for (const concern of await databaseConcerns(pool))
      log.warn({ setting: 'DATABASE_URL' }, concern(translateInto(SOURCE_LANGUAGE)));
  }
  await sayingWhatToDo(() => requireOwnFiles(openDatabase(pool), openObjects(settings)));
  const { app, demo } = await openCommunity(base, {
    isNew,
    remake: process.argv.includes('--remake-demo'),
  });
  stopSteps.push(serve(app));
  await app.start();
  // another database may be shared with processes that still run
  if (demo && settings.databaseUrl === null) void reopenEachDay(base);
  if (settings.secure && isClockUnchosen(app.ctx.settings))
    log.warn('TIME_ZONE is not set: days and quiet hours follow UTC');
  greet(app.ctx.settings, demo?.offered ?? []);
  const setup = demo ? null : await createSetupLink(app.ctx, { onlyIfEmpty: true });
  if (setup) console.log(translate(startupTexts, 'setup', { url: setup }));
}

async function openCommunity(base: AppBase, how: Parameters<typeof openDemo>[1]) {
  const demo = await openDemo(base, how);
  const settings = demo ? ofDemo(base.settings) : base.settings;
  const app = await openApp({ ...base, settings, webDir: WEB_DIR, demo });
  return { app, demo };
}

/** Told now, instead of after the database has started and the demo is made. */
async function requireFreePort({ port, host }: Settings): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** The app that serves now. */
let served: App | null = null;

function serve(app: App): () => Promise<void> {
  served = app;
  return async () => served?.stop(DRAIN_MS);
}

/** When the demo's day is over, closes the app as at its end, remakes the demo and opens the app again. */
async function reopenEachDay(base: AppBase): Promise<void> {
  for (;;) {
    await sleep(LOOK_AT_DAY_MS, undefined, { ref: false });
    if (isStopping) return;
    await reopenIfOver(base).catch((error: unknown) => {
      if (!isStopping) base.log.error({ error }, 'the demo could not be remade, and is tried again');
    });
  }
}

async function reopenIfOver(base: AppBase): Promise<void> {
  if (served && !(await isDemoOver(base))) return;
  const closing = served;
  served = null;
  await closing?.stop(0);
  const closePage = await openWaitingPage(base.settings, {
    title: base.settings.appName,
    sentence: translate(startupTexts, 'demo-remade'),
    language: communityLanguage(process.env['LANGUAGE']),
  });
  let opened: Awaited<ReturnType<typeof openCommunity>>;
  try {
    opened = await openCommunity(base, { isNew: false });
  } finally {
    await closePage();
  }
  if (isStopping) return;
  served = opened.app;
  await served.start().catch(async (error: unknown) => {
    served = null;
    await opened.app.stop(0);
    throw error;
  });
}

async function databaseOf(settings: Settings, log: ReturnType<typeof makeLog>) {
  if (settings.databaseUrl)
    return { connectionString: settings.databaseUrl, directUrl: settings.databaseDirectUrl };
  const starting = startEmbeddedPostgres(settings.dataDir, {
    log: (line, level) => log[level]({ postgres: line }),
  });
  // registered before it has started: a stop during the start waits for it and stops it
  stopSteps.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => {},
    ),
  );
  return (await starting).connection;
}

function greet(settings: Settings, demoAccounts: readonly DemoAccount[]): void {
  console.log(translate(startupTexts, 'running', { app: settings.appName, url: settings.publicUrl }));
  if (demoAccounts.length === 0) return;
  console.log(translate(startupTexts, 'demo-accounts'));
  for (const { name, email, password } of demoAccounts) console.log(`  ${email}  ${password}  (${name})`);
}

/** Where it was to listen, for the message about a port in use. */
let wanted = { host: '', port: 0 };
// registered before anything starts: a signal during the start stops what has started by then
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// the channel closes when the start script is killed
process.once('disconnect', () => void stop(0));
// an unawaited promise inside a library, for example of a worker that lost the database: the app continues
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
  for (const line of startupErrorLines(error, wanted, translate) ?? [error]) console.error(line);
  await stop(1);
}
