import path from 'node:path';
import { countryOfTimeZone, helpLinesOf } from '@openlarder/domain/emergency/help-lines.ts';
import { mailDay } from '@openlarder/domain/notifications/mail-rules.ts';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Db } from './db/database.ts';
import { makeAccounts } from './features/accounts/accounts.service.ts';
import { makeClosing } from './features/accounts/closing.ts';
import { makeExport } from './features/accounts/export.ts';
import type { PersonLifecycles } from './features/accounts/person-lifecycle.ts';
import { makeCalendar } from './features/claims/calendar.service.ts';
import type { AnsweredRequests } from './features/claims/claims.parts.ts';
import { makeClaims } from './features/claims/claims.service.ts';
import { makeAlerting } from './features/emergency/alerting.ts';
import { makeEmergency } from './features/emergency/emergency.service.ts';
import { REMOVED_TITLE } from './features/listings/removal.ts';
import { makeListings } from './features/listings/listings.service.ts';
import { makeLiveMap } from './features/map/map.service.ts';
import { makeMessaging } from './features/messaging/messaging.service.ts';
import { makeCaretaking } from './features/moderation/caretaking.ts';
import type { Testimony } from './features/moderation/moderation.parts.ts';
import { makeModeration } from './features/moderation/moderation.service.ts';
import { makeNotifications } from './features/notifications/notifications.service.ts';
import { makePhotos } from './features/photos/photos.service.ts';
import { makePlaces } from './features/places/places.service.ts';
import type { Clock } from './platform/clock.ts';
import type { EventLog } from './platform/event-log.ts';
import { makeIds } from './platform/ids.ts';
import type { Jobs } from './platform/jobs.ts';
import { countMail } from './platform/mail-days.ts';
import { countedMailer, type Mailer } from './platform/mail.ts';
import { makeLocalObjectStore } from './platform/object-store.ts';
import type { RateLimits } from './platform/rate-limits.ts';
import type { Settings } from './platform/settings.ts';

/** What the features stand on; the demo and the tests bring a clock of their own. */
export type Ground = {
  readonly settings: Settings;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
};

/** What every feature may stand on. */
export type Shared = Ground & {
  readonly db: Db;
  readonly eventLog: EventLog;
  readonly rateLimits: RateLimits;
  readonly closeSession: (sessionId: string) => Promise<void>;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly mailer: Mailer;
  readonly areaNames: readonly AreaName[];
};

export type Features = ReturnType<typeof makeFeatures>;

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
      request: (tx, id, by): Promise<Testimony | null> => emergency.witnessRequest(tx, id, by),
    },
    // they come after this one, and nobody blocks anybody before all are made
    partings: [
      (tx, blockerId, blockedId) => emergency.partPeople(tx, blockerId, blockedId),
      (tx, blockerId, blockedId) => claims.partPeople(tx, blockerId, blockedId),
      (tx, blockerId, blockedId) => alerts.forgetBetween(tx, blockerId, blockedId),
    ],
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
    hasOpenClaim: async (dbOrTx, conversationId): Promise<boolean> =>
      (await claims.isOpenIn(dbOrTx, conversationId)) || emergency.isOpenIn(dbOrTx, conversationId),
  });
  const requests: AnsweredRequests = {
    lockRequest: (tx, requestId) => emergency.lockRequest(tx, requestId),
    claimEnded: (tx, ended) => emergency.claimEnded(tx, ended),
  };
  const withWords = { ...base, accounts, places, moderation, notifications, listings, messaging };
  const claims = makeClaims({ ...withWords, requests });
  const alerts = makeAlerting(withWords);
  const emergency = makeEmergency({
    ...withWords,
    rateLimits,
    claims,
    alerts,
    helpLines: helpLinesOf(settings.country ?? countryOfTimeZone(settings.timeZone), settings.helpLines),
  });
  const calendar = makeCalendar({ ...base, ...settings, accounts, moderation, listings });
  const map = makeLiveMap({
    db,
    clock,
    listings,
    requests: emergency,
    isDonor: (personId) => alerts.isDonor(personId),
    moderation,
    warn: (message, error) => shared.log.warn({ from: 'map', error }, message),
  });
  // in the order of their locks: claims let go first, so that what comes back is withdrawn with the rest
  const lifecycles = {
    emergency,
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
    async takeBackAllOf(tx, personId) {
      await emergency.takeBackAllOf(tx, personId);
      await listings.takeBackAllOf(tx, personId);
    },
    async talkOf(tx, { type, id, reporterId }) {
      const find: Readonly<Record<string, () => Promise<string | null>>> = {
        conversation: async () => id,
        message: () => messaging.conversationOfMessage(tx, id),
        claim: () => claims.conversationOfClaim(tx, id),
        request: async () => reporterId && emergency.conversationOfRequest(tx, id, reporterId),
      };
      const conversationId = await find[type]?.();
      return conversationId ? messaging.transcriptFor(tx, conversationId) : null;
    },
    // wherever it is shown
    removals: {
      person: (tx, id) => closing.removePerson(tx, id),
      message: (tx, id) => messaging.removeMessage(tx, id),
      request: (tx, id) => emergency.removeRequest(tx, id),
      async listing(tx, id) {
        await claims.holdRequestsOn(tx, id);
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
    alerts,
    emergency,
    calendar,
    map,
  };
}
