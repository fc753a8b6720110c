import {
  type Conversation,
  listConversations,
  listMessages,
  type Message,
} from '@openlarder/domain/messaging/message-contract.ts';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callWithHeaders } from '#web/lib/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/endpoint-query.ts';
import { nextCursor } from '#web/lib/next-cursor.ts';

export const conversations = endpointQuery(listConversations);

export type MessagePage = {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Where the older ones begin; null when these are the oldest. */
  readonly olderCursor: string | null;
};

/** A conversation's messages: the newest page first, each next page older. */
export function messagePages(conversationId: string) {
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

/** All pages as one thread, oldest at the top, each message once. */
export function threadOf(pages: readonly MessagePage[]): readonly Message[] {
  const byId = new Map<string, Message>();
  for (const page of pages.toReversed()) for (const message of page.messages) byId.set(message.id, message);
  return [...byId.values()];
}

/** Puts a message that was just sent at the thread's end, unless the live socket was faster. */
export function keepMessage(queryClient: QueryClient, message: Message): void {
  queryClient.setQueryData<InfiniteData<MessagePage, string | null>>(
    messagePages(message.conversationId).queryKey,
    (thread) => {
      const [newest, ...older] = thread?.pages ?? [];
      if (!thread || !newest || newest.messages.some(({ id }) => id === message.id)) return thread;
      return { ...thread, pages: [{ ...newest, messages: [...newest.messages, message] }, ...older] };
    },
  );
}

/** Shows a conversation as read at once, before the server has said so. */
export function noteRead(queryClient: QueryClient, conversationId: string): void {
  queryClient.setQueryData<readonly Conversation[]>(conversations.queryKey, (all) =>
    all?.map((one) => (one.id === conversationId ? { ...one, unreadCount: 0 } : one)),
  );
}
