import { listConversations, readConversation } from '@openlarder/domain/messaging/message-contract.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#web/lib/call.ts';
import { queriesOf } from '#web/lib/endpoint-query.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { cacheRead } from '../../messaging/messaging.queries.ts';

/** Delays between attempts; the last one repeats. */
const RETRY_AFTER_MS = [2000, 5000, 15_000, 60_000] as const;

const isRefused = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && ![408, 429].includes(error.status);

function createReadReporter(queryClient: QueryClient, conversationId: string) {
  /** The last seen message that is not reported yet. */
  let owed: string | null = null;
  let isAsking = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = async (): Promise<void> => {
    clearTimeout(timer);
    if (owed === null || isAsking || document.visibilityState !== 'visible') return;
    const upTo = owed;
    isAsking = true;
    cacheRead(queryClient, conversationId);
    try {
      await call(readConversation, { params: { id: conversationId }, body: { upTo } });
      tries = 0;
      if (owed === upTo) owed = null;
    } catch (error) {
      if (isRefused(error)) owed = null;
      else timer = setTimeout(() => void tell(), RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length - 1)]);
      tries += 1;
    }
    isAsking = false;
    if (owed !== upTo) void tell();
  };
  const tellNow = () => void tell();
  document.addEventListener('visibilitychange', tellNow);
  window.addEventListener('online', tellNow);

  return {
    saw: (messageId: string): void => {
      if (owed === messageId) return;
      owed = messageId;
      tellNow();
    },
    stop: (): void => {
      document.removeEventListener('visibilitychange', tellNow);
      window.removeEventListener('online', tellNow);
      clearTimeout(timer);
      // The cache shows it as read, but it was not reported: refetch.
      if (owed !== null && !isAsking) void queryClient.invalidateQueries(queriesOf(listConversations));
      owed = null;
    },
  };
}

/** Marks a conversation as read up to `seenId`, null while the end is not visible, once the page is visible. */
export function useMarkRead(conversationId: string, unreadCount: number, seenId: string | null): void {
  const queryClient = useQueryClient();
  const reader = useRef<ReturnType<typeof createReadReporter> | null>(null);
  useEffect(() => {
    const mine = createReadReporter(queryClient, conversationId);
    reader.current = mine;
    return () => mine.stop();
  }, [queryClient, conversationId]);
  const isUnread = unreadCount > 0;
  useEffect(() => {
    if (isUnread && seenId !== null) reader.current?.saw(seenId);
  }, [isUnread, seenId]);
}
