import { useQuery } from '@tanstack/react-query';
import { conversations } from './messaging.queries.ts';

/** How many messages wait to be read, over all conversations; 0 until known. */
export function useUnreadMessages(): number {
  const { data } = useQuery(conversations);
  return data?.reduce((sum, conversation) => sum + conversation.unreadCount, 0) ?? 0;
}
