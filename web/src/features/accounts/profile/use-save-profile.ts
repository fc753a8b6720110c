import { type ProfileChange, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { currentUserQuery } from '../current-user.ts';

/** What the feed is measured by: with these it is another one. */
const MOVES_THE_FEED = ['latitude', 'location', 'radiusKm', 'organizationName'] as const;

const SAVING = ['save-profile'] as const;

/** Whether the profile is being saved, wherever on the screen that was begun. */
export const useIsSavingProfile = (): boolean => useIsMutating({ mutationKey: SAVING }) > 0;

/** Changes the signed-in person's profile; what the screens show of them follows at once. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: SAVING,
    mutationFn: (change: ProfileChange) => call(updateProfile, { body: change }),
    onSuccess: (user, change) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      if (MOVES_THE_FEED.some((name) => change[name] !== undefined))
        void queryClient.invalidateQueries({ queryKey: ['/api/food-listings'] });
    },
    onError: (error) => {
      handleUnauthorized(error);
    },
  });
}
