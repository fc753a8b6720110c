// One of the processes that answer, on the database and the port of the parent (main.ts), which says when it is to end.
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
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
import { makeWaitingPage } from '#server/platform/http/waiting-page.ts';
import { requireOwnFiles } from '#server/platform/object-store.ts';
import { openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { databaseConcerns, requireUsableDatabase } from '#server/platform/postgres/database-fault.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { openObjects } from '#server/platform/s3/open-objects.ts';
import { sayingWhatToDo } from '#server/platform/s3/store-fault.ts';
import type { FromWorker, ToWorker } from '#server/platform/processes/messages.ts';
import { startupWarnings } from '#server/platform/settings/startup-warnings.ts';
import { readSettings, type Settings } from '#server/platform/settings/settings.ts';
import { agreeOnSettings } from '#server/platform/settings/settings-agreement.ts';
import { errorCode, startupErrorLines } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';
import { communityLanguage, translateInto } from '#server/platform/texts/translate.ts';

const WEB_DIR = path.join(import.meta.dirname, '../../web/dist');
/** A photo from an old phone may take five minutes. */
const LEAVE_WITHIN_MS = 330_000;
const LOOK_AT_DAY_MS = 10_000;
/** A stop that hangs ends the process after this time. */
const STOP_WITHIN_MS = 30_000;

/** Is the first at a start: it prepares the database. */
const IS_FIRST = process.argv.includes('--first');
/** Others answer while it starts: it leaves them what they answer from. */
const IS_BESIDE = process.argv.includes('--beside');
/** In the place of one of the same code that has died: the database may be of a later version by now. */
const IS_AGAIN = process.argv.includes('--again');

/** Known before the settings are read, since their faults are translated, too. */
const translate = translateInto(communityLanguage(process.env['LANGUAGE']));

/** Stops what has started, the last first. */
const stopSteps: (() => Promise<unknown>)[] = [];
let isStopping = false;
let isLeaving = false;

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  void sleep(STOP_WITHIN_MS, undefined, { ref: false }).then(() => process.exit(1));
  for (const step of stopSteps.toReversed())
    await step().catch((error: unknown) => console.error('A part did not stop cleanly:', error));
  process.exit(exitCode);
}

async function start(settings: Settings): Promise<void> {
  const log = makeLog(settings.logLevel).child({ worker: cluster.worker?.id });
  const pool = openPool(await databaseOfParent(), (error) => {
    if (!isStopping) log.warn({ code: errorCode(error) }, 'a database connection broke');
  });
  stopSteps.push(() => pool.end());
  const base = { settings, pool, log, clock: systemClock };
  if (settings.databaseUrl) await requireUsableDatabase(pool);
  if (!IS_BESIDE && !IS_AGAIN) await dropOlderDemo(base);
  const { isNew } = IS_AGAIN ? { isNew: false } : await migrate(pool);
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
    remake: IS_FIRST && process.argv.includes('--remake-demo'),
    keep: IS_BESIDE,
  });
  stopSteps.push(serve(app));
  await app.start({ isBeside: IS_BESIDE });
  takeConnections(app.http.server);
  // another database may be shared with processes that still run
  if (demo && settings.databaseUrl === null) void reopenEachDay(base);
  const greeted = told('greet');
  tell({ type: 'ready', isDemo: demo !== null });
  if (!IS_FIRST) return;
  await greeted;
  for (const warning of startupWarnings(app.ctx.settings)) log.warn(warning);
  greet(app.ctx.settings, demo?.offered ?? []);
  const setup = demo ? null : await createSetupLink(app.ctx, { onlyIfEmpty: true });
  if (setup) console.log(translate(startupTexts, 'setup', { url: setup }));
}

const tell = (message: FromWorker): void => void process.send?.(message, () => {});

type Told<Type> = Extract<ToWorker, { readonly type: Type }>;
const isOf = <Type extends ToWorker['type']>(message: ToWorker, type: Type): message is Told<Type> =>
  message.type === type;

/** The next message of this type. */
const told = <Type extends ToWorker['type']>(type: Type): Promise<Told<Type>> =>
  new Promise((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (isOf(message, type)) resolve(message);
    });
  });

async function databaseOfParent() {
  const answer = told('database');
  tell({ type: 'asks-database' });
  return (await answer).config;
}

/** Others answer from now on: finishes what is begun, and ends. */
async function leave(): Promise<void> {
  if (isStopping || isLeaving) return;
  isLeaving = true;
  await remaking;
  await served?.leave(LEAVE_WITHIN_MS);
  await stop(0);
}

async function openCommunity(
  base: AppBase,
  how: { readonly isNew: boolean; readonly remake: boolean; readonly keep: boolean },
) {
  const demo = await openDemo(base, how);
  openedAt = base.clock.now();
  const settings = demo ? ofDemo(base.settings) : base.settings;
  const app = await openApp({ ...base, settings, webDir: WEB_DIR, demo });
  return { app, demo };
}

/** What answers on the connections that the parent gives. */
let taker: Server | null = null;

function takeConnections(server: Server): void {
  // which it would do itself if it listened: from then on it ends connections that take too long
  server.emit('listening');
  taker = server;
}

process.on('message', (message: ToWorker, socket: unknown) => {
  if (message.type !== 'connection') return;
  tell({ type: 'taken' });
  // none if its client has gone meanwhile
  if (socket instanceof Socket) taker?.emit('connection', socket);
});

/** When the demo was opened that is served now. */
let openedAt = new Date(0);
/** The app that serves now. */
let served: App | null = null;
/** The demo that is being remade; never rejects. */
let remaking: Promise<void> = Promise.resolve();

function serve(app: App): () => Promise<void> {
  served = app;
  return async () => served?.stop();
}

/** When the demo's day is over, closes the app as at its end, remakes the demo and opens the app again. */
async function reopenEachDay(base: AppBase): Promise<void> {
  for (;;) {
    await sleep(LOOK_AT_DAY_MS, undefined, { ref: false });
    if (isStopping || isLeaving) return;
    remaking = reopenIfOver(base).catch((error: unknown) => {
      if (!isStopping) base.log.error({ error }, 'the demo could not be remade, and is tried again');
    });
    await remaking;
  }
}

async function reopenIfOver(base: AppBase): Promise<void> {
  if (served && !(await isDemoOver(base, openedAt))) return;
  const closing = served;
  served = null;
  const page = makeWaitingPage({
    title: base.settings.appName,
    sentence: translate(startupTexts, 'demo-remade'),
    language: communityLanguage(process.env['LANGUAGE']),
  });
  takeConnections(page);
  await closing?.stop();
  const opened = await openCommunity(base, { isNew: false, remake: false, keep: false });
  if (isStopping) return;
  served = opened.app;
  await served.start().catch(async (error: unknown) => {
    served = null;
    await opened.app.stop();
    throw error;
  });
  takeConnections(served.http.server);
  // those that have sent nothing, too
  page.closeAllConnections();
  page.close();
}

function greet(settings: Settings, demoAccounts: readonly DemoAccount[]): void {
  console.log(translate(startupTexts, 'running', { app: settings.appName, url: settings.publicUrl }));
  if (demoAccounts.length === 0) return;
  console.log(translate(startupTexts, 'demo-accounts'));
  for (const { name, email, password } of demoAccounts) console.log(`  ${email}  ${password}  (${name})`);
}

/** Where it was to listen, for the message about a port in use. */
let wanted = { host: '', port: 0 };
// registered before anything starts: a stop during the start stops what has started by then
void told('stop').then(() => stop(0));
void told('leave').then(leave);
void told('drain').then(() => served?.drain());
// a service manager may tell all processes: this one ends when the parent says so, which gives it connections until then
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// an unawaited promise inside a library, for example of a job runner that lost the database: the app continues
process.on('unhandledRejection', (error) => {
  const line = error instanceof Error ? error.message : String(error);
  console.error(`a promise was rejected, and no one awaited it: ${line}`);
});
try {
  const settings = readSettings(process.env);
  wanted = settings;
  await start(settings);
} catch (error) {
  const lines = startupErrorLines(error, wanted, translate);
  for (const line of lines ?? [error]) console.error(line);
  tell({ type: 'failed', lines: lines ?? [] });
  await stop(1);
}
