import { getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import type { ServerMessage, ServerMessageType } from '@openlarder/domain/live/live-protocol.ts';
import { listConversations } from '@openlarder/domain/messaging/message-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { WHO_IS_THERE } from '#web/features/accounts/who-is-there.ts';
import {
  feedKey,
  listingsKey,
  noteListingState,
  oneListing,
  personListingsKey,
} from '#web/features/listings/listings.queries.ts';
import { clustersKey } from '#web/features/map/map.queries.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { type Again, PUBLIC_REST_MS } from './live-refresh-pace.ts';

const claims = endpointKey(listClaims);
const claimLimits = endpointKey(getClaimLimits);
const conversations = endpointKey(listConversations);
const notifications = endpointKey(listNotifications);

/** Refreshes exactly what a piece of news makes old. A feature that shows something new adds its line here. */
export function refreshFor(queryClient: QueryClient, message: ServerMessage, again: Again): void {
  switch (message.type) {
    case 'new_food_listing':
    case 'heat_map_update':
      noteListingState(queryClient, message.data);
      again(feedKey, { restMs: PUBLIC_REST_MS });
      again(clustersKey, { restMs: PUBLIC_REST_MS });
      again(oneListing(message.data.listingId).queryKey, { restMs: PUBLIC_REST_MS });
      again(personListingsKey, { restMs: PUBLIC_REST_MS });
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
      again(claimLimits);
      // How much is left, and whether the address may be seen, are told anew to each of the two.
      again(oneListing(message.data.listingId).queryKey);
      again(personListingsKey);
      again(conversations, { exact: true });
      again([...conversations, message.data.conversationId]);
      return;
    case 'account_changed':
      again([WHO_IS_THERE.path]);
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
 * For the moment in which more of the map is heard of than before: what was fetched of it may have missed something.
 * What is on its way as well is asked for anew only if it was there before.
 */
export function refreshWidened(queryClient: QueryClient): void {
  for (const queryKey of [feedKey, clustersKey]) {
    void queryClient.invalidateQueries(
      { queryKey, predicate: ({ state }) => state.dataUpdatedAt > 0 },
      { cancelRefetch: false },
    );
  }
}

/** The kinds of news that `refreshFor` knows. */
export const REFRESHING: readonly ServerMessageType[] = [
  'new_food_listing',
  'heat_map_update',
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
 * the community's settings, stays. Answers whether all of it came.
 */
export async function refreshFromServer(queryClient: QueryClient): Promise<boolean> {
  const byNews: readonly unknown[] = [
    listingsKey[0],
    clustersKey[0],
    personListingsKey[0],
    claims[0],
    conversations[0],
    notifications[0],
    WHO_IS_THERE.path,
  ];
  const which: QueryFilters = {
    predicate: (query) => query.state.dataUpdatedAt > 0 && byNews.includes(query.queryKey[0]),
  };
  // a request under way is as good as another
  await queryClient.invalidateQueries(which, { cancelRefetch: false });
  const shown = queryClient.getQueryCache().findAll({ ...which, type: 'active' });
  return shown.every(({ state }) => state.status === 'success');
}
