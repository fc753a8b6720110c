import { changePassword, listSessions } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { listActivity, listUserActivity } from '@openlarder/domain/activity/activity-contract.ts';
import { claimListing } from '@openlarder/domain/claims/claim-contract.ts';
import { createRequest, matchRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { acknowledgeExpiryAlert } from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import {
  completeHandover,
  getHandover,
  proposeTime,
} from '@openlarder/domain/handovers/handover-contract.ts';
import type { AnyEndpoint } from '@openlarder/domain/kernel/endpoint.ts';
import { TOPICS } from '@openlarder/domain/kernel/topics.ts';
import { changeListing, createListing } from '@openlarder/domain/listings/listing-contract.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { dismissMatch } from '@openlarder/domain/matching/matching-contract.ts';
import { readConversation, sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import {
  readNotifications,
  updateNotificationSettings,
} from '@openlarder/domain/notifications/notification-contract.ts';
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import {
  claimsOnMyListingsQuery,
  myClaimsQuery,
  ownListingsQuery,
} from '#web/features/claims/claims.queries.ts';
import {
  activeRequestsQuery,
  helpingQuery,
  myRequestsQuery,
  requestQuery,
} from '#web/features/emergency/emergency.queries.ts';
import { expiringSoonQuery, expiryAlertsQuery } from '#web/features/expiry-alerts/expiry-alerts.queries.ts';
import { communityStatsQuery, userImpactQuery } from '#web/features/impact/impact.queries.ts';
import { impactFactsQuery } from '#web/features/impact-facts/ImpactFacts.tsx';
import { feedQuery, listingLimitsQuery } from '#web/features/listings/listings.queries.ts';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { recommendationsQuery } from '#web/features/matching/matching.queries.ts';
import { conversationsQuery, messagesQuery } from '#web/features/messaging/messaging.queries.ts';
import {
  notificationSettingsQuery,
  notificationsQuery,
} from '#web/features/notifications/notifications.queries.ts';
import { userBadgesQuery, userStatsQuery } from '#web/features/recognition/recognition.queries.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { UnauthorizedError } from '#web/lib/http-error.ts';
import type { SettledMutation } from '#web/lib/mutations.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { refreshAfterMessage, refreshAfterOwnMutation, refreshFromServer } from './live-refresh.ts';
import type { RefetchQueries } from './refetch-throttle.ts';

const a = '0198a0aa-0000-7000-8000-00000000000a';
const b = '0198a0aa-0000-7000-8000-00000000000b';

const CHELSEA = { north: 40.76, south: 40.74, east: -73.98, west: -74.01 };

const invalidating =
  (client: QueryClient): RefetchQueries =>
  (filters) =>
    void client.invalidateQueries(filters);

/** What is on a screen, by name. */
const HEADER = {
  me: currentUserQuery.queryKey,
  bell: notificationsQuery.queryKey,
  talks: conversationsQuery.queryKey,
  points: userStatsQuery().queryKey,
  badges: userBadgesQuery().queryKey,
  mine: myClaimsQuery.queryKey,
  theirs: claimsOnMyListingsQuery.queryKey,
  asked: myRequestsQuery.queryKey,
  helping: helpingQuery.queryKey,
};
const HERE = { latitude: 40.75, longitude: -74 };
const DISCOVER = {
  ...HEADER,
  feed: feedQuery(NO_FILTER).queryKey,
  newest: feedQuery(NO_FILTER, 'newest').queryKey,
  map: [...endpointKey(listClusters), { ...CHELSEA, radius: 1000 }],
  needs: activeRequestsQuery.queryKey,
  suits: recommendationsQuery(HERE, 6).queryKey,
  ending: expiringSoonQuery(HERE).queryKey,
  alerts: expiryAlertsQuery.queryKey,
  shares: ownListingsQuery(b).queryKey,
  activity: endpointKey(listActivity, { query: { limit: 5 } }),
  community: communityStatsQuery().queryKey,
  facts: impactFactsQuery().queryKey,
};
const CONVERSATION = {
  ...HEADER,
  messages: messagesQuery(a).queryKey,
  handover: endpointKey(getHandover, { params: { id: a } }),
  request: requestQuery(a).queryKey,
};
const SHARE = { ...HEADER, shares: ownListingsQuery(b).queryKey, sharing: listingLimitsQuery.queryKey };
const PROFILE = {
  ...HEADER,
  shares: ownListingsQuery(b).queryKey,
  impact: userImpactQuery().queryKey,
  activity: endpointKey(listUserActivity, { params: { userId: b } }),
};
const SETTINGS = { ...HEADER, told: notificationSettingsQuery.queryKey, sessions: endpointKey(listSessions) };
/** The queries among them that show less than their endpoints. */
const METAS = [myClaimsQuery, claimsOnMyListingsQuery, ownListingsQuery(b), expiryAlertsQuery];

/** The call, where it happens, and the GETs of that screen that follow. */
const CALLS: readonly (readonly [AnyEndpoint, Readonly<Record<string, QueryKey>>, string])[] = [
  [claimListing, DISCOVER, 'talks mine feed newest map suits ending activity'],
  [dismissMatch, DISCOVER, 'suits ending'],
  [acknowledgeExpiryAlert, DISCOVER, 'alerts'],
  [createRequest, DISCOVER, 'asked helping map needs'],
  [
    matchRequest,
    DISCOVER,
    'bell talks mine theirs asked helping feed newest map needs suits ending shares activity',
  ],
  [sendMessage, CONVERSATION, 'talks asked helping messages request'],
  [readConversation, CONVERSATION, 'bell talks'],
  [proposeTime, CONVERSATION, 'bell talks mine theirs asked helping messages handover request'],
  [
    completeHandover,
    CONVERSATION,
    'bell talks points badges mine theirs asked helping messages handover request',
  ],
  [createListing, SHARE, 'theirs shares sharing'],
  [changeListing, SHARE, 'talks mine theirs asked helping shares sharing'],
  [updateProfile, PROFILE, 'me talks points badges mine theirs asked helping shares impact activity'],
  [updateNotificationSettings, SETTINGS, 'bell told'],
  [changePassword, SETTINGS, 'sessions'],
  [readNotifications, DISCOVER, 'bell'],
];

function open(screen: Readonly<Record<string, QueryKey>>): QueryClient {
  const client = createQueryClient();
  for (const queryKey of Object.values(screen)) {
    const meta = METAS.find((query) => hashKey(query.queryKey) === hashKey(queryKey))?.meta;
    client
      .getQueryCache()
      .build(client, { queryKey, ...(meta && { meta }) })
      .setData([]);
  }
  return client;
}
const staleOn = (client: QueryClient, screen: Readonly<Record<string, QueryKey>>): string =>
  Object.entries(screen)
    .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
    .map(([name]) => name)
    .join(' ');
const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

describe('after a call of this tab', () => {
  it.each(CALLS.map(([endpoint, screen, gets]) => [nameOf(endpoint), endpoint, screen, gets] as const))(
    '%s is followed by the GETs of what it changes',
    (_name, endpoint, screen, gets) => {
      const client = open(screen);
      const outcome = { answer: {} };
      refreshAfterOwnMutation(client, { endpoint, request: {}, outcome }, invalidating(client));
      expect(staleOn(client, screen)).toBe(gets);
    },
  );

  const settings = { quietHours: { from: '22:00', until: '07:00' } };
  const after = (outcome: SettledMutation['outcome']): string => {
    const client = open(SETTINGS);
    client.setQueryData([...SETTINGS.told], structuredClone(settings));
    const mutation = { endpoint: updateNotificationSettings, request: {}, outcome };
    refreshAfterOwnMutation(client, mutation, invalidating(client));
    return staleOn(client, SETTINGS);
  };
  it('leaves what already is the reply', () => {
    expect(after({ answer: structuredClone(settings) })).toBe('bell');
    expect(after({ answer: { quietHours: null } })).toBe('bell told');
  });

  it('fetches after a failure too, unless the page leaves for sign-in', () => {
    expect(after({ error: new Error('no answer') })).toBe('bell told');
    expect(after({ error: new UnauthorizedError() })).toBe('');
  });
});

describe('a live message', () => {
  it.each([
    [
      { type: 'new_message', row: b, data: { conversationId: a, messageId: b } },
      'talks asked helping messages request',
    ],
    [{ type: 'changed', topics: ['account'] }, 'me'],
    [{ type: 'changed', topics: ['recognition'], row: b }, 'points badges'],
    [{ type: 'changed', topics: [...TOPICS] }, Object.keys(CONVERSATION).join(' ')],
    [{ type: 'hello', socket: a }, ''],
  ] satisfies (readonly [ServerMessage, string])[])('%o makes what it changes stale', (message, gets) => {
    const client = open(CONVERSATION);
    refreshAfterMessage(client, message, invalidating(client));
    expect(staleOn(client, CONVERSATION)).toBe(gets);
  });

  it('about an area leaves the requests of the caller', () => {
    const client = open(DISCOVER);
    const message = { type: 'heat_map_update', row: b, data: { bounds: [CHELSEA] } } satisfies ServerMessage;
    refreshAfterMessage(client, message, invalidating(client));
    expect(staleOn(client, DISCOVER)).toBe('map needs');
  });
});

describe('a change at a place', () => {
  const isMapStale = (at: { latitude: number | null; longitude: number | null }): boolean => {
    const client = open(DISCOVER);
    const message = { row: b, data: { listingId: b, status: 'claimed', ...at } } as const;
    refreshAfterMessage(client, { type: 'heat_map_update', ...message }, invalidating(client));
    expect(staleOn(client, DISCOVER)).toContain('feed');
    return staleOn(client, DISCOVER).includes('map');
  };

  it('makes the map stale if it may be part of a cluster there, not if it lies elsewhere', () => {
    const here = { latitude: 40.75, longitude: -74 };
    expect(isMapStale(here)).toBe(true);
    // Beyond the edge, but within a radius of a center on this side of it.
    expect(isMapStale({ ...here, latitude: 40.7685 })).toBe(true);
    expect(isMapStale({ ...here, latitude: 40.7695 })).toBe(false);
    expect(isMapStale({ ...here, longitude: -73.9 })).toBe(false);
    expect(isMapStale({ latitude: null, longitude: null })).toBe(true);
  });
});

describe('while the connection is lost', () => {
  it('fetches everything that was fetched before', () => {
    const client = open(CONVERSATION);
    client.getQueryCache().build(client, { queryKey: feedQuery(NO_FILTER).queryKey });
    void refreshFromServer(client);
    expect(staleOn(client, CONVERSATION)).toBe(Object.keys(CONVERSATION).join(' '));
    expect(client.getQueryState(feedQuery(NO_FILTER).queryKey)?.isInvalidated).toBe(false);
  });
});
