import {
  getUser,
  type ProfileChange,
  type User,
  updateProfile,
} from '@openlarder/domain/accounts/account-contract.ts';
import { queryOptions, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { UnauthorizedError } from '#web/lib/http-error.ts';
import { cancelRefetches } from '#web/lib/query-client.ts';
import { fetchCurrentUser } from './fetch-current-user.ts';

/**
 * The signed-in user. Once the session has ended it fails and keeps the user, because the screens stay until the page
 * leaves for sign-in.
 */
export const currentUserQuery = queryOptions<User>({
  queryKey: endpointKey(getUser),
  async queryFn({ signal }) {
    const user = await fetchCurrentUser(signal);
    if (!user) throw new UnauthorizedError();
    return user;
  },
});

/** The signed-in user. Throws outside the signed-in app. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error('Nobody is signed in here');
  return data;
}

/** Whether others see a person's address: that of a business once it is verified, which labels the place then. */
export const hasPublicPlace = ({ organizationName, location, areaLabel }: User): boolean =>
  organizationName !== null && areaLabel !== null && areaLabel === location;

const SAVING = ['save-profile'] as const;

export const useIsSavingProfile = (): boolean => useIsMutating({ mutationKey: SAVING }) > 0;

export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: SAVING,
    // one after the other, so that the last choice is what stays
    scope: { id: 'save-profile' },
    mutationFn: (change: ProfileChange) => call(updateProfile, { body: change }),
    onSuccess: (user) => {
      const { queryKey } = currentUserQuery;
      cancelRefetches(queryClient, { queryKey });
      queryClient.setQueryData(queryKey, user);
    },
  });
}
