import { getUser, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOrNullOn401 } from '#web/lib/call.ts';

/** The signed-in person, or null when nobody is signed in. */
export const fetchCurrentUser = (signal?: AbortSignal): Promise<User | null> =>
  callOrNullOn401(getUser, signal ? { signal } : {});

/** The server writes on the page that the browser has brought no session: then there is nobody to ask about. */
export const hasNoSession = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';

/** The signed-in person; null once the session has ended. */
export const currentUserQuery = queryOptions<User | null>({
  queryKey: [getUser.path],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
});

/** The signed-in person. Only for screens behind the door: raises where nobody is signed in. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error('Nobody is signed in here');
  return data;
}
