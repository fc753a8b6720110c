import { Trans } from '@lingui/react/macro';
import { RESET_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import { forgottenPasswordBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useForm } from 'react-hook-form';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ConfirmationPanel } from './ConfirmationPanel.tsx';
import { useRequestPasswordReset } from './use-sign-in.ts';

type ForgotPasswordFormProps = {
  email: string;
  /** Whether the community can send mail; if not, an admin passes the link on. */
  sendsMail: boolean;
  returnTo: string;
};

/** Requests a link to a new password. The answer is the same for known and unknown addresses. */
export function ForgotPasswordForm({ email, sendsMail, returnTo }: ForgotPasswordFormProps) {
  const form = useForm<{ email: string }>({
    resolver: contractResolver(forgottenPasswordBody),
    defaultValues: { email },
  });
  const { errors } = form.formState;
  const asking = useRequestPasswordReset(returnTo);
  const submit = form.handleSubmit((values) => {
    asking.mutate(values.email, {
      onError: (error) => {
        if (!showFieldErrors(error, ['email'], form.setError))
          form.setError('root', { message: errorMessage(error) });
      },
    });
  });
  if (asking.data) {
    const { sentTo } = asking.data;
    const again = (
      <Button variant="secondary" wide onClick={() => asking.reset()}>
        <Trans>Use another email</Trans>
      </Button>
    );
    return sendsMail ? (
      <ConfirmationPanel title={<Trans>Check your email</Trans>} actions={again}>
        <p>
          <Trans>
            If there's an account for <strong className="wrap-anywhere">{sentTo}</strong>, we sent an email
            there. Open the link in it within {RESET_LINK_HOURS} hours to choose a new password.
          </Trans>
        </p>
        <p className="text-muted">
          <Trans>
            Nothing there after a few minutes? Check your spam folder. If you asked before, the link in your
            newest email still works.
          </Trans>
        </p>
      </ConfirmationPanel>
    ) : (
      <ConfirmationPanel title={<Trans>Ask your community's organizer</Trans>} actions={again}>
        <p>
          <Trans>
            This community doesn't send email. If there's an account for{' '}
            <strong className="wrap-anywhere">{sentTo}</strong>, the organizer can find a link for you in the
            server's log and pass it on.
          </Trans>
        </p>
        <p className="text-muted">
          <Trans>The link works for {RESET_LINK_HOURS} hours.</Trans>
        </p>
      </ConfirmationPanel>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <TextField
        label={<Trans>Email</Trans>}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint={<Trans>The email you signed up with.</Trans>}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <ErrorNotice>{errors.root?.message}</ErrorNotice>
      <Button type="submit" size="large" wide busy={asking.isPending}>
        <Trans>Get a link</Trans>
      </Button>
    </form>
  );
}
