import * as ads from '@openlarder/domain/ads/ad-contract.ts';
import * as activity from '@openlarder/domain/activity/activity-contract.ts';
import * as accounts from '@openlarder/domain/accounts/account-contract.ts';
import * as signIn from '@openlarder/domain/accounts/sign-in-contract.ts';
import * as claims from '@openlarder/domain/claims/claim-contract.ts';
import * as donations from '@openlarder/domain/donations/donation-contract.ts';
import * as requests from '@openlarder/domain/emergency/request-contract.ts';
import * as calendar from '@openlarder/domain/handovers/calendar-contract.ts';
import * as expiry from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import * as handovers from '@openlarder/domain/handovers/handover-contract.ts';
import * as impact from '@openlarder/domain/impact/impact-contract.ts';
import * as impactFacts from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import type { AnyEndpoint } from '@openlarder/domain/kernel/endpoint.ts';
import * as listings from '@openlarder/domain/listings/listing-contract.ts';
import type { ServerMessage, ServerMessageType } from '@openlarder/domain/live/live-protocol.ts';
import * as leaderboard from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import * as map from '@openlarder/domain/map/map-contract.ts';
import * as matching from '@openlarder/domain/matching/matching-contract.ts';
import * as messages from '@openlarder/domain/messaging/message-contract.ts';
import * as moderation from '@openlarder/domain/moderation/moderation-contract.ts';
import * as notifications from '@openlarder/domain/notifications/notification-contract.ts';
import * as partners from '@openlarder/domain/partners/partner-contract.ts';
import * as photos from '@openlarder/domain/photos/photo-contract.ts';
import * as recognition from '@openlarder/domain/recognition/recognition-contract.ts';
import * as volunteers from '@openlarder/domain/volunteers/volunteer-contract.ts';
import type { RequestOf, ResponseOf } from '#web/lib/call.ts';
import type { SettledMutation } from '#web/lib/mutations.ts';

/*
 * The queries that a call of this tab or a live message invalidates. A new feature adds its rows here. A row names
 * GETs, all that may differ afterwards and are not in the cache by then; those on screen are refetched, the others when
 * they are next shown.
 */

/** A GET that is stale: of one object, or of all. */
export type StaleQuery = {
  readonly endpoint: AnyEndpoint;
  readonly params?: Readonly<Record<string, string>>;
};
/** `everything`: all that is cached. */
export type Invalidation = readonly StaleQuery[] | 'everything';

/** Every query of these endpoints. */
const all = (...endpoints: readonly AnyEndpoint[]): readonly StaleQuery[] =>
  endpoints.map((endpoint) => ({ endpoint }));
/** The queries of an endpoint about one object; about all if it is not known. */
const one = (endpoint: AnyEndpoint, id: string | undefined): StaleQuery =>
  id === undefined ? { endpoint } : { endpoint, params: { id } };
/** The row of a change after which nothing is stale; a comment says why. */
const NOTHING: readonly StaleQuery[] = [];

const { listActiveRequests, listRequests, getRequest, getRequestLimits } = requests;
const REQUESTS = all(listActiveRequests, listRequests, getRequest, getRequestLimits);
/** Shared food and activity of a person. */
const SHARED = all(
  claims.listUserListings,
  moderation.getPerson,
  activity.listActivity,
  activity.listUserActivity,
);
/** Recommendations and alerts for this person. */
const MATCHES = all(matching.listRecommendations, expiry.listExpiryAlerts, expiry.listExpiringSoon);
/** Recurring surplus, and its questions. */
const SURPLUS = all(partners.listSurplus, partners.listSurplusQuestions);
/** The page is loaded again, with an empty cache. */
const LOADS_THE_PAGE = NOTHING;
/** The sums are on no screen. */
const COUNTS_AN_AD = NOTHING;
/** It sends a mail. */
const SENT_BY_MAIL = NOTHING;

type MutationOf<E extends AnyEndpoint> = {
  readonly request: RequestOf<E>;
  /** Null without one: the call has failed. */
  readonly answer: ResponseOf<E> | null;
  readonly hasFailed: boolean;
};
type LooseMutation = {
  readonly request: SettledMutation['request'];
  readonly answer: unknown;
  readonly hasFailed: boolean;
};
type Row = readonly [
  endpoint: AnyEndpoint,
  // A method, so that a row takes the change of its own endpoint.
  row: { invalidated(change: LooseMutation): Invalidation }['invalidated'],
];

/** A row for the endpoint; its answer is null if the call has failed. */
function after<E extends AnyEndpoint>(
  endpoint: E,
  stale: Invalidation | ((change: MutationOf<E>) => Invalidation),
): Row;
function after(endpoint: AnyEndpoint, stale: Invalidation | Row[1]): Row {
  return [endpoint, typeof stale === 'function' ? stale : () => stale];
}

const DONATIONS = all(donations.listDonations, donations.getDonationStats, donations.getCommunityDonations);
/** Limits that grow with trust. */
const TRUSTED = all(claims.getClaimLimits, listings.getListingLimits);

/** Points, badges and figures that a handover changes. */
const RECOGNITION = all(
  impact.getUserImpact,
  impact.getCommunityStats,
  recognition.getUserStats,
  recognition.listUserBadges,
  leaderboard.getMonthlyLeaderboard,
  leaderboard.getAllTimeLeaderboard,
);

/**
 * What an action on a handover may change, for claims and requests alike. A request may expire with its handover, and
 * its own person is notified of that. A completed one may raise the trust in both, and earns them something.
 */
const afterHandover = (conversationId?: string): readonly StaleQuery[] => [
  ...all(notifications.listNotifications),
  ...all(claims.listClaims, handovers.getHandover),
  ...TRUSTED,
  ...RECOGNITION,
  ...all(listings.listListings, listings.getListing, messages.listConversations, map.listClusters),
  ...MATCHES,
  ...SHARED,
  ...REQUESTS,
  one(messages.listMessages, conversationId),
];
const afterOwnHandover = ({ answer }: { readonly answer: handovers.Handover | null }) =>
  afterHandover(answer?.conversationId);
const afterOwnRequest = ({ answer }: { readonly answer: requests.EmergencyRequest | null }) =>
  afterHandover(answer?.match?.conversationId);

/** The donor's own list of claims shows the listing too. */
const afterOwnListing = (id: string | undefined): readonly StaleQuery[] => [
  one(listings.getListing, id),
  ...all(listings.listListings, claims.listClaims, map.listClusters, expiry.listExpiryAlerts),
  ...SHARED,
];

/** Profile fields that change what is near, and whose food is shown. */
const MOVES_THE_FEED = ['latitude', 'location', 'radiusKm', 'organizationName'] as const;
/** Profile fields that decide what suits a person. */
const SAYS_WHAT_SUITS = ['latitude', 'location', 'radiusKm', 'diets', 'allergens', 'householdSize'] as const;
/** Profile fields that decide how much a person may take. */
const SETS_THE_SHARE = ['householdSize', 'organizationName'] as const;
/** Profile fields that boards show, or that decide whether they do. */
const SHOWN_ON_BOARDS = [
  'leaderboardVisible',
  'userType',
  'firstName',
  'lastName',
  'organizationName',
] as const;
/** Profile fields with the name and address of an organization. */
const SHOWN_OF_PARTNERS = ['organizationName', 'location', 'latitude'] as const;
/** Profile fields that decide what others see of a person. */
const SHOWS_STANDING = ['showsSharing', 'showsReplies', 'showsVerified'] as const;

/** Texts of the server in the language of the profile. */
const WORDED_BY_SERVER = all(impactFacts.listImpactFacts, recognition.listBadges, recognition.listUserBadges);

const INVALIDATED_BY_CALL: ReadonlyMap<AnyEndpoint, Row[1]> = new Map([
  after(claims.claimListing, ({ request, answer }) => [
    ...all(claims.listClaims, claims.getClaimLimits, listings.listListings),
    ...MATCHES,
    one(listings.getListing, request.params.id),
    ...SHARED,
    ...all(messages.listConversations, map.listClusters),
    ...(answer ? [one(messages.listMessages, answer.claim.conversationId)] : []),
  ]),

  after(handovers.proposeTime, afterOwnHandover),
  after(handovers.acceptTime, afterOwnHandover),
  after(handovers.confirmComing, afterOwnHandover),
  after(handovers.sayOnMyWay, afterOwnHandover),
  after(handovers.revealAddress, afterOwnHandover),
  after(handovers.releaseHandover, afterOwnHandover),
  after(handovers.completeHandover, afterOwnHandover),
  after(handovers.reportNoShow, afterOwnHandover),
  after(handovers.disputeHandover, afterOwnHandover),
  // Between the two alone: nothing that others see follows from it.
  after(handovers.thankForHandover, ({ answer }) => [
    ...all(claims.listClaims, handovers.getHandover, messages.listConversations),
    ...REQUESTS,
    one(messages.listMessages, answer?.conversationId),
  ]),

  after(requests.createRequest, [...REQUESTS, ...all(map.listClusters)]),
  after(requests.matchRequest, afterOwnRequest),
  after(requests.cancelRequest, afterOwnRequest),
  // The admins read it, and the limit stays until they end it.
  after(requests.appealRequestLimit, NOTHING),

  after(listings.createListing, ({ answer }) => [
    ...afterOwnListing(answer?.id),
    ...all(listings.getListingLimits),
  ]),
  // Its open handovers take its new window; one of them may be a match with a request.
  after(listings.changeListing, ({ request }) => [
    ...afterOwnListing(request.params.id),
    ...all(handovers.getHandover, listRequests, getRequest),
  ]),
  after(listings.withdrawListing, ({ request }) => afterOwnListing(request.params.id)),

  // The first message of each ends their silence, which the request shows, also in the lists.
  after(messages.sendMessage, ({ request }) => [
    ...all(messages.listConversations, listRequests, getRequest),
    one(messages.listMessages, request.params.id),
  ]),
  after(expiry.acknowledgeExpiryAlert, all(expiry.listExpiryAlerts)),
  after(expiry.tellNeighbors, all(expiry.listExpiryAlerts)),
  after(partners.putOpeningHours, all(partners.getPartner)),
  after(partners.createSurplus, SURPLUS),
  after(partners.changeSurplus, SURPLUS),
  after(partners.deleteSurplus, SURPLUS),
  after(partners.pauseSurplus, SURPLUS),
  after(partners.setDayOff, SURPLUS),
  after(partners.answerSurplusQuestion, ({ answer }) => [
    ...SURPLUS,
    ...all(notifications.listNotifications),
    ...(answer?.state === 'skipped'
      ? []
      : [...afterOwnListing(answer?.listingId ?? undefined), ...all(listings.getListingLimits)]),
  ]),
  after(ads.recordImpression, COUNTS_AN_AD),
  after(ads.recordClick, COUNTS_AN_AD),
  after(matching.dismissMatch, MATCHES),
  after(matching.restoreMatch, MATCHES),

  after(messages.readConversation, all(messages.listConversations, notifications.listNotifications)),

  after(notifications.readNotifications, all(notifications.listNotifications)),
  after(notifications.updateNotificationSettings, ({ hasFailed }) =>
    // disabled kinds leave the bell and the banner; the cache already has the sent settings
    hasFailed
      ? all(notifications.getNotificationSettings)
      : all(notifications.listNotifications, listActiveRequests),
  ),

  // A block ends handovers, and hides food, people and messages on every screen.
  after(moderation.blockPerson, 'everything'),
  after(moderation.unblockPerson, 'everything'),
  after(requests.blockRequester, 'everything'),
  after(moderation.report, all(moderation.listOwnReports)),

  after(accounts.updateProfile, ({ request: { body } }) => [
    ...(MOVES_THE_FEED.some((name) => body[name] !== undefined)
      ? all(listings.listListings, listings.getListing, listActiveRequests)
      : // The answer is the account.
        NOTHING),
    ...(SAYS_WHAT_SUITS.some((name) => body[name] !== undefined) ? MATCHES : []),
    ...(SETS_THE_SHARE.some((name) => body[name] !== undefined) ? all(claims.getClaimLimits) : []),
    ...(body.language === undefined ? [] : WORDED_BY_SERVER),
    ...(SHOWN_OF_PARTNERS.some((name) => body[name] !== undefined)
      ? all(partners.getPartner, partners.listSurplusQuestions)
      : []),
    ...(SHOWS_STANDING.some((name) => body[name] !== undefined) ? all(moderation.getPerson) : []),
    ...(SHOWN_ON_BOARDS.some((name) => body[name] !== undefined) ? RECOGNITION : []),
  ]),
  // The reply has the new message.
  after(volunteers.putHelpOffer, NOTHING),
  after(accounts.closeAccount, LOADS_THE_PAGE),
  after(signIn.signUp, LOADS_THE_PAGE),
  after(signIn.openSignUpLink, LOADS_THE_PAGE),
  after(signIn.enterSignUpCode, LOADS_THE_PAGE),
  after(signIn.signIn, LOADS_THE_PAGE),
  after(signIn.signInWithProvider, LOADS_THE_PAGE),
  after(signIn.signOutEverywhere, LOADS_THE_PAGE),
  after(signIn.resetPassword, LOADS_THE_PAGE),
  after(signIn.verifyEmail, LOADS_THE_PAGE),
  after(signIn.requestPasswordReset, SENT_BY_MAIL),
  after(signIn.sendVerificationMail, SENT_BY_MAIL),
  // It ends the private address of the calendar, too.
  after(signIn.changePassword, all(signIn.listSessions, calendar.getCalendarFeed)),
  after(signIn.endSession, all(signIn.listSessions)),

  after(donations.createPaymentIntent, DONATIONS),
  after(donations.refreshDonation, DONATIONS),
  // The answer is the address.
  after(calendar.createCalendarFeed, NOTHING),
  // The address is gone.
  after(calendar.revokeCalendarFeed, NOTHING),
  // A photo is on no screen before the call that uses it.
  after(photos.requestUpload, NOTHING),
  // A photo is on no screen before the call that uses it.
  after(photos.storePhoto, NOTHING),
]);

type LiveRows = {
  readonly [Type in ServerMessageType]:
    | Invalidation
    | ((message: Extract<ServerMessage, { type: Type }>) => Invalidation);
};

/** A method, so that each type of message has its row. */
type AnyLiveRow = { invalidated(message: ServerMessage): Invalidation }['invalidated'];

const afterPublicChange = ({
  data,
}: Extract<ServerMessage, { type: 'new_food_listing' | 'heat_map_update' }>): readonly StaleQuery[] => {
  if ('listingId' in data)
    return [
      ...all(map.listClusters, listings.listListings),
      one(listings.getListing, data.listingId),
      ...MATCHES,
      ...SHARED,
    ];
  // Everyone learns of an area only, not of the request.
  return 'requestId' in data ? afterRequestChange(data.requestId) : all(listActiveRequests, map.listClusters);
};

const afterRequestChange = (id: string): readonly StaleQuery[] => [
  ...all(listActiveRequests, listRequests, getRequestLimits, map.listClusters),
  one(getRequest, id),
];

const INVALIDATED_BY_MESSAGE: LiveRows = {
  new_food_listing: afterPublicChange,
  heat_map_update: afterPublicChange,
  emergency_alert: ({ data }) => afterRequestChange(data.id),
  emergency_matched: ({ data }) => afterRequestChange(data.requestId),
  emergency_fulfilled: ({ data }) => afterRequestChange(data.requestId),
  new_message: ({ data }) => [
    ...all(messages.listConversations, listRequests, getRequest),
    one(messages.listMessages, data.conversationId),
  ],
  conversation_read: all(messages.listConversations),
  // How much is left, and whether the address is visible, differs for each of the two people.
  handover_update: ({ data }) => [
    ...all(claims.listClaims),
    ...TRUSTED,
    ...all(listings.getListing, messages.listConversations),
    ...SHARED,
    ...REQUESTS,
    one(handovers.getHandover, data.handoverId),
    one(messages.listMessages, data.conversationId),
  ],
  account_changed: [...all(accounts.getUser), ...TRUSTED],
  recognition_changed: RECOGNITION,
  expiry_alert: all(expiry.listExpiryAlerts),
  surplus_question: SURPLUS,
  // without an id some were read, or settings were changed
  notification: ({ data }) =>
    data.notificationId === null
      ? all(notifications.listNotifications, notifications.getNotificationSettings)
      : all(notifications.listNotifications),
  // Missed events cannot be named.
  resync: 'everything',
  // A connection resumes, or a resync follows, see live-client.ts.
  hello: NOTHING,
  // A larger area refreshes what it shows, see live-refresh.ts.
  watching: NOTHING,
  // It reports no event.
  alive: NOTHING,
  // It reports no event.
  error: NOTHING,
};

/** The queries that a call of this tab invalidates; null if the table does not have it. */
export function invalidatedByCall({ endpoint, request, outcome }: SettledMutation): Invalidation | null {
  const hasFailed = 'error' in outcome;
  const answer = hasFailed ? null : outcome.answer;
  return INVALIDATED_BY_CALL.get(endpoint)?.({ request, answer, hasFailed }) ?? null;
}

/** The queries that a live message invalidates. */
export function invalidatedByMessage(message: ServerMessage): Invalidation {
  const row: Invalidation | AnyLiveRow = INVALIDATED_BY_MESSAGE[message.type];
  return typeof row === 'function' ? row(message) : row;
}

const isMessageType = (name: string): name is ServerMessageType =>
  Object.hasOwn(INVALIDATED_BY_MESSAGE, name);

/** The types of messages after which something is stale. */
export const INVALIDATING_MESSAGE_TYPES: readonly ServerMessageType[] = Object.keys(INVALIDATED_BY_MESSAGE)
  .filter(isMessageType)
  .filter((type) => {
    const row = INVALIDATED_BY_MESSAGE[type];
    return typeof row === 'function' || row.length > 0;
  });
