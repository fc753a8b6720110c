import { listActivity, listUserActivity } from '@openlarder/domain/activity/activity-contract.ts';
import { getCommunityStats, getUserImpact } from '@openlarder/domain/impact/impact-contract.ts';
/// <reference types="vite/types/importMeta.d.ts" />
import {
  claimListing,
  getClaimLimits,
  listClaims,
  listUserListings,
} from '@openlarder/domain/claims/claim-contract.ts';
import {
  createRequest,
  getRequestLimits,
  listActiveRequests,
  matchRequest,
} from '@openlarder/domain/emergency/request-contract.ts';
import {
  completeHandover,
  getHandover,
  releaseHandover,
} from '@openlarder/domain/handovers/handover-contract.ts';
import {
  getAllTimeLeaderboard,
  getMonthlyLeaderboard,
} from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import { getUserStats, listUserBadges } from '@openlarder/domain/recognition/recognition-contract.ts';
import type { AnyEndpoint } from '@openlarder/domain/kernel/endpoint.ts';
import {
  changeListing,
  createListing,
  getListing,
  getListingLimits,
  listListings,
} from '@openlarder/domain/listings/listing-contract.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { serverMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { listExpiringSoon, listExpiryAlerts } from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import { dismissMatch, listRecommendations } from '@openlarder/domain/matching/matching-contract.ts';
import {
  listConversations,
  listMessages,
  sendMessage,
} from '@openlarder/domain/messaging/message-contract.ts';
import { blockPerson, getPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import {
  getNotificationSettings,
  listNotifications,
  updateNotificationSettings,
} from '@openlarder/domain/notifications/notification-contract.ts';
import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { describe, expect, it } from 'vitest';
import type { SettledMutation } from '#web/lib/mutations.ts';
import {
  aClaim,
  aHandover,
  aListing,
  aMatchedRequest,
  aMessage,
  aRequest,
  anId,
} from '#web/testing/samples.ts';
import {
  INVALIDATING_MESSAGE_TYPES,
  type StaleQuery,
  invalidatedByMessage,
  invalidatedByCall,
} from './invalidation-table.ts';

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
const contract = Object.values(
  import.meta.glob<Record<string, unknown>>('../../../domain/src/*/*-contract.ts', { eager: true }),
)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint);
const writes = contract.filter(({ method }) => method !== 'GET');

const nameOf = ({ endpoint, params }: StaleQuery): string =>
  [endpoint.path, params?.['id']].filter(Boolean).join(' ');
const namesOf = (stale: readonly StaleQuery[] | 'everything' | null): readonly string[] =>
  stale === null || stale === 'everything' ? [stale ?? 'no row'] : stale.map(nameOf).toSorted();

const failed = (endpoint: AnyEndpoint): SettledMutation => ({
  endpoint,
  request: { params: { id: anId(), userId: anId() }, body: {} },
  outcome: { error: new Error('no answer') },
});

const MATCHES = [listRecommendations, listExpiryAlerts, listExpiringSoon];
const SUITS = MATCHES.map(({ path }) => path).toSorted();

describe('the table', () => {
  it.each(writes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'has a row for %s, and only GETs in it',
    (_name, endpoint) => {
      const stale = invalidatedByCall(failed(endpoint));
      expect(stale).not.toBeNull();
      if (stale !== 'everything') for (const each of stale ?? []) expect(each.endpoint.method).toBe('GET');
    },
  );

  it('knows the whole contract', () => {
    expect(writes.length).toBeGreaterThan(45);
  });

  it('has a row for each type of live message', () => {
    const types = serverMessageSchema._zod.def.options.map(
      ({ _zod }) => [..._zod.def.shape.type._zod.values][0],
    );
    const withoutChange = types.filter((type) => !INVALIDATING_MESSAGE_TYPES.some((one) => one === type));
    expect(types).toHaveLength(18);
    expect(withoutChange.map(String).toSorted()).toEqual(['alive', 'error', 'hello', 'watching']);
    for (const type of withoutChange) expect(invalidatedByMessage({ type } as ServerMessage)).toEqual([]);
  });
});

describe('a call of this tab', () => {
  const conversationId = anId();
  const listing = aListing();
  const claim = aClaim({ conversationId });
  const done = (
    endpoint: AnyEndpoint,
    request: SettledMutation['request'],
    answer: unknown,
  ): SettledMutation => ({
    endpoint,
    request,
    outcome: { answer, liveEventIds: [] },
  });
  const toListing = { params: { id: listing.id } };

  it('that claims makes stale what is left, and whatever shows the claim', () => {
    const stale = invalidatedByCall(done(claimListing, { ...toListing, body: { servings: 1 } }, { claim }));
    expect(namesOf(stale)).toEqual(
      [
        ...[
          listClaims,
          getClaimLimits,
          listListings,
          listUserListings,
          getPerson,
          listConversations,
          listClusters,
          listActivity,
          listUserActivity,
          ...MATCHES,
        ].map(({ path }) => path),
        `${getListing.path} ${listing.id}`,
        `${listMessages.path} ${conversationId}`,
      ].toSorted(),
    );
  });

  it('that saves the profile makes stale what is near only if the place or the radius changes', () => {
    const after = (body: object) => namesOf(invalidatedByCall(done(updateProfile, { body }, {})));
    expect(after({ discreet: true })).toEqual([]);
    expect(after({ firstName: 'Ada' })).toContain('/api/leaderboard/monthly');
    expect(after({ radiusKm: 3 })).toContain(listListings.path);
  });

  it('that says how many eat changes how much one may take, and what suits', () => {
    const after = (body: object) => namesOf(invalidatedByCall(done(updateProfile, { body }, {})));
    expect(after({ householdSize: 3 })).toEqual([...SUITS, getClaimLimits.path]);
    expect(after({ householdSize: null })).toEqual([...SUITS, getClaimLimits.path]);
  });

  it('that puts a match aside, or says what one likes, makes stale what is recommended', () => {
    expect(namesOf(invalidatedByCall(done(dismissMatch, toListing, null)))).toEqual(SUITS);
    const liked = invalidatedByCall(done(updateProfile, { body: { diets: ['vegan'] } }, {}));
    expect(namesOf(liked)).toEqual(SUITS);
  });

  it('that changes the language changes what the server words', () => {
    const stale = invalidatedByCall(done(updateProfile, { body: { language: 'es' } }, {}));
    expect(namesOf(stale)).toEqual(['/api/badges', '/api/impact-facts', '/api/users/badges']);
  });

  it('that hides a line of the standing changes what others see of the person', () => {
    const stale = invalidatedByCall(done(updateProfile, { body: { showsReplies: false } }, {}));
    expect(namesOf(stale)).toEqual([getPerson.path]);
  });

  it('that completes a handover may raise how much one may share and take', () => {
    const stale = namesOf(invalidatedByCall(done(completeHandover, toConversation, handover)));
    expect(stale).toEqual(expect.arrayContaining([getClaimLimits.path, getListingLimits.path]));
  });

  it('that cannot save what the screen shows already fetches it again', () => {
    const saved = namesOf(invalidatedByCall(done(updateNotificationSettings, { body: {} }, {})));
    expect(saved).toEqual([listActiveRequests.path, listNotifications.path]);
    expect(namesOf(invalidatedByCall(failed(updateNotificationSettings)))).toEqual([
      getNotificationSettings.path,
    ]);
  });

  it('that changes what one hears about fetches it in the other tabs, too', () => {
    const data = { notificationId: null, kind: null };
    const stale = namesOf(invalidatedByMessage({ type: 'notification', id: 'e9', data }));
    expect(stale).toEqual([listNotifications.path, getNotificationSettings.path]);
  });

  it('that blocks makes everything stale', () => {
    expect(invalidatedByCall(done(blockPerson, { body: { userId: anId() } }, {}))).toBe('everything');
  });

  // Its own events are not applied once the call's row is.
  const handover = aHandover({ conversationId });
  const request = aMatchedRequest({}, { conversationId });
  const toConversation = { params: { id: conversationId } };
  const place = { latitude: 40.75, longitude: -74 };
  const said = (id: string): ServerMessage => ({
    type: 'new_message',
    id: 'e1',
    data: { conversationId: id, messageId: anId() },
  });
  const handed: ServerMessage = {
    type: 'handover_update',
    id: 'e2',
    data: { handoverId: handover.id, conversationId, status: 'open' },
  };
  const listed: ServerMessage = {
    type: 'heat_map_update',
    id: 'e3',
    data: { listingId: listing.id, status: 'claimed', ...place },
  };
  const asked: ServerMessage = {
    type: 'heat_map_update',
    id: 'e4',
    data: { requestId: request.id, status: 'matched', ...place },
  };
  const notified: ServerMessage = {
    type: 'notification',
    id: 'e5',
    data: { notificationId: anId(), kind: 'request_expired' },
  };
  const requestPaths = contract
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/emergency-requests'))
    .map(({ path }) => path);

  const acts: readonly (readonly [string, SettledMutation, readonly ServerMessage[], readonly string[]])[] = [
    // A claim from the feed answers no request, and nothing cached has the new claim's own queries.
    [
      'claims',
      done(claimListing, toListing, { claim }),
      [handed, listed, said(conversationId)],
      [...requestPaths, getHandover.path, getListingLimits.path],
    ],
    ['writes', done(sendMessage, toConversation, aMessage({ conversationId })), [said(conversationId)], []],
    [
      'completes',
      done(completeHandover, toConversation, handover),
      [handed, listed, asked, said(conversationId)],
      [],
    ],
    [
      'cancels the help for a request whose time is over',
      done(releaseHandover, toConversation, handover),
      [handed, asked, notified, said(conversationId)],
      [],
    ],
    ['asks', done(createRequest, { body: {} }, aRequest()), [asked], []],
    ['helps', done(matchRequest, toConversation, request), [handed, listed, asked, said(conversationId)], []],
    // Own food is not recommended.
    [
      'shares',
      done(createListing, { body: {} }, listing),
      [listed],
      [listRecommendations.path, listExpiringSoon.path],
    ],
    // A window moves, and nothing else of a handover.
    [
      'edits food',
      done(changeListing, { ...toListing, body: {} }, listing),
      [handed, listed],
      [
        getClaimLimits,
        getListingLimits,
        getRequestLimits,
        listActiveRequests,
        listConversations,
        listMessages,
        listRecommendations,
        listExpiringSoon,
      ].map(({ path }) => path),
    ],
  ];
  it.each(acts)('that %s covers what its own events make stale', (_what, change, events, unaffected) => {
    const own = invalidatedByCall(change);
    const isCovered = ({ endpoint, params }: StaleQuery): boolean =>
      own === 'everything' ||
      (own ?? []).some(
        (one) => one.endpoint === endpoint && (!one.params || !params || one.params['id'] === params['id']),
      );
    const missing = events.flatMap((event) => {
      const stale = invalidatedByMessage(event);
      if (stale === 'everything') throw new Error('No call covers everything');
      return stale.filter((each) => !isCovered(each)).map(({ endpoint }) => endpoint.path);
    });
    expect(missing.filter((path) => !unaffected.includes(path))).toEqual([]);
  });
});

describe('an event of someone else', () => {
  it('about the own points or badges makes all figures stale', () => {
    const stale = invalidatedByMessage({ type: 'recognition_changed', id: 'e3', data: {} });
    expect(stale === 'everything' ? [] : namesOf(stale).toSorted()).toEqual([
      getCommunityStats.path,
      getAllTimeLeaderboard.path,
      getMonthlyLeaderboard.path,
      listUserBadges.path,
      getUserImpact.path,
      getUserStats.path,
    ]);
  });

  it.each([
    [
      'a handover',
      {
        type: 'handover_update',
        id: 'e1',
        data: { handoverId: anId(), conversationId: anId(), status: 'completed' },
      },
    ],
    ['what an organizer changes of the account', { type: 'account_changed', id: 'e2' }],
  ] satisfies (readonly [string, ServerMessage])[])(
    'about %s may change how much one may share and take',
    (_what, message) => {
      const stale = invalidatedByMessage(message);
      expect(stale === 'everything' ? [] : namesOf(stale)).toEqual(
        expect.arrayContaining([getClaimLimits.path, getListingLimits.path]),
      );
    },
  );
});
