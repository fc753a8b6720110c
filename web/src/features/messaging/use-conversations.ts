import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useOlder, withOlder } from '#web/lib/use-older.ts';
import { conversations, fetchConversations, olderConversationsKey } from './messaging.queries.ts';

/** The conversations that were fetched, newest first, the one that is wanted, and the way to the older ones. */
export function useConversations(wantedId: string | null) {
  const newest = useQuery(conversations);
  const older = useOlder({
    cursor: newest.data?.olderCursor ?? null,
    queryKey: olderConversationsKey,
    fetchPage: fetchConversations,
  });
  const all = withOlder(newest.data?.items ?? [], older.items);
  const wanted = all.find(({ id }) => id === wantedId) ?? null;
  // A link, such as a notification's, may lead to a conversation that is further down.
  const isLookedFor =
    wantedId !== null &&
    !wanted &&
    newest.isSuccess &&
    (newest.isFetching || (older.hasMore && !older.error));
  const goesOn = isLookedFor && older.hasMore && !older.isLoading;
  const showMore = useEffectEvent(older.showMore);
  useEffect(() => {
    if (goesOn) showMore();
  }, [goesOn]);
  return { newest, all, wanted, isLookedFor, older };
}
