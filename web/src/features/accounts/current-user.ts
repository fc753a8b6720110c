import { getUser, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchCurrentUser } from './fetch-current-user.ts';

/** The signed-in user; null once the session has ended. */
export const currentUserQuery = queryOptions<User | null>({
  queryKey: [getUser.path],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
});

/** The signed-in user. Throws outside the signed-in app. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error('Nobody is signed in here');
  return data;
}
