import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messagePages, threadOf } from './messaging.queries.ts';

/** The messages of a conversation that were fetched, oldest first, and the way to the older ones. */
export function useThread(conversationId: string) {
  const query = useInfiniteQuery(messagePages(conversationId));
  const thread = useMemo(() => threadOf(query.data?.pages ?? []), [query.data]);
  return { query, thread };
}
