import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { boundsContain, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { padBounds } from '@openlarder/domain/map/padded-bounds.ts';
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
import { type RefetchQueries, PUBLIC_INTERVAL_MS } from './refetch-throttle.ts';

const claims = endpointKey(listClaims);
const claimLimitsQuery = endpointKey(getClaimLimits);
const conversations = endpointKey(listConversations);
const notifications = endpointKey(listNotifications);
/** Prefixes of query keys whose changes are reported by map area. */
const mapAreaKeys = [listingsKey[0], userListingsKey[0], clustersKey[0]];

/** Bounds that contain all members of the clusters of a map query; null for other queries. */
function reachOfQuery({ queryKey: [path, asked] }: Query): GeoBounds | null {
  const isOfMap = path === clustersKey[0] && typeof asked === 'object' && asked !== null;
  return isOfMap && isMapQuestion(asked) ? padBounds(asked, asked.radius) : null;
}
const isMapQuestion = (asked: object): asked is GeoBounds & { readonly radius: number } =>
  ['north', 'south', 'east', 'west', 'radius'].every((side) => typeof Reflect.get(asked, side) === 'number');

/**
 * Returns true for queries that may show something at this place, and for all queries if the place is
 * unknown.
 */
const mayShow =
  ({ latitude, longitude }: { readonly latitude: number | null; readonly longitude: number | null }) =>
  (query: Query): boolean => {
    const reach = reachOfQuery(query);
    if (latitude === null || longitude === null || reach === null) return true;
    return boundsContain(reach, { latitude, longitude });
  };

/** Returns true for the query of a single listing. */
const isOneListing = ({ queryKey }: Query): boolean =>
  typeof queryKey[1] === 'string' && queryKey[1] !== feedKey[1];

/** Refetches exactly the queries that a live message makes stale. A new feature adds its case here. */
export function refreshAfterMessage(
  queryClient: QueryClient,
  message: ServerMessage,
  refetch: RefetchQueries,
): void {
  switch (message.type) {
    case 'new_food_listing':
    case 'heat_map_update': {
      const { data } = message;
      // A moved item is reported twice, at its old and its new place.
      refetch(clustersKey, { minIntervalMs: PUBLIC_INTERVAL_MS, predicate: mayShow(data) });
      if (!('listingId' in data)) {
        refetch(emergencyKey, { minIntervalMs: PUBLIC_INTERVAL_MS });
        return;
      }
      applyLiveStatus(queryClient, data);
      refetch(feedKey, { minIntervalMs: PUBLIC_INTERVAL_MS });
      refetch(listingQuery(data.listingId).queryKey, { minIntervalMs: PUBLIC_INTERVAL_MS });
      refetch(userListingsKey, { minIntervalMs: PUBLIC_INTERVAL_MS });
      return;
    }
    case 'emergency_alert':
    case 'emergency_matched':
    case 'emergency_fulfilled':
      refetch(emergencyKey);
      refetch(clustersKey, { minIntervalMs: PUBLIC_INTERVAL_MS, predicate: mayShow(message.data) });
      return;
    case 'new_message':
      refetch(conversations, { exact: true });
      refetch([...conversations, message.data.conversationId]);
      return;
    case 'conversation_read':
      refetch(conversations, { exact: true });
      return;
    case 'handover_update':
      refetch(claims);
      refetch(claimLimitsQuery);
      refetch(emergencyKey);
      // How much is left, and whether the address is visible, differs for each of the two people.
      refetch(listingsKey, { predicate: isOneListing });
      refetch(userListingsKey);
      refetch(conversations, { exact: true });
      refetch([...conversations, message.data.conversationId]);
      return;
    case 'account_changed':
      refetch([getUser.path]);
      return;
    case 'notification':
      refetch(notifications);
      return;
    case 'resync':
      // Missed events cannot be named: refetch what is on screen now and the rest when it is next shown.
      void queryClient.invalidateQueries();
      return;
    default:
  }
}

/**
 * Called when the watched map area grows beyond `before`: data fetched until then, or still on its way, may
 * have missed events from the new part. Queries inside `before` have missed nothing.
 */
export function refreshWidenedArea(
  queryClient: QueryClient,
  refetch: RefetchQueries,
  before: GeoBounds | null,
): void {
  refetch(listingsKey, { minIntervalMs: PUBLIC_INTERVAL_MS });
  refetch(userListingsKey, { minIntervalMs: PUBLIC_INTERVAL_MS });
  refetch(clustersKey, {
    minIntervalMs: PUBLIC_INTERVAL_MS,
    predicate(query) {
      const reach = reachOfQuery(query);
      return before === null || reach === null || !containsBounds(before, reach);
    },
  });
}

/** The message types that `refreshAfterMessage` handles. */
export const REFRESHING_MESSAGE_TYPES: readonly ServerMessageType[] = [
  'new_food_listing',
  'heat_map_update',
  'emergency_alert',
  'emergency_matched',
  'emergency_fulfilled',
  'new_message',
  'conversation_read',
  'handover_update',
  'account_changed',
  'notification',
  'resync',
];

type LiveQueries = 'all' | 'except-map-areas';

/** Returns true for queries that live events keep fresh. */
function isLiveQuery(what: LiveQueries): (query: Query) => boolean {
  const keys: readonly unknown[] = [
    ...(what === 'all' ? mapAreaKeys : []),
    claims[0],
    conversations[0],
    notifications[0],
    emergencyKey[0],
    getUser.path,
  ];
  return (query) => keys.includes(query.queryKey[0]);
}

/**
 * Refetches the first requests that are under way when the socket connects, once they have finished: the server may
 * have read them before the connection's first event.
 */
export function refetchUnderWay(queryClient: QueryClient, refetch: RefetchQueries, what: LiveQueries): void {
  const isLive = isLiveQuery(what);
  const isFirst = (query: Query): boolean => query.state.dataUpdatedAt === 0 && isLive(query);
  for (const { queryKey } of queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching', predicate: isFirst }))
    refetch(queryKey, { exact: true });
}

/**
 * Refetches everything that live events keep fresh: when the socket first connects, and while it is
 * disconnected. Queries on screen are refetched now, others when they are next shown. Data without live
 * events (community settings) stays; with `except-map-areas`, data reported by map area waits for
 * `refreshWidenedArea`. Resolves to true if every query on screen succeeded.
 */
export async function refreshFromServer(
  queryClient: QueryClient,
  what: LiveQueries = 'all',
): Promise<boolean> {
  const isLive = isLiveQuery(what);
  const which: QueryFilters = { predicate: (query) => query.state.dataUpdatedAt > 0 && isLive(query) };
  // A request already under way counts as a refetch.
  await queryClient.invalidateQueries(which, { cancelRefetch: false });
  const shown = queryClient.getQueryCache().findAll({ ...which, type: 'active' });
  return shown.every(({ state }) => state.status === 'success');
}
