import { Trans, useLingui } from '@lingui/react/macro';
import { SIGN_UP_CODE_DIGITS, VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import { enterSignUpCode } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { enterSignUpCodeBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ConfirmationPanel } from './ConfirmationPanel.tsx';
import { isLinkExpired, reloadSignedIn, type useSignUp } from './use-sign-in.ts';

type SignUpCodeProps = {
  sentTo: string;
  returnTo: string;
  /** The sign-up that was sent; sent again, it mails another code. */
  signUp: ReturnType<typeof useSignUp>;
  onOtherAddress: () => void;
  onSignIn: () => void;
};

/**
 * After a sign-up where the community sends mail: asks for the code from the mail. It says the same of an address that
 * already has an account, whose owner is told by the mail.
 */
export function SignUpCode({ sentTo, returnTo, signUp, onOtherAddress, onSignIn }: SignUpCodeProps) {
  const { t } = useLingui();
  const form = useForm<{ code: string }>({
    resolver: contractResolver(enterSignUpCodeBody),
    defaultValues: { code: '' },
  });
  const { errors } = form.formState;
  const entering = useMutation({
    mutationFn: (body: { code: string }) => call(enterSignUpCode, { body }),
    onSuccess: () => reloadSignedIn(returnTo),
    onError: (error) => {
      if (showFieldErrors(error, ['code'], form.setError)) return;
      const message = isLinkExpired(error)
        ? t`This code doesn't work anymore. Get a new email, and use the code from that one.`
        : errorMessage(error);
      form.setError('root', { message });
    },
  });
  const submit = form.handleSubmit((values) => entering.mutate(values));
  const sendAgain = () => {
    if (!signUp.variables) return;
    signUp.mutate(signUp.variables, { onSuccess: () => form.reset() });
  };
  return (
    <ConfirmationPanel
      title={<Trans>Check your email</Trans>}
      actions={
        <>
          <Button variant="secondary" wide busy={signUp.isPending} onClick={sendAgain}>
            <Trans>Send the email again</Trans>
          </Button>
          <Button variant="quiet" wide onClick={onOtherAddress}>
            <Trans>Use another email</Trans>
          </Button>
          <Button variant="quiet" wide onClick={onSignIn}>
            <Trans>Sign in instead</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          We sent an email to <strong className="wrap-anywhere">{sentTo}</strong>. Type the code from it, or
          open its link, and you're in. Both work for {VERIFY_LINK_HOURS} hours.
        </Trans>
      </p>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          label={<Trans>Code from the email</Trans>}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={SIGN_UP_CODE_DIGITS + 2}
          error={errors.code?.message}
          {...form.register('code')}
        />
        {errors.root?.message && (
          <Notice tone="error" announce>
            {errors.root.message}
          </Notice>
        )}
        <Button type="submit" size="large" wide busy={entering.isPending || entering.isSuccess}>
          <Trans>Continue</Trans>
        </Button>
      </form>
      {signUp.isError && (
        <Notice tone="error" announce>
          {errorMessage(signUp.error)}
        </Notice>
      )}
      <p className="text-muted">
        <Trans>
          Nothing there after a few minutes? Check your spam folder, and the email above for typos.
        </Trans>
      </p>
    </ConfirmationPanel>
  );
}
