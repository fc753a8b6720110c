import { readConversation } from '@openlarder/domain/messaging/message-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#web/lib/call.ts';
import { noteRead } from './messaging.queries.ts';

/** Marks a conversation as read while it is open and the page is seen. */
export function useMarkRead(conversationId: string, unreadCount: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (unreadCount === 0) return undefined;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      noteRead(queryClient, conversationId);
      call(readConversation, { params: { id: conversationId } }).then(
        () => queryClient.invalidateQueries({ queryKey: ['/api/notifications'] }),
        // Unread stays unread: the next fetch of the list shows it so, and opening it tries again.
        () => undefined,
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [conversationId, unreadCount, queryClient]);
}
