import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { setImmediate as nextPoll, setTimeout as sleep } from 'node:timers/promises';
import { aboutFeature, FEATURES } from '@openlarder/domain/feature-order.ts';
import { clientMessageSchema, serverMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { sessionCookieName } from '#server/features/accounts/auth/better-auth.ts';
import {
  findEndedSessions,
  readSession,
  sessionToken,
} from '#server/features/accounts/auth/session/session-service.ts';
import { listingPreview } from '#server/features/listings/listing-preview.ts';
import { HOOKS, MODULES } from '#server/modules.ts';
import { forgetOld } from '#server/retentions.ts';
import { type AppBase, type AppContext, makeAppContext } from '#server/platform/app-context.ts';
import { pruneEvents } from '#server/platform/events/event-log-queries.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { bindHealthRoutes, makeHttpServer } from '#server/platform/http/http-server.ts';
import { bindApiDocument } from '#server/platform/http/openapi/docs-page.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { pageSourcesOf } from '#server/platform/http/security-headers.ts';
import { decorateWithPage, serveWebApp } from '#server/platform/http/web-app.ts';
import { type JobRunnerOptions, makeJobRunner } from '#server/platform/jobs.ts';
import { makeLiveHub } from '#server/platform/live/live-hub.ts';
import { attachLiveSocket } from '#server/platform/live/live-socket.ts';
import { mailTrouble } from './platform/mail/mail-state.ts';
import { makeMailer } from '#server/platform/mail/mailer.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { followSettings } from '#server/platform/settings/community-settings.ts';
import { backupPlaces } from './backup/backup-places.ts';
import { runNightlyBackup } from './backup/run-nightly.ts';
import { type DemoPeople, setDemo } from './features/accounts/auth/sign-in.ts';

const READY_CHECK_MS = 20;
/** A stopping server closes a connection that has sent nothing for so long: browsers open some that they may not need. */
const FIRST_BYTES_WITHIN_MS = 1000;
/** Before the process is ended by force, so that everything else still ends in order. */
const CLOSED_WITHIN_MS = 20_000;
/** The one page that may load the card provider's script. */
const PAYMENT_PATH = '/donate';

export type AppOptions = AppBase & {
  readonly webDir: string;
  /** The people of the demo community; null outside of a demo. */
  readonly demo: DemoPeople | null;
  /** Background work besides that of the features, by name. */
  readonly moreTasks?: JobRunnerOptions['tasks'];
  /** The time of day that scheduled tasks go by; the system's by default. */
  readonly scheduleNowMs?: () => number;
  /** Prints mails when there is no mail server; standard output by default. */
  readonly printMail?: (text: string) => void;
};

export type App = {
  readonly http: FastifyInstance;
  readonly ctx: AppContext;
  /**
   * Starts background work and the live socket. With `isBeside` others answer already, so it resolves only once everything
   * is read that it answers from. It answers on the connections that `http.server` is given.
   */
  start(how?: { readonly isBeside?: boolean }): Promise<void>;
  /** Starts and listens; returns the address. */
  listen(): Promise<string>;
  /**
   * Leaves what comes to other processes, once it is given no connections any more: sends sockets away (1012), takes no more
   * jobs, and ends each connection with the reply to its next request. Resolves when none is left, or after `withinMs`. An
   * idle one is left to its client, or to the time that each reply names: closed earlier, it could take a request with it
   * that is on its way.
   */
  leave(withinMs: number): Promise<void>;
  /** Goes on answering, not being ready (`closing`), and ends each connection with its next reply. */
  drain(): void;
  /** Finishes what runs and closes. */
  stop(): Promise<void>;
};

/** The whole app on one database. Nothing runs and no request is answered before `start`. */
export async function openApp(parts: AppOptions): Promise<App> {
  const { pool, clock, log, webDir, demo } = parts;
  const community = await followSettings(parts);
  const { settings } = community;
  const print = parts.printMail ?? ((text: string) => void process.stdout.write(text));
  const eventLog = makeEventLog({ pool, log });
  const ctx = makeAppContext({
    settings,
    pool,
    clock,
    log,
    eventLog,
    rateLimits: makeRateLimits(
      settings.rateLimits ? { db: openDatabase(pool), secret: settings.sessionSecret } : null,
    ),
    mailer: makeMailer({ settings, log, print }),
    jobs: { add: (...job) => jobs.add(...job) },
    hooks: HOOKS,
  });
  if (demo) setDemo(ctx, demo);
  const hub = makeLiveHub({
    eventLog,
    log,
    secret: settings.sessionSecret,
    ...(!settings.rateLimits && { socketsPerPerson: Number.POSITIVE_INFINITY }),
    findEndedSessions: (sessionIds) => findEndedSessions(ctx, sessionIds),
    followers: [community.follower, ...MODULES.flatMap(({ follower }) => follower?.(ctx) ?? [])],
    messages: MODULES.flatMap(({ messages }) => messages?.(ctx) ?? []),
    frames: {
      schema: clientMessageSchema,
      handlers: Object.fromEntries(MODULES.flatMap(({ frames }) => Object.entries(frames?.(ctx) ?? {}))),
    },
  });
  const jobs = makeJobRunner({
    pool,
    log,
    tasks: { ...tasksOf(ctx, pool), ...parts.moreTasks },
    ...(parts.scheduleNowMs && { nowMs: parts.scheduleNowMs }),
  });

  const origins = new Set(settings.origins);
  const pageSources = pageSourcesOf(settings.mapTiles?.url ?? null);
  const http = await makeHttpServer({
    logger: log,
    readSession: (headers) => readSession(ctx, headers),
    rateLimits: ctx.rateLimits,
    callerKey: settings.rateLimits
      ? ({ cookie }) => sessionToken(cookie, sessionCookieName(settings.publicUrl), settings.sessionSecret)
      : null,
    origins,
    pageSources,
    secure: settings.secure,
    trustProxy: settings.trustProxy,
  });
  let isDraining = false;
  let isLeaving = false;
  const open = new Set<Socket>();
  const allClosed = async (): Promise<void> => {
    await Promise.all([...open].map((socket) => new Promise((closed) => socket.once('close', closed))));
  };
  http.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  http.addHook('onSend', async (_request, reply) => {
    if (isDraining || isLeaving) reply.header('connection', 'close');
  });
  const isStarting = (): boolean => MODULES.some(({ isReady }) => isReady?.(ctx) === false);
  decorateWithPage(http, {
    webDir,
    sources: pageSources,
    paymentPath: settings.payments && PAYMENT_PATH,
    sessionCookie: sessionCookieName(settings.publicUrl),
    livePosition: () => hub.position(),
    settings,
    previewOf: (request, language) => listingPreview(ctx, request, language),
  });
  bindHealthRoutes(http, {
    pool,
    worker: cluster.worker?.id ?? null,
    isStopping: () => isDraining,
    isStarting,
    lateTask: () => jobs.lateTask(),
    mailTrouble: () => mailTrouble(ctx.db),
  });
  bindApiDocument(http, {
    get title() {
      return settings.appName;
    },
    url: settings.publicUrl,
    sessionCookie: sessionCookieName(settings.publicUrl),
    live: { fromClient: clientMessageSchema, fromServer: serverMessageSchema },
    features: FEATURES.map((name) => ({ name, description: aboutFeature(name) })),
  });
  for (const { routes } of MODULES) await routes?.(http, ctx);
  attachLiveSocket(http, {
    hub,
    readSession: (headers) => readSession(ctx, headers),
    origins,
    spendAttempt: (address) => ctx.rateLimits.spend('address-read', address),
    ...(!settings.rateLimits && { connectionsPerAddress: Number.POSITIVE_INFINITY }),
  });
  await serveWebApp(http, webDir);

  async function start({ isBeside = false } = {}): Promise<void> {
    await hub.start();
    for (const { start: startModule } of MODULES) await startModule?.(ctx);
    await jobs.start();
    if (isBeside) while (isStarting()) await sleep(READY_CHECK_MS);
    await http.ready();
  }

  return {
    http,
    ctx,
    start,
    async listen() {
      await start();
      return http.listen({ host: settings.host, port: settings.port });
    },
    async leave(withinMs) {
      isLeaving = true;
      hub.dismiss();
      await Promise.all([
        jobs.stop(),
        Promise.race([allClosed(), sleep(withinMs, undefined, { ref: false })]),
      ]);
    },
    drain() {
      isDraining = true;
    },
    async stop() {
      isDraining = true;
      community.stop();
      // requests that have arrived on idle connections are read first, then those that came meanwhile
      await nextPoll();
      await nextPoll();
      http.server.closeIdleConnections();
      const silent = setTimeout(() => {
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      }, FIRST_BYTES_WITHIN_MS);
      // who never ends a request, or never reads a reply
      const stuck = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, CLOSED_WITHIN_MS);
      await Promise.all([http.close(), allClosed()]);
      clearTimeout(silent);
      clearTimeout(stuck);
      for (const { stop } of MODULES.toReversed()) await stop?.(ctx);
      await jobs.stop();
    },
  };
}

/** The background tasks of the features and of the platform, by the names that jobs have in the database. */
function tasksOf(ctx: AppContext, pool: pg.Pool): JobRunnerOptions['tasks'] {
  const tasks = MODULES.flatMap((module) => Object.entries(module.tasks ?? {}));
  return {
    ...(backupPlaces(ctx.settings).length > 0 && {
      'back-up': { run: (_payload, ending) => runNightlyBackup(ending), schedule: '17 2 * * *' },
    }),
    ...Object.fromEntries(
      tasks.map(([name, { run, ...task }]) => [
        name,
        { ...task, run: (payload: unknown) => run(ctx, payload) },
      ]),
    ),
    'forget-old-events': { run: () => pruneEvents(pool), schedule: '29 * * * *' },
    'forget-old': { run: () => forgetOld(ctx), schedule: '43 * * * *' },
  };
}
