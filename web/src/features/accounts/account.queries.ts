import { getUser, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOrNullOn401 } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';

/** The server writes on the page that the browser has brought no session: then there is nobody to ask about. */
const hasNoSession = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';

/** Who is signed in; null when nobody is. */
export const meQuery = queryOptions<User | null>({
  queryKey: endpointKey(getUser),
  initialData: () => (hasNoSession() ? null : undefined),
  queryFn: ({ signal }) => callOrNullOn401(getUser, { signal }),
});

/** The signed-in person. Only for screens behind the door: raises where nobody is signed in. */
export function useMe(): User {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('Nobody is signed in here');
  return data;
}
