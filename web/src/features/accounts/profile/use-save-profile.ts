import { type ProfileChange, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { cancelRefetches } from '#web/lib/cancel-refetches.ts';
import { currentUserQuery } from '../current-user.ts';

const SAVING = ['save-profile'] as const;

export const useIsSavingProfile = (): boolean => useIsMutating({ mutationKey: SAVING }) > 0;

export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: SAVING,
    mutationFn: (change: ProfileChange) => call(updateProfile, { body: change }),
    onSuccess: (user) => {
      const { queryKey } = currentUserQuery;
      cancelRefetches(queryClient, { queryKey });
      queryClient.setQueryData(queryKey, user);
    },
  });
}
