import { Trans } from '@lingui/react/macro';
import { sendVerificationMail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';

export function ResendVerificationMail() {
  const sending = useMutation({
    mutationFn: () => call(sendVerificationMail),
  });
  const address = sending.data?.sentTo;
  return (
    <div className="text-sm">
      <output>{address && <Trans>We sent it to {address}. Open the link, then claim again.</Trans>}</output>
      {sending.isError && (
        <p role="alert" className="text-tomato">
          {errorMessage(sending.error)}
        </p>
      )}
      {!address && (
        <Button variant="secondary" busy={sending.isPending} onClick={() => sending.mutate()}>
          <Trans>Send the email again</Trans>
        </Button>
      )}
    </div>
  );
}
