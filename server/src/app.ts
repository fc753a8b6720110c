import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoAccount } from '@openlarder/domain/community/community-contract.ts';
import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import { clientMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { Tables } from '#server/db/database.ts';
import { sessionCookieName } from '#server/features/accounts/auth/better-auth.ts';
import { accountCron, accountJobs } from '#server/features/accounts/accounts.jobs.ts';
import { accountTopics } from '#server/features/accounts/accounts.live.ts';
import { claimCron, claimJobs } from '#server/features/claims/claims.jobs.ts';
import { claimTopics } from '#server/features/claims/claims.live.ts';
import { bindCommunityRoutes } from '#server/features/community/community.routes.ts';
import { emergencyCron, emergencyJobs } from '#server/features/emergency/emergency.jobs.ts';
import { emergencyFrames, emergencyTopics } from '#server/features/emergency/emergency.live.ts';
import { listingCron, listingJobs } from '#server/features/listings/listings.jobs.ts';
import { listingFrames, listingTopics } from '#server/features/listings/listings.live.ts';
import { messagingFrames, messagingTopics } from '#server/features/messaging/messaging.live.ts';
import { moderationCron, moderationJobs } from '#server/features/moderation/moderation.jobs.ts';
import { notificationCron, notificationJobs } from '#server/features/notifications/notifications.jobs.ts';
import { notificationTopics } from '#server/features/notifications/notifications.live.ts';
import { bindUnsubscribeRoutes } from '#server/features/notifications/unsubscribe.routes.ts';
import { photoCron, photoJobs } from '#server/features/photos/photos.jobs.ts';
import { centerOf, readPlaceNames } from '#server/features/places/place-names.ts';
import { placeCron, placeJobs } from '#server/features/places/places.jobs.ts';
import { bindFeatures } from '#server/feature-routes.ts';
import { type Features, type Ground, makeFeatures } from '#server/features.ts';
import { bindOpenApiPage } from '#server/platform/http/openapi-page.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { pruneEvents } from '#server/platform/events/event-log-queries.ts';
import { bindHealthRoutes, makeHttpServer } from '#server/platform/http/http-server.ts';
import { pruneIdempotencyKeys } from '#server/platform/idempotency.ts';
import { type Jobs, makeJobRunner } from '#server/platform/jobs.ts';
import { makeLiveHub } from '#server/platform/live/live-hub.ts';
import { attachLiveSocket } from '#server/platform/live/live-socket.ts';
import type { FrameHandlers } from '#server/platform/live/live-topic.ts';
import { makeMailer } from '#server/platform/mail/mailer.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { makePageSender, serveWebApp } from '#server/platform/http/web-app.ts';

export type AppParts = Ground & {
  /** The built web app. */
  readonly webDir: string;
  readonly demoAccounts: readonly DemoAccount[];
  /** Where mails go when there is no mail server: to the log of the process, unless told. */
  readonly printMail?: (text: string) => void;
};

export type App = {
  readonly http: FastifyInstance;
  readonly features: Features;
  /** Begins background work and the live line; gives the address it listens at. */
  start(): Promise<string>;
  /** Answers `drainMs` longer, then finishes what runs and closes. */
  stop(drainMs: number): Promise<void>;
};

/** The whole app on one database: nothing runs and nobody is let in before `start`. */
export async function openApp(parts: AppParts): Promise<App> {
  const { settings, pool, clock, log } = parts;
  const db = openDatabase<Tables>(pool, (error) => log.error({ error }, 'what follows a commit failed'));
  const eventLog = makeEventLog({ pool, log });
  const rateLimits = makeRateLimits(settings.rateLimits);
  const closeSession = (sessionId: string): Promise<void> => hub.closeSession(sessionId);
  const areaNames = readPlaceNames(settings.placesFile ?? undefined);
  const print = parts.printMail ?? ((text: string) => void process.stdout.write(text));
  const mailer = makeMailer({ ...settings, log, print });
  const queue: Pick<Jobs, 'add'> = { add: (...job) => jobs.add(...job) };
  const features = makeFeatures({
    ...parts,
    db,
    eventLog,
    rateLimits,
    closeSession,
    jobs: queue,
    mailer,
    areaNames,
  });
  const { accounts, moderation, messaging, photos, listings, claims, alerts, emergency } = features;

  const hub = makeLiveHub({
    eventLog,
    log,
    findEndedSessions: accounts.findEndedSessions,
    followers: [features.map.picture],
    topics: [
      ...accountTopics,
      ...notificationTopics,
      ...listingTopics({ db, moderation }),
      ...messagingTopics({ db, moderation }),
      ...claimTopics(claims),
      ...emergencyTopics({ db, moderation, alerting: alerts }),
    ],
    frames: {
      schema: clientMessageSchema,
      handlers: {
        ...listingFrames,
        ...messagingFrames(messaging),
        ...emergencyFrames(alerts),
      } satisfies FrameHandlers<ClientMessage>,
    },
  });
  const jobs = makeJobRunner({
    pool,
    log,
    tasks: {
      ...placeJobs(features.places),
      ...accountJobs(accounts),
      ...moderationJobs(moderation),
      ...notificationJobs(features.notifications),
      ...photoJobs(photos),
      ...listingJobs(listings),
      ...claimJobs(claims),
      ...emergencyJobs(alerts, emergency),
      'forget-old-events': () => pruneEvents(pool),
      'forget-idempotency-keys': () => pruneIdempotencyKeys(db, clock.now()),
    },
    cron: [
      ...placeCron,
      ...accountCron,
      ...moderationCron,
      ...notificationCron,
      ...photoCron,
      ...listingCron,
      ...claimCron,
      ...emergencyCron,
      { job: 'forget-old-events', match: '29 * * * *' },
      { job: 'forget-idempotency-keys', match: '43 * * * *' },
    ],
  });

  const origins = new Set(settings.origins);
  const pageSources = { images: settings.mapTiles ? [imageOrigin(settings.mapTiles.url)] : [] };
  const http = await makeHttpServer({
    appName: settings.appName,
    logger: log,
    readSession: accounts.readSession,
    rateLimits,
    origins,
    pageSources,
    secure: settings.secure,
    trustProxy: settings.trustProxy,
  });
  let isDraining = false;
  http.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  const sendPage = makePageSender(
    parts.webDir,
    pageSources,
    sessionCookieName(settings.publicUrl),
    settings.appName,
  );
  bindHealthRoutes(http, pool);
  bindOpenApiPage(http);
  bindCommunityRoutes(http, {
    appName: settings.appName,
    language: settings.language,
    timeZone: settings.timeZone,
    mapCentre: centerOf(areaNames),
    mapTiles: settings.mapTiles,
    sendsMail: settings.mail !== null,
    identityProvider: settings.oidc && { name: settings.oidc.name },
    demoAccounts: [...parts.demoAccounts],
  });
  await bindFeatures(http, features, { origins, sendPage });
  await bindUnsubscribeRoutes(http, {
    notifications: features.notifications,
    rateLimits,
    appName: settings.appName,
  });
  attachLiveSocket(http, {
    hub,
    readSession: accounts.readSession,
    origins,
    spendAttempt: (address) => rateLimits.spend('address-read', address),
    ...(!settings.rateLimits && { connectionsPerAddress: Number.POSITIVE_INFINITY }),
  });
  await serveWebApp(http, parts.webDir, sendPage);

  return {
    http,
    features,
    async start() {
      await listings.applySearchLanguage();
      await hub.start();
      features.map.picture.begin();
      await jobs.start();
      return http.listen({ host: settings.host, port: settings.port });
    },
    async stop(drainMs) {
      isDraining = true;
      await sleep(drainMs);
      await http.close();
      await features.map.picture.stop();
      await jobs.stop();
    },
  };
}

/** The origin that tiles come from; `{s}` stands for any of its subdomains. */
function imageOrigin(tileUrl: string): string {
  const { origin } = new URL(tileUrl.replaceAll('{s}', 'tiles'));
  return tileUrl.includes('{s}') ? origin.replace('tiles', '*') : origin;
}
