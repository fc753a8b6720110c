import { getUser, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { callOrNullOn401 } from '#web/lib/call.ts';

// Apart from current-user.ts, because the landing page loads this and no query library.

export const fetchCurrentUser = (signal?: AbortSignal): Promise<User | null> =>
  callOrNullOn401(getUser, signal ? { signal } : {});

/** Returns true if the server rendered the page without a session cookie, so that no call is needed. */
export const hasNoSession = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';
