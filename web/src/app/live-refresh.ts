import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import type { ServerMessage, ServerMessageType } from '@openlarder/domain/live/live-protocol.ts';
import { listConversations } from '@openlarder/domain/messaging/message-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import type { QueryClient } from '@tanstack/react-query';
import {
  listingsKey,
  noteListingChange,
  oneListing,
  personListingsKey,
} from '#web/features/listings/listings.queries.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';

const claims = endpointKey(listClaims);
const conversations = endpointKey(listConversations);
const notifications = endpointKey(listNotifications);

const again = (queryClient: QueryClient, queryKey: readonly unknown[], exact = false): void => {
  void queryClient.invalidateQueries({ queryKey, exact });
};

/** Refreshes exactly what a piece of news makes old. A feature that shows something new adds its line here. */
export function refreshFor(queryClient: QueryClient, message: ServerMessage): void {
  switch (message.type) {
    case 'new_food_listing':
    case 'heat_map_update':
      noteListingChange(queryClient, message.data);
      return;
    case 'new_message':
      again(queryClient, conversations, true);
      again(queryClient, [...conversations, message.data.conversationId]);
      return;
    case 'conversation_read':
      again(queryClient, conversations, true);
      return;
    case 'claim_update':
      again(queryClient, claims);
      // How much is left, and whether the address may be seen, are told anew to each of the two.
      again(queryClient, oneListing(message.data.listingId).queryKey);
      again(queryClient, personListingsKey);
      again(queryClient, conversations, true);
      again(queryClient, [...conversations, message.data.conversationId]);
      return;
    case 'notification':
      again(queryClient, notifications);
      return;
    case 'resync':
      // What was missed cannot be told: what is on screen is asked for now, the rest when it is next shown.
      void queryClient.invalidateQueries();
      return;
    default:
  }
}

/** The kinds of news that `refreshFor` knows. */
export const REFRESHING: readonly ServerMessageType[] = [
  'new_food_listing',
  'heat_map_update',
  'new_message',
  'conversation_read',
  'claim_update',
  'notification',
  'resync',
];

/**
 * For the moment the socket first listens: what had been fetched before may have missed something in between.
 * What never changes by news, such as the community's settings, stays.
 */
export function refreshFetchedBeforeLive(queryClient: QueryClient): void {
  const byNews: readonly unknown[] = [
    listingsKey[0],
    personListingsKey[0],
    claims[0],
    conversations[0],
    notifications[0],
  ];
  void queryClient.invalidateQueries({
    predicate: (query) => query.state.dataUpdatedAt > 0 && byNews.includes(query.queryKey[0]),
  });
}
