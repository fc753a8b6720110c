import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { fetchCurrentUser } from '#web/features/accounts/fetch-current-user.ts';
import { LiveContext, useConnectionLost } from '#web/live/live-context.ts';
import { refreshFromServer } from './live-refresh.ts';
import { handleSessionEnd } from './session-end.ts';

/** Polling interval while the socket is disconnected. */
const POLL_INTERVAL_MS = 30_000;

/**
 * Keeps what is on screen fresh while the socket is disconnected: refetches on disconnect, at an interval,
 * and when the page becomes visible. Checks the session first, because its end could not be reported either;
 * without an answer, the fetched data stays.
 */
export function useLiveFallbackPolling(): void {
  const isLost = useConnectionLost();
  const live = useContext(LiveContext);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isLost || !live) return undefined;
    const unmount = new AbortController();
    const { signal } = unmount;
    let isPolling = false;

    const poll = async () => {
      const me = queryClient.getQueryData<User>(currentUserQuery.queryKey);
      const user = await fetchCurrentUser(signal);
      if (signal.aborted) return;
      if (!user || user.id !== me?.id) {
        await handleSessionEnd();
        return;
      }
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      if (await refreshFromServer(queryClient)) live.onDataFetched();
    };
    const pollOnce = () => {
      if (isPolling || document.visibilityState === 'hidden') return;
      isPolling = true;
      poll()
        .catch(() => {})
        .finally(() => {
          isPolling = false;
        });
    };

    const timer = setInterval(pollOnce, POLL_INTERVAL_MS);
    window.addEventListener('focus', pollOnce, { signal });
    document.addEventListener('visibilitychange', pollOnce, { signal });
    pollOnce();
    return () => {
      clearInterval(timer);
      unmount.abort();
    };
  }, [isLost, live, queryClient]);
}
