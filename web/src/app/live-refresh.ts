import { boundsContain, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { type Topic, TOPICS } from '@openlarder/domain/kernel/topics.ts';
import type { ServerMessage, ServerMessageType } from '@openlarder/domain/live/live-protocol.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { type Query, type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { queriesShowing } from '#web/lib/endpoint-query.ts';
import { isUnauthorized } from '#web/lib/http-error.ts';
import { isCalled, type SettledMutation } from '#web/lib/mutations.ts';
import { type RefetchQueries, PUBLIC_INTERVAL_MS } from './refetch-throttle.ts';
import { padBounds } from '@openlarder/domain/map/cluster-grid.ts';

/** The topics that a message of the specification is about. */
function topicsOf(message: ServerMessage): readonly Topic[] {
  switch (message.type) {
    case 'changed':
      return message.topics;
    case 'new_food_listing':
      return ['listings'];
    case 'heat_map_update':
      if ('listingId' in message.data) return ['listings'];
      // Everyone learns of an area only, not of the request.
      return 'requestId' in message.data ? ['requests', 'open-requests'] : ['open-requests'];
    case 'emergency_alert':
      return ['open-requests'];
    case 'emergency_matched':
    case 'emergency_fulfilled':
      return ['requests', 'open-requests'];
    case 'new_message':
      return ['conversations', 'messages', 'requests'];
    default:
      return [];
  }
}
/** The types of messages after which something is stale. */
export const CHANGE_MESSAGE_TYPES = [
  'changed',
  'new_food_listing',
  'heat_map_update',
  'emergency_alert',
  'emergency_matched',
  'emergency_fulfilled',
  'new_message',
] as const satisfies readonly ServerMessageType[];

/** Bounds that contain all members of the clusters of a map query; null for other queries. */
function reachOfQuery({ queryKey }: Pick<Query, 'queryKey'>): GeoBounds | null {
  const asked = queryKey[1];
  const isOfMap = queryKey[0] === listClusters.path && typeof asked === 'object' && asked !== null;
  return isOfMap && isMapQuestion(asked) ? padBounds(asked, asked.radius) : null;
}
const isMapQuestion = (asked: object): asked is GeoBounds & { readonly radius: number } =>
  ['north', 'south', 'east', 'west', 'radius'].every((side) => typeof Reflect.get(asked, side) === 'number');

/** True for queries that may show something where a message reports a change; for all if the place is unknown. */
const mayShow =
  (message: ServerMessage) =>
  (query: Pick<Query, 'queryKey'>): boolean => {
    if (!('data' in message) || !('latitude' in message.data)) return true;
    const { latitude, longitude } = message.data;
    const reach = reachOfQuery(query);
    if (latitude === null || longitude === null || reach === null) return true;
    return boundsContain(reach, { latitude, longitude });
  };

export function refreshAfterMessage(
  queryClient: QueryClient,
  message: ServerMessage,
  refetch: RefetchQueries,
): void {
  const isHere = mayShow(message);
  const isPublic = message.type === 'new_food_listing' || message.type === 'heat_map_update';
  for (const { path, queryKey, predicate } of queriesShowing(topicsOf(message)))
    refetch(
      { queryKey, predicate: (query) => predicate(query) && isHere(query) },
      {
        slot: path,
        ...((isPublic || path === listClusters.path) && { minIntervalMs: PUBLIC_INTERVAL_MS }),
      },
    );
}

/**
 * Refetches what a call of this tab makes stale, as its contract says; after a failure too: it may have been done
 * without a reply, or refused because someone else was faster. What already is the reply stays. While the same call
 * is under way once more, its end refetches.
 */
export function refreshAfterOwnMutation(
  queryClient: QueryClient,
  { endpoint, outcome }: SettledMutation,
  refetch: RefetchQueries,
): void {
  // The page is about to leave.
  if ('error' in outcome && isUnauthorized(outcome.error)) return;
  if (!('changes' in endpoint) || isCalled(endpoint)) return;
  const isTheReply = ({ state: { data } }: Pick<Query, 'state'>): boolean =>
    'answer' in outcome && data !== undefined && replaceEqualDeep(data, outcome.answer) === data;
  // Never behind the pause of frequent events.
  for (const { path, queryKey, predicate } of queriesShowing(endpoint.changes))
    refetch(
      { queryKey, predicate: (query) => predicate(query) && !isTheReply(query) },
      { slot: `own ${path}` },
    );
}

/**
 * Refetches everything while the socket is disconnected. Queries on screen are refetched now, others when they are next
 * shown. Resolves to true if every query on screen succeeded.
 */
export async function refreshFromServer(queryClient: QueryClient): Promise<boolean> {
  const gets = queriesShowing(TOPICS);
  const which = {
    predicate: (query: Query) =>
      query.state.dataUpdatedAt > 0 && gets.some(({ predicate }) => predicate(query)),
  };
  // A request already under way counts as a refetch.
  await queryClient.invalidateQueries(which, { cancelRefetch: false });
  const shown = queryClient.getQueryCache().findAll({ ...which, type: 'active' });
  return shown.every(({ state }) => state.status === 'success');
}
