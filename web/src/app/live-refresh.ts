import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { listClaims, listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import {
  getRequest,
  getRequestLimits,
  listActiveRequests,
  listRequests,
} from '@openlarder/domain/emergency/request-contract.ts';
import type { AnyEndpoint } from '@openlarder/domain/kernel/endpoint.ts';
import { boundsContain, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { getListing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { padBounds } from '@openlarder/domain/map/padded-bounds.ts';
import { listConversations, listMessages } from '@openlarder/domain/messaging/message-contract.ts';
import { getPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { queriesOf } from '#web/lib/endpoint-query.ts';
import { isUnauthorized } from '#web/lib/http-error.ts';
import type { SettledMutation } from '#web/lib/mutations.ts';
import { containsBounds } from '#web/live/watched-area.ts';
import { invalidatedByCall, invalidatedByMessage, type StaleQuery } from './invalidation-table.ts';
import { type RefetchQueries, PUBLIC_INTERVAL_MS } from './refetch-throttle.ts';

/** Changes that are reported by map area. */
const OF_MAP_AREAS: readonly AnyEndpoint[] = [
  listListings,
  getListing,
  listUserListings,
  getPerson,
  listClusters,
];
/** Changes that are reported to the people concerned, in any area. */
const OF_PEOPLE: readonly AnyEndpoint[] = [
  getUser,
  listClaims,
  listConversations,
  listMessages,
  listNotifications,
  listActiveRequests,
  listRequests,
  getRequest,
  getRequestLimits,
];

/** Bounds that contain all members of the clusters of a map query; null for other queries. */
function reachOfQuery({ queryKey }: Pick<Query, 'queryKey'>): GeoBounds | null {
  const asked = queryKey[1];
  const isOfMap = queryKey[0] === listClusters.path && typeof asked === 'object' && asked !== null;
  return isOfMap && isMapQuestion(asked) ? padBounds(asked, asked.radius) : null;
}
const isMapQuestion = (asked: object): asked is GeoBounds & { readonly radius: number } =>
  ['north', 'south', 'east', 'west', 'radius'].every((side) => typeof Reflect.get(asked, side) === 'number');

/**
 * Returns true for queries that may show something where a message reports a change, and for all queries if the place
 * is unknown.
 */
const mayShow =
  (message: ServerMessage) =>
  (query: Pick<Query, 'queryKey'>): boolean => {
    if (!('data' in message) || !('latitude' in message.data)) return true;
    const { latitude, longitude } = message.data;
    const reach = reachOfQuery(query);
    if (latitude === null || longitude === null || reach === null) return true;
    return boundsContain(reach, { latitude, longitude });
  };

const slotOf = ({ endpoint, params }: StaleQuery): string => [endpoint.path, params?.['id']].join(' ');

/** Refetches what an event makes stale, by the invalidation table. */
export function refreshAfterMessage(
  queryClient: QueryClient,
  message: ServerMessage,
  refetch: RefetchQueries,
): void {
  const stale = invalidatedByMessage(message);
  if (stale === 'everything') {
    void queryClient.invalidateQueries({ refetchType: 'none' });
    // Each by itself: a first request that is under way may have been read before, and runs again once it has finished.
    for (const { queryKey } of queryClient.getQueryCache().findAll({ type: 'active' }))
      refetch({ queryKey, exact: true });
    return;
  }
  const isHere = mayShow(message);
  const isPublic = message.type === 'new_food_listing' || message.type === 'heat_map_update';
  for (const each of stale) {
    const { queryKey, predicate } = queriesOf(each.endpoint, each.params);
    const isFrequent = isPublic || each.endpoint === listClusters;
    refetch(
      { queryKey, predicate: (query) => predicate(query) && isHere(query) },
      { slot: slotOf(each), ...(isFrequent && { minIntervalMs: PUBLIC_INTERVAL_MS }) },
    );
  }
}

/**
 * Refetches what a call of this tab makes stale, by the invalidation table; after a failure too: it may have been done
 * without an answer, or refused because someone else was faster. Returns true if the table has the call.
 */
export function refreshAfterOwnMutation(
  queryClient: QueryClient,
  mutation: SettledMutation,
  refetch: RefetchQueries,
): boolean {
  const stale = invalidatedByCall(mutation);
  if (stale === null) return false;
  // The page is about to leave.
  if ('error' in mutation.outcome && isUnauthorized(mutation.outcome.error)) return true;
  if (stale === 'everything') void queryClient.invalidateQueries();
  // Never behind the pause of frequent events.
  else
    for (const each of stale) refetch(queriesOf(each.endpoint, each.params), { slot: `own ${slotOf(each)}` });
  return true;
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
  for (const endpoint of OF_MAP_AREAS) {
    const { queryKey, predicate } = queriesOf(endpoint);
    refetch(
      {
        queryKey,
        predicate(query) {
          const reach = reachOfQuery(query);
          const isInside = before !== null && reach !== null && containsBounds(before, reach);
          return predicate(query) && !isInside;
        },
      },
      { slot: slotOf({ endpoint }), minIntervalMs: PUBLIC_INTERVAL_MS },
    );
  }
}

/** The queries that live events keep fresh, by the first part of their keys. */
const LIVE_PREFIXES: ReadonlySet<unknown> = new Set(
  [...OF_MAP_AREAS, ...OF_PEOPLE].map((endpoint) => queriesOf(endpoint).queryKey[0]),
);

/**
 * Refetches everything that live events keep fresh, while the socket is disconnected. Queries on screen are refetched
 * now, others when they are next shown. Data without live events (community settings) stays. Resolves to true if every
 * query on screen succeeded.
 */
export async function refreshFromServer(queryClient: QueryClient): Promise<boolean> {
  const which: QueryFilters = {
    predicate: ({ state, queryKey }) => state.dataUpdatedAt > 0 && LIVE_PREFIXES.has(queryKey[0]),
  };
  // A request already under way counts as a refetch.
  await queryClient.invalidateQueries(which, { cancelRefetch: false });
  const shown = queryClient.getQueryCache().findAll({ ...which, type: 'active' });
  return shown.every(({ state }) => state.status === 'success');
}
