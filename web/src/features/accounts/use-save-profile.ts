import { type ProfileChange, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { meQuery } from './account.queries.ts';

/** What the feed is measured by: with these it is another one. */
const MOVES_THE_FEED = ['latitude', 'location', 'radiusKm', 'organizationName'] as const;

/** Changes the signed-in person's profile; what the screens show of them follows at once. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) => call(updateProfile, { body: change }),
    onSuccess: (user, change) => {
      queryClient.setQueryData(meQuery.queryKey, user);
      if (MOVES_THE_FEED.some((name) => change[name] !== undefined))
        void queryClient.invalidateQueries({ queryKey: ['/api/food-listings'] });
    },
    onError: (error) => {
      toldUnauthorized(error);
    },
  });
}
