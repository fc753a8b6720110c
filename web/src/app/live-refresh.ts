import { boundsContain, type GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { type Topic, TOPICS } from '@openlarder/domain/kernel/topics.ts';
import type { ServerMessage, ServerMessageType } from '@openlarder/domain/live/live-protocol.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { padBounds } from '@openlarder/domain/map/padded-bounds.ts';
import { type Query, type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { queriesShowing } from '#web/lib/endpoint-query.ts';
import { isUnauthorized } from '#web/lib/http-error.ts';
import { isCalled, type SettledMutation } from '#web/lib/mutations.ts';
import { containsBounds } from '#web/live/watched-area.ts';
import { type RefetchQueries, PUBLIC_INTERVAL_MS } from './refetch-throttle.ts';

const REQUEST = ['requests', 'open-requests'] as const satisfies readonly Topic[];

/** The topics that a message says have changed. */
const CHANGED_BY_MESSAGE: Readonly<Partial<Record<ServerMessageType, readonly Topic[]>>> = {
  new_food_listing: ['listings', 'giving'],
  heat_map_update: ['listings', 'giving'],
  emergency_alert: REQUEST,
  emergency_matched: REQUEST,
  emergency_fulfilled: REQUEST,
  new_message: ['conversations', 'messages', 'requests'],
  conversation_read: ['conversations'],
  handover_update: [
    'handovers',
    'giving',
    'listings',
    'conversations',
    'messages',
    'requests',
    'open-requests',
    'limits',
  ],
  account_changed: ['account', 'limits'],
  recognition_changed: ['recognition'],
  expiry_alert: ['alerts'],
  surplus_question: ['surplus'],
  notification: ['notifications', 'notification-settings'],
  // Missed events cannot be named.
  resync: TOPICS,
};
/** The types of messages after which something is stale. */
export const CHANGE_MESSAGE_TYPES = Object.keys(CHANGED_BY_MESSAGE).filter(
  (type): type is ServerMessageType => Object.hasOwn(CHANGED_BY_MESSAGE, type),
);

function topicsOf(message: ServerMessage): readonly Topic[] {
  if (message.type === 'heat_map_update') {
    // Everyone learns of an area only, not of the request.
    if ('bounds' in message.data) return ['open-requests'];
    if ('requestId' in message.data) return REQUEST;
  }
  return CHANGED_BY_MESSAGE[message.type] ?? [];
}

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

/** Refetches what a message makes stale. */
export function refreshAfterMessage(
  queryClient: QueryClient,
  message: ServerMessage,
  refetch: RefetchQueries,
): void {
  if (message.type === 'resync') {
    // A first request that is under way may have been read before, and runs again once it has finished.
    for (const { queryKey } of queryClient.getQueryCache().findAll({ type: 'active' }))
      refetch({ queryKey, exact: true });
    void queryClient.invalidateQueries({ refetchType: 'none' });
    return;
  }
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
 * without a reply, or refused because someone else was faster. What already is the reply stays. Returns false if it does
 * not: the page leaves, or the same call is under way once more and refetches at its end.
 */
export function refreshAfterOwnMutation(
  queryClient: QueryClient,
  { endpoint, outcome }: SettledMutation,
  refetch: RefetchQueries,
): boolean {
  // The page is about to leave.
  if ('error' in outcome && isUnauthorized(outcome.error)) return false;
  if (!('changes' in endpoint) || isCalled(endpoint)) return false;
  const isTheReply = ({ state: { data } }: Pick<Query, 'state'>): boolean =>
    'answer' in outcome && data !== undefined && replaceEqualDeep(data, outcome.answer) === data;
  // Never behind the pause of frequent events.
  for (const { path, queryKey, predicate } of queriesShowing(endpoint.changes))
    refetch(
      { queryKey, predicate: (query) => predicate(query) && !isTheReply(query) },
      { slot: `own ${path}` },
    );
  return true;
}

/**
 * Called when the watched map area grows beyond `before`: data fetched until then, or still on its way, may
 * have missed events from the new part. Queries inside `before` have missed nothing.
 */
export function refreshWidenedArea(refetch: RefetchQueries, before: GeoBounds | null): void {
  for (const { path, queryKey, predicate } of queriesShowing(['listings']))
    refetch(
      {
        queryKey,
        predicate(query) {
          const reach = reachOfQuery(query);
          const isInside = before !== null && reach !== null && containsBounds(before, reach);
          return predicate(query) && !isInside;
        },
      },
      { slot: path, minIntervalMs: PUBLIC_INTERVAL_MS },
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
