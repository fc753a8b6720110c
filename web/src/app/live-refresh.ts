import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { boundsHold, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { reachOf } from '@openlarder/domain/map/cluster-reach.ts';
import { getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import type { ServerMessage, ServerMessageType } from '@openlarder/domain/live/live-protocol.ts';
import { listConversations } from '@openlarder/domain/messaging/message-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { emergencyKey } from '#web/features/emergency/emergency-query-key.ts';
import {
  feedKey,
  listingsKey,
  applyLiveStatus,
  listingQuery,
  userListingsKey,
} from '#web/features/listings/listings.queries.ts';
import { clustersKey } from '#web/features/map/map.queries.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { containsBounds } from '#web/live/watched-area.ts';
import { type Again, PUBLIC_REST_MS } from './refetch-throttle.ts';

const claims = endpointKey(listClaims);
const claimLimitsQuery = endpointKey(getClaimLimits);
const conversations = endpointKey(listConversations);
const notifications = endpointKey(listNotifications);
/** How the keys begin of what is heard of by the part of the map one looks at. */
const byPlace = [listingsKey[0], userListingsKey[0], clustersKey[0]];

/** Where all lies that the clusters of a query are made of; null for a query of no part of the map. */
function reachOfQuery({ queryKey: [path, asked] }: Query): GeoBounds | null {
  const isOfMap = path === clustersKey[0] && typeof asked === 'object' && asked !== null;
  return isOfMap && isMapQuestion(asked) ? reachOf(asked, asked.radius) : null;
}
const isMapQuestion = (asked: object): asked is GeoBounds & { readonly radius: number } =>
  ['north', 'south', 'east', 'west', 'radius'].every((side) => typeof Reflect.get(asked, side) === 'number');

/** True of a query that may show what is at this place; of all of them where it has none. */
const mayShow =
  ({ latitude, longitude }: { readonly latitude: number | null; readonly longitude: number | null }) =>
  (query: Query): boolean => {
    const reach = reachOfQuery(query);
    if (latitude === null || longitude === null || reach === null) return true;
    return boundsHold(reach, { latitude, longitude });
  };

/** Refreshes exactly what a piece of news makes old. A feature that shows something new adds its line here. */
export function refreshFor(queryClient: QueryClient, message: ServerMessage, again: Again): void {
  switch (message.type) {
    case 'new_food_listing':
    case 'heat_map_update': {
      const { data } = message;
      // what was moved is told twice, where it was and where it is
      again(clustersKey, { restMs: PUBLIC_REST_MS, predicate: mayShow(data) });
      if (!('listingId' in data)) {
        again(emergencyKey, { restMs: PUBLIC_REST_MS });
        return;
      }
      applyLiveStatus(queryClient, data);
      again(feedKey, { restMs: PUBLIC_REST_MS });
      again(listingQuery(data.listingId).queryKey, { restMs: PUBLIC_REST_MS });
      again(userListingsKey, { restMs: PUBLIC_REST_MS });
      return;
    }
    case 'emergency_alert':
    case 'emergency_matched':
    case 'emergency_fulfilled':
      again(emergencyKey);
      again(clustersKey, { restMs: PUBLIC_REST_MS, predicate: mayShow(message.data) });
      return;
    case 'new_message':
      again(conversations, { exact: true });
      again([...conversations, message.data.conversationId]);
      return;
    case 'conversation_read':
      again(conversations, { exact: true });
      return;
    case 'claim_update':
      again(claims);
      again(claimLimitsQuery);
      // How much is left, and whether the address may be seen, are told anew to each of the two.
      again(listingQuery(message.data.listingId).queryKey);
      again(userListingsKey);
      again(conversations, { exact: true });
      again([...conversations, message.data.conversationId]);
      return;
    case 'account_changed':
      again([getUser.path]);
      return;
    case 'notification':
      again(notifications);
      return;
    case 'resync':
      // What was missed cannot be told: what is on screen is asked for now, the rest when it is next shown.
      void queryClient.invalidateQueries();
      return;
    default:
  }
}

/**
 * For the moment from which more of the map is heard of than `before`: what was fetched of it by then may have missed
 * something, also what is on its way. What lay in all that was heard of before has missed nothing.
 */
export function refreshWidened(queryClient: QueryClient, again: Again, before: GeoBounds | null): void {
  again(listingsKey, { restMs: PUBLIC_REST_MS });
  again(userListingsKey, { restMs: PUBLIC_REST_MS });
  again(clustersKey, {
    restMs: PUBLIC_REST_MS,
    predicate(query) {
      const reach = reachOfQuery(query);
      return before === null || reach === null || !containsBounds(before, reach);
    },
  });
}

/** The kinds of news that `refreshFor` knows. */
export const REFRESHING: readonly ServerMessageType[] = [
  'new_food_listing',
  'heat_map_update',
  'emergency_alert',
  'emergency_matched',
  'emergency_fulfilled',
  'new_message',
  'conversation_read',
  'claim_update',
  'account_changed',
  'notification',
  'resync',
];

/**
 * For the moment the socket first listens, and while it is down: what had been fetched before may have missed
 * something. What is on screen is asked for now, the rest when it is next shown; what never changes by news, such as
 * the community's settings, stays, and what is told by its place waits for `refreshWidened` where that is about to
 * come. Answers whether all of it came.
 */
export async function refreshFromServer(
  queryClient: QueryClient,
  what: 'all' | 'but for places' = 'all',
): Promise<boolean> {
  const byNews: readonly unknown[] = [
    ...(what === 'all' ? byPlace : []),
    claims[0],
    conversations[0],
    notifications[0],
    emergencyKey[0],
    getUser.path,
  ];
  const which: QueryFilters = {
    predicate: (query) => query.state.dataUpdatedAt > 0 && byNews.includes(query.queryKey[0]),
  };
  // a request under way is as good as another
  await queryClient.invalidateQueries(which, { cancelRefetch: false });
  const shown = queryClient.getQueryCache().findAll({ ...which, type: 'active' });
  return shown.every(({ state }) => state.status === 'success');
}
