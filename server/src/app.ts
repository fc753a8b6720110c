import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoAccount } from '@openlarder/domain/community/community-contract.ts';
import { type ClientMessage, clientMessageSchema } from '@openlarder/domain/live/live-protocol.ts';
import { mailDay } from '@openlarder/domain/notifications/mail-rules.ts';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Db } from './db/database.ts';
import type { Tables } from './db/tables.ts';
import { sessionCookieName } from './features/accounts/accounts.auth.ts';
import { accountCron, accountJobs } from './features/accounts/accounts.jobs.ts';
import { accountTopics } from './features/accounts/accounts.live.ts';
import { bindAccountRoutes } from './features/accounts/accounts.routes.ts';
import { makeAccounts } from './features/accounts/accounts.service.ts';
import { makeClosing } from './features/accounts/closing.ts';
import { makeExport } from './features/accounts/export.ts';
import type { PersonLifecycles } from './features/accounts/person-lifecycle.ts';
import { bindSignInRoutes } from './features/accounts/sign-in.routes.ts';
import { bindCalendarRoutes } from './features/claims/calendar.routes.ts';
import { makeCalendar } from './features/claims/calendar.service.ts';
import { claimCron, claimJobs } from './features/claims/claims.jobs.ts';
import { claimTopics } from './features/claims/claims.live.ts';
import { bindClaimRoutes } from './features/claims/claims.routes.ts';
import { makeClaims } from './features/claims/claims.service.ts';
import { bindCommunityRoutes } from './features/community/community.routes.ts';
import { listingCron, listingJobs } from './features/listings/listings.jobs.ts';
import { listingFrames, listingTopics } from './features/listings/listings.live.ts';
import { REMOVED_TITLE } from './features/listings/removal.ts';
import { bindListingRoutes } from './features/listings/listings.routes.ts';
import { makeListings } from './features/listings/listings.service.ts';
import { messagingFrames, messagingTopics } from './features/messaging/messaging.live.ts';
import { bindMapRoutes } from './features/map/map.routes.ts';
import { makeLiveMap } from './features/map/map.service.ts';
import { bindMessagingRoutes } from './features/messaging/messaging.routes.ts';
import { makeMessaging } from './features/messaging/messaging.service.ts';
import { makeCaretaking } from './features/moderation/caretaking.ts';
import { moderationCron, moderationJobs } from './features/moderation/moderation.jobs.ts';
import type { Testimony } from './features/moderation/moderation.parts.ts';
import { bindModerationRoutes } from './features/moderation/moderation.routes.ts';
import { makeModeration } from './features/moderation/moderation.service.ts';
import { notificationCron, notificationJobs } from './features/notifications/notifications.jobs.ts';
import { notificationTopics } from './features/notifications/notifications.live.ts';
import { bindNotificationRoutes } from './features/notifications/notifications.routes.ts';
import { makeNotifications } from './features/notifications/notifications.service.ts';
import { bindUnsubscribeRoutes } from './features/notifications/unsubscribe.routes.ts';
import { photoCron, photoJobs } from './features/photos/photos.jobs.ts';
import { bindPhotoRoutes } from './features/photos/photos.routes.ts';
import { makePhotos } from './features/photos/photos.service.ts';
import { centreOf, readPlaceNames } from './features/places/place-names.ts';
import { placeCron, placeJobs } from './features/places/places.jobs.ts';
import { bindPlaceRoutes } from './features/places/places.routes.ts';
import { makePlaces } from './features/places/places.service.ts';
import { bindApiPage } from './platform/api-page.ts';
import type { Clock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { type EventLog, makeEventLog } from './platform/event-log.ts';
import { forgetOldEvents } from './platform/event-log-queries.ts';
import { bindHealth } from './platform/health.ts';
import { makeHttpServer } from './platform/http-server.ts';
import { forgetOldKeys } from './platform/idempotency.ts';
import { makeIds } from './platform/ids.ts';
import { type Jobs, makeJobs } from './platform/jobs.ts';
import { makeLiveHub } from './platform/live-hub.ts';
import { attachLive } from './platform/live-socket.ts';
import type { FrameHandlers } from './platform/live-topic.ts';
import { countMail } from './platform/mail-days.ts';
import { countedMailer, type Mailer, makeMailer } from './platform/mail.ts';
import { makeLocalObjectStore } from './platform/object-store.ts';
import { makeRateLimits, type RateLimits } from './platform/rate-limits.ts';
import type { Settings } from './platform/settings.ts';
import { makeSendPage, type SendPage, serveWebApp } from './platform/web-app.ts';

/** What the features stand on; the demo and the tests bring a clock of their own. */
export type Ground = {
  readonly settings: Settings;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
};

export type AppParts = Ground & {
  /** The built web app. */
  readonly webDir: string;
  readonly demoAccounts: readonly DemoAccount[];
  /** Where mails go when there is no mail server: to the log of the process, unless told. */
  readonly printMail?: (text: string) => void;
};

export type Features = ReturnType<typeof makeFeatures>;
export type App = {
  readonly http: FastifyInstance;
  readonly features: Features;
  /** Begins background work and the live line; gives the address it listens at. */
  start(): Promise<string>;
  /** Answers `drainMs` longer, then finishes what runs and closes. */
  stop(drainMs: number): Promise<void>;
};

type Shared = Ground & {
  readonly db: Db;
  readonly eventLog: EventLog;
  readonly rateLimits: RateLimits;
  readonly closeSession: (sessionId: string) => Promise<void>;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly mailer: Mailer;
  readonly areaNames: readonly AreaName[];
};

/** Every feature, each built on the ones before it. */
export function makeFeatures(shared: Shared) {
  const { settings, db, clock, eventLog, rateLimits, areaNames } = shared;
  const { sessionSecret, placeSecret, publicUrl } = settings;
  const base = { db, clock, newId: makeIds(clock), eventLog };
  // mails about an account are not held back by a full day; those about what others did count themselves beforehand
  const mailer = settings.mail
    ? countedMailer(shared.mailer, () => countMail(db, mailDay(clock.now().getTime(), settings.timeZone)))
    : shared.mailer;
  const objects = makeLocalObjectStore(path.join(settings.dataDir, 'objects'));

  const places = makePlaces({ ...base, placeSecret, areaNames });
  const accounts = makeAccounts({
    ...base,
    ...settings,
    rateLimits,
    places,
    closeSession: shared.closeSession,
    jobs: shared.jobs,
    mailer,
    warn: (message) => shared.log.warn({ from: 'accounts' }, message),
  });
  const moderation = makeModeration({
    ...base,
    ...settings,
    accounts,
    places,
    jobs: shared.jobs,
    mailer,
    witnesses: {
      person: async (tx, id) => ((await accounts.publicStanding(tx, id)) ? { aboutId: id, words: '' } : null),
      listing: (tx, id): Promise<Testimony | null> => listings.witnessListing(tx, id),
      conversation: (tx, id, by): Promise<Testimony | null> => messaging.witnessConversation(tx, id, by),
      message: (tx, id, by): Promise<Testimony | null> => messaging.witnessMessage(tx, id, by),
    },
    // they come after this one, and nobody blocks anybody before all are made
    partings: [(tx, blockerId, blockedId) => claims.partPeople(tx, blockerId, blockedId)],
  });
  const notifications = makeNotifications({
    ...base,
    ...settings,
    accounts,
    moderation,
    jobs: shared.jobs,
    mailer: shared.mailer,
    log: shared.log,
  });
  const photos = makePhotos({
    ...base,
    objects,
    rateLimits,
    accounts,
    moderation,
    secret: sessionSecret,
    publicUrl,
  });
  const { language } = settings;
  const listings = makeListings({ ...base, language, accounts, places, photos, moderation });
  const messaging = makeMessaging({
    ...base,
    rateLimits,
    accounts,
    places,
    moderation,
    notifications,
    photos,
    listings,
    hasOpenClaim: (dbOrTx, conversationId): Promise<boolean> => claims.isOpenIn(dbOrTx, conversationId),
  });
  const claims = makeClaims({ ...base, accounts, places, moderation, notifications, listings, messaging });
  const calendar = makeCalendar({ ...base, ...settings, accounts, moderation, listings });
  const map = makeLiveMap({
    db,
    clock,
    listings,
    moderation,
    warn: (message, error) => shared.log.warn({ from: 'map', error }, message),
  });
  // in the order of their locks: claims let go first, so that what comes back is withdrawn with the rest
  const lifecycles = {
    claims,
    listings,
    conversations: messaging,
    photos,
    notifications,
    moderation,
    calendar,
  } satisfies PersonLifecycles;
  const leaving = { ...base, rateLimits, accounts, places, lifecycles, closeSession: shared.closeSession };
  const [closing, accountExport] = [makeClosing(leaving), makeExport(leaving)];
  const caretaking = makeCaretaking({
    ...base,
    accounts,
    takeBackAllOf: (tx, personId) => listings.takeBackAllOf(tx, personId),
    async talkOf(tx, { type, id }) {
      const find: Readonly<Record<string, () => Promise<string | null>>> = {
        conversation: async () => id,
        message: () => messaging.conversationOfMessage(tx, id),
        claim: () => claims.conversationOfClaim(tx, id),
      };
      const conversationId = await find[type]?.();
      return conversationId ? messaging.transcriptFor(tx, conversationId) : null;
    },
    // wherever it is shown
    removals: {
      person: (tx, id) => closing.removePerson(tx, id),
      message: (tx, id) => messaging.removeMessage(tx, id),
      async listing(tx, id) {
        if (!(await listings.removeListing(tx, id))) return false;
        const claimIds = await claims.endAllOn(tx, id);
        const conversationIds = await messaging.retitle(tx, id, REMOVED_TITLE);
        await notifications.retitle(tx, [...claimIds, ...conversationIds], REMOVED_TITLE);
        return true;
      },
      async photo(tx, id) {
        await listings.dropPhoto(tx, id);
        await messaging.dropPhoto(tx, id);
        return photos.removePhoto(tx, id);
      },
    },
  });
  return {
    places,
    accounts,
    closing,
    accountExport,
    moderation,
    caretaking,
    notifications,
    photos,
    listings,
    messaging,
    claims,
    calendar,
    map,
  };
}

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
  const { accounts, moderation, messaging, photos, listings, claims } = features;

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
    ],
    frames: {
      schema: clientMessageSchema,
      handlers: { ...listingFrames, ...messagingFrames(messaging) } satisfies FrameHandlers<ClientMessage>,
    },
  });
  const jobs = makeJobs({
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
      'forget-old-events': () => forgetOldEvents(pool),
      'forget-idempotency-keys': () => forgetOldKeys(db, clock.now()),
    },
    cron: [
      ...placeCron,
      ...accountCron,
      ...moderationCron,
      ...notificationCron,
      ...photoCron,
      ...listingCron,
      ...claimCron,
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
  const sendPage = makeSendPage(
    parts.webDir,
    pageSources,
    sessionCookieName(settings.publicUrl),
    settings.appName,
  );
  bindHealth(http, pool);
  bindApiPage(http);
  bindCommunityRoutes(http, {
    appName: settings.appName,
    language: settings.language,
    timeZone: settings.timeZone,
    mapCentre: centreOf(areaNames),
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
  attachLive(http, {
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
      await listings.prepareSearch();
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

async function bindFeatures(
  http: FastifyInstance,
  features: Features,
  pages: { readonly origins: ReadonlySet<string>; readonly sendPage: SendPage },
): Promise<void> {
  bindSignInRoutes(http, { accounts: features.accounts, ...pages });
  bindAccountRoutes(http, features);
  bindPlaceRoutes(http, features.places);
  bindModerationRoutes(http, features.moderation);
  bindNotificationRoutes(http, features.notifications);
  await bindPhotoRoutes(http, features.photos);
  bindListingRoutes(http, features.listings);
  bindMessagingRoutes(http, features.messaging);
  bindClaimRoutes(http, features.claims);
  bindMapRoutes(http, features.map);
  bindCalendarRoutes(http, features.calendar);
}

/** The origin that tiles come from; `{s}` stands for any of its subdomains. */
function imageOrigin(tileUrl: string): string {
  const { origin } = new URL(tileUrl.replaceAll('{s}', 'tiles'));
  return tileUrl.includes('{s}') ? origin.replace('tiles', '*') : origin;
}
