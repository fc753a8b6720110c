import {
  type Conversation,
  listConversations,
  listMessages,
  type Message,
} from '@openlarder/domain/messaging/message-contract.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { callWithHeaders, nextCursor } from '#web/lib/call.ts';
import { cancelRefetches } from '#web/lib/query-client.ts';
import { endpointKey, queriesOf } from '#web/lib/endpoint-query.ts';
import { mergeOlder, type Page, useOlderPages } from '#web/lib/use-older-pages.ts';

const PAGE_SIZE = 50;

export type ConversationPage = Page<Conversation> & {
  /** The number of conversations with unread messages, on all pages. */
  readonly unreadCount: number;
};

/** The conversations after a cursor; null for the newest. */
async function fetchConversations(cursor: string | null, signal: AbortSignal): Promise<ConversationPage> {
  const { data, headers } = await callWithHeaders(listConversations, {
    query: { limit: PAGE_SIZE, cursor },
    signal,
  });
  const unreadHere = data.filter(({ unreadCount }) => unreadCount > 0).length;
  return {
    items: data,
    olderCursor: nextCursor(headers),
    unreadCount: Number(headers.get('X-Unread-Count') ?? unreadHere),
  };
}

/** The first page of conversations, which live events invalidate; it has the unread count. */
export const conversationsQuery = queryOptions({
  queryKey: endpointKey(listConversations),
  queryFn: ({ signal }) => fetchConversations(null, signal),
});

const olderConversationsKey = [...conversationsQuery.queryKey, { older: true }] as const;

export type MessagePage = {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** The cursor of the older messages; null if there are none. */
  readonly olderCursor: string | null;
};

/** A conversation's messages: the newest page first, each next page older. */
export function messagesQuery(conversationId: string) {
  return infiniteQueryOptions({
    queryKey: endpointKey(listMessages, { params: { id: conversationId } }),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<MessagePage> => {
      const { data, headers } = await callWithHeaders(listMessages, {
        params: { id: conversationId },
        query: { cursor: pageParam },
        signal,
      });
      return { messages: data, olderCursor: nextCursor(headers) };
    },
    getNextPageParam: (page: MessagePage) => page.olderCursor,
  });
}

/** All pages as one thread, oldest first, without duplicates. */
function mergePages(pages: readonly MessagePage[]): readonly Message[] {
  const byId = new Map<string, Message>();
  for (const page of pages.toReversed()) for (const message of page.messages) byId.set(message.id, message);
  return [...byId.values()];
}

/** Appends a sent message to the cached thread, unless a refetch was faster. */
export function cacheMessage(queryClient: QueryClient, message: Message): void {
  queryClient.setQueryData<InfiniteData<MessagePage, string | null>>(
    messagesQuery(message.conversationId).queryKey,
    (thread) => {
      const [newest, ...older] = thread?.pages ?? [];
      if (!thread || !newest || newest.messages.some(({ id }) => id === message.id)) return thread;
      return { ...thread, pages: [{ ...newest, messages: [...newest.messages, message] }, ...older] };
    },
  );
}

const isUnreadIn = (page: Page<Conversation>, conversationId: string): boolean =>
  page.items.some(({ id, unreadCount }) => id === conversationId && unreadCount > 0);

const withRead = <P extends Page<Conversation>>(page: P, conversationId: string): P => ({
  ...page,
  items: page.items.map((one) => (one.id === conversationId ? { ...one, unreadCount: 0 } : one)),
});

/** Marks a conversation as read in the cache, before the server's answer. */
export function cacheRead(queryClient: QueryClient, conversationId: string): void {
  cancelRefetches(queryClient, queriesOf(listConversations));
  const older = { queryKey: olderConversationsKey };
  const wasUnreadBefore = queryClient
    .getQueriesData<InfiniteData<Page<Conversation>>>(older)
    .some(([, all]) => all?.pages.some((page) => isUnreadIn(page, conversationId)));
  queryClient.setQueriesData<InfiniteData<Page<Conversation>>>(
    older,
    (all) => all && { ...all, pages: all.pages.map((page) => withRead(page, conversationId)) },
  );
  queryClient.setQueryData(conversationsQuery.queryKey, (newest) => {
    if (!newest) return newest;
    const isOneLess = wasUnreadBefore || isUnreadIn(newest, conversationId);
    const unreadCount = Math.max(0, newest.unreadCount - (isOneLess ? 1 : 0));
    return { ...withRead(newest, conversationId), unreadCount };
  });
}

export function useThread(conversationId: string) {
  const query = useInfiniteQuery(messagesQuery(conversationId));
  const thread = useMemo(() => mergePages(query.data?.pages ?? []), [query.data]);
  return { query, thread };
}

/** The loaded conversations, newest first, and the wanted one, for which older pages load until it is found. */
export function useConversations(wantedId: string | null) {
  const newest = useQuery(conversationsQuery);
  const older = useOlderPages({
    cursor: newest.data?.olderCursor ?? null,
    queryKey: olderConversationsKey,
    fetchPage: fetchConversations,
  });
  const all = mergeOlder(newest.data?.items ?? [], older.items);
  const wanted = all.find(({ id }) => id === wantedId) ?? null;
  // A link, for example of a notification, may lead to a conversation on an older page.
  const isSearching =
    wantedId !== null &&
    !wanted &&
    newest.isSuccess &&
    (newest.isFetching || (older.hasMore && !older.error));
  const loadsMore = isSearching && older.hasMore && !older.isLoading;
  const showMore = useEffectEvent(older.showMore);
  useEffect(() => {
    if (loadsMore) showMore();
  }, [loadsMore]);
  return { newest, all, wanted, isSearching, older };
}

/** The number of conversations with unread messages; 0 until loaded. */
export function useUnreadConversationCount(): number {
  const { data } = useQuery(conversationsQuery);
  return data?.unreadCount ?? 0;
}
