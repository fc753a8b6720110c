import { t } from '@lingui/core/macro';
import { acceptInvitation } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAddress } from '#web/lib/address.ts';
import { call } from '#web/lib/call.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { toast } from '#web/ui/toast-store.ts';

/** Accepts the invitation in the address, if there is one, and says how it went. Renders nothing. */
export function AcceptInvitation() {
  const [{ invitation: token }, change] = useAddress();
  const { mutate } = useMutation({
    mutationFn: (invitation: string) => call(acceptInvitation, { body: { token: invitation } }),
    onSuccess: () =>
      toast({
        title: t`Welcome!`,
        description: t`The person who invited you knows you, so you can share and help right away.`,
        tone: 'success',
      }),
    onError: (error, invitation) => {
      if (isUnauthorized(error)) return;
      toast({
        title: t`We couldn't use your invitation`,
        description: errorMessage(error),
        action: { label: t`Try Again`, onSelect: () => mutate(invitation) },
        tone: 'destructive',
      });
    },
  });
  useEffect(() => {
    if (token === null) return;
    change({ invitation: null }, { replace: true });
    mutate(token);
  }, [token, change, mutate]);
  return null;
}
