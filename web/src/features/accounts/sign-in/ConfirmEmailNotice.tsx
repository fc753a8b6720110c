import { Trans } from '@lingui/react/macro';
import { sendVerificationMail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#web/lib/call.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { currentUserQuery } from '../current-user.ts';
import { fetchCurrentUser } from '../fetch-current-user.ts';

/** Reminds of the confirmation mail and sends it again. Disappears once the address is confirmed. */
export function ConfirmEmailNotice({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call(sendVerificationMail),
  });
  useEffect(() => {
    // The mail may be read on another device: refetch the user when this page becomes visible.
    const lookAgain = async () => {
      if (document.visibilityState !== 'visible') return;
      const me = await fetchCurrentUser().catch(() => null);
      if (me) queryClient.setQueryData(currentUserQuery.queryKey, me);
    };
    const onVisibility = () => void lookAgain();
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [queryClient]);
  return (
    <Notice className="mb-5" title={<Trans>Please confirm your email</Trans>}>
      <output className="block">
        {sending.isSuccess ? (
          <Trans>
            Sent to <strong className="wrap-anywhere">{sending.data.sentTo}</strong>. Check your spam folder,
            too.
          </Trans>
        ) : sending.isError ? (
          errorMessage(sending.error)
        ) : (
          <Trans>
            Open the link in the email we sent to <strong className="wrap-anywhere">{email}</strong>. Then you
            can claim food.
          </Trans>
        )}
      </output>
      <Button
        variant="quiet"
        className="-ms-4 underline underline-offset-4"
        busy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        <Trans>Send it again</Trans>
      </Button>
    </Notice>
  );
}
