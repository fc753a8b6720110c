import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { fetchCurrentUser } from '#web/features/accounts/fetch-current-user.ts';
import { LiveContext, useConnectionLost } from '#web/live/live-context.ts';
import { refreshFromServer } from './live-refresh.ts';
import { leaveAfterSession } from './session-end.ts';

/** Polling interval while the socket is disconnected. */
const LOOK_EVERY_MS = 30_000;

/**
 * Keeps what is on screen fresh while the socket is disconnected: refetches on disconnect, at an interval,
 * and when the page becomes visible. Checks the session first, because its end could not be reported either;
 * without an answer, the fetched data stays.
 */
export function useFallbackLook(): void {
  const isLost = useConnectionLost();
  const live = useContext(LiveContext);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isLost || !live) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    let isLooking = false;

    const look = async () => {
      const me = queryClient.getQueryData<User>(currentUserQuery.queryKey);
      const somebody = await fetchCurrentUser(signal);
      if (signal.aborted) return;
      if (somebody?.id !== me?.id) {
        await leaveAfterSession();
        return;
      }
      queryClient.setQueryData(currentUserQuery.queryKey, somebody);
      if (await refreshFromServer(queryClient)) live.onDataFetched();
    };
    const lookOnce = () => {
      if (isLooking || document.visibilityState === 'hidden') return;
      isLooking = true;
      look()
        .catch(() => {})
        .finally(() => {
          isLooking = false;
        });
    };

    const timer = setInterval(lookOnce, LOOK_EVERY_MS);
    window.addEventListener('focus', lookOnce, { signal });
    document.addEventListener('visibilitychange', lookOnce, { signal });
    lookOnce();
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [isLost, live, queryClient]);
}
