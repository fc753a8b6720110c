import { useQuery } from '@tanstack/react-query';
import { conversations } from './messaging.queries.ts';

/** How many conversations have something unread; 0 until known. */
export function useUnreadMessages(): number {
  const { data } = useQuery(conversations);
  return data?.unreadCount ?? 0;
}
