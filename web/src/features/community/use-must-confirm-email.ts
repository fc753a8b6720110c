import { useQuery } from '@tanstack/react-query';
import { useCommunity } from './community-settings.ts';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';

/** Whether the signed-in person has yet to confirm their email: never where no mail is sent. */
export function useMustConfirmEmail(): boolean {
  const sendsMail = useCommunity()?.sendsMail;
  const { data: me } = useQuery({ ...currentUserQuery, enabled: false });
  return sendsMail === true && me?.emailVerified === false;
}
