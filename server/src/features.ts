import path from 'node:path';
import { countryOfTimeZone, helpLinesOf } from '@openlarder/domain/emergency/help-lines.ts';
import { mailDay } from '@openlarder/domain/notifications/mail-rules.ts';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Db } from '#server/db/database.ts';
import { makeAccounts } from '#server/features/accounts/accounts.service.ts';
import { makeAccountClosure } from '#server/features/accounts/lifecycle/account-closure.ts';
import { makePersonExport } from '#server/features/accounts/lifecycle/person-export.ts';
import type { PersonLifecycles } from '#server/features/accounts/person-lifecycle.ts';
import { makeCalendar } from '#server/features/claims/calendar/calendar.service.ts';
import type { AnsweredRequests } from '#server/features/claims/claims.parts.ts';
import { makeClaims } from '#server/features/claims/claims.service.ts';
import { makeAlerting } from '#server/features/emergency/alerts/alerts.ts';
import { makeEmergency } from '#server/features/emergency/emergency.service.ts';
import { REMOVED_TITLE, makeListings } from '#server/features/listings/listings.service.ts';
import { makeLiveMap } from '#server/features/map/map.service.ts';
import { makeMessaging } from '#server/features/messaging/messaging.service.ts';
import { makeAdmin } from '#server/features/moderation/admin.service.ts';
import type { ReportEvidence } from '#server/features/moderation/moderation.parts.ts';
import { makeModeration } from '#server/features/moderation/moderation.service.ts';
import { makeNotifications } from '#server/features/notifications/notifications.service.ts';
import { makePhotos } from '#server/features/photos/photos.service.ts';
import { makePlaces } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import { makeIdGenerator } from '#server/platform/ids.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { countMail } from '#server/platform/mail/daily-mail-limit.ts';
import { countedMailer, type Mailer } from '#server/platform/mail/mailer.ts';
import { makeLocalObjectStore } from '#server/platform/object-store.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import type { Settings } from '#server/platform/settings/settings.ts';

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
  const base = { db, clock, newId: makeIdGenerator(clock), eventLog };
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
      person: async (tx, id) => ((await accounts.publicStatus(tx, id)) ? { aboutId: id, words: '' } : null),
      listing: (tx, id): Promise<ReportEvidence | null> => listings.listingEvidence(tx, id),
      conversation: (tx, id, by): Promise<ReportEvidence | null> =>
        messaging.conversationEvidence(tx, id, by),
      message: (tx, id, by): Promise<ReportEvidence | null> => messaging.messageEvidence(tx, id, by),
      request: (tx, id, by): Promise<ReportEvidence | null> => emergency.evidenceOfRequest(tx, id, by),
    },
    // they come after this one, and nobody blocks anybody before all are made
    partings: [
      (tx, blockerId, blockedId) => emergency.releaseBetween(tx, blockerId, blockedId),
      (tx, blockerId, blockedId) => claims.releaseBetween(tx, blockerId, blockedId),
      (tx, blockerId, blockedId) => alerts.withdrawAlertsBetween(tx, blockerId, blockedId),
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
      (await claims.hasOpenClaim(dbOrTx, conversationId)) || emergency.hasOpenMatch(dbOrTx, conversationId),
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
  const [closing, accountExport] = [makeAccountClosure(leaving), makePersonExport(leaving)];
  const admin = makeAdmin({
    ...base,
    accounts,
    async takeBackAllOf(tx, personId) {
      await emergency.cancelPendingRequestsOf(tx, personId);
      await listings.withdrawAllOf(tx, personId);
    },
    async transcriptOf(tx, { type, id, reporterId }) {
      const find: Readonly<Record<string, () => Promise<string | null>>> = {
        conversation: async () => id,
        message: () => messaging.conversationOfMessage(tx, id),
        claim: () => claims.claimConversationId(tx, id),
        request: async () => reporterId && emergency.requestConversationId(tx, id, reporterId),
      };
      const conversationId = await find[type]?.();
      return conversationId ? messaging.adminTranscript(tx, conversationId) : null;
    },
    // wherever it is shown
    removals: {
      person: (tx, id) => closing.closePersonAccount(tx, id),
      message: (tx, id) => messaging.removeMessage(tx, id),
      request: (tx, id) => emergency.deleteRequest(tx, id),
      async listing(tx, id) {
        await claims.lockRequestsOnListing(tx, id);
        if (!(await listings.removeListing(tx, id))) return false;
        const claimIds = await claims.endClaimsOnListing(tx, id);
        const conversationIds = await messaging.updateTitle(tx, id, REMOVED_TITLE);
        await notifications.retitle(tx, [...claimIds, ...conversationIds], REMOVED_TITLE);
        return true;
      },
      async photo(tx, id) {
        await listings.removePhotoFromListing(tx, id);
        await messaging.removePhotoFromMessages(tx, id);
        return photos.deletePhoto(tx, id);
      },
    },
  });
  return {
    places,
    accounts,
    closing,
    accountExport,
    moderation,
    admin,
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
