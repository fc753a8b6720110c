import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { askWhoIsThere, WHO_IS_THERE } from './who-is-there.ts';

/** The signed-in person; null once the session has ended. */
export const meQuery = queryOptions<User | null>({
  queryKey: [WHO_IS_THERE.path],
  queryFn: ({ signal }) => askWhoIsThere(signal),
});

/** The signed-in person. Only for screens behind the door: raises where nobody is signed in. */
export function useMe(): User {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('Nobody is signed in here');
  return data;
}
